// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.users;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A credential that is to become a row. */
final class CredentialDraft {

    /** Index in the record's list, for pointers. */
    final int index;

    final String type;
    final String id;
    final String label;
    final Long createdDate;
    String secretData;
    String credentialData;

    /** The password in the clear; never leaves this object. */
    String plain;

    /** Stored hashes that were compared with the password, and whether they match it. */
    final Map<String, Boolean> matches = new ConcurrentHashMap<>(0);

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

    /** Whether it is a plain password that is not hashed yet. */
    boolean isUnhashed() {
        return plain != null && secretData == null;
    }
}
