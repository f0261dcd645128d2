// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.users;

/** A credential on its way into a row. */
final class CredentialDraft {

    /** Index in the record's list, for pointers. */
    final int index;

    final String type;
    final String id;
    final String label;
    final Long createdDate;
    String secretData;
    String credentialData;

    /** The password in the clear until it is hashed; never leaves this object. */
    String plain;

    CredentialDraft(int index, String type, String id, String label, Long createdDate) {
        this.index = index;
        this.type = type;
        this.id = id;
        this.label = label;
        this.createdDate = createdDate;
    }

    String pointer() {
        return "/credentials/" + index;
    }
}
