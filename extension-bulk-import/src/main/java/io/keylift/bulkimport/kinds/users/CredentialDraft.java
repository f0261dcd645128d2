// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;

/** A credential that will become a row. */
final class CredentialDraft {

    /** Index in the record's list, for pointers. */
    final int index;

    final String type;

    /** Id that the record gives; {@code null} if it gives none, or if an earlier credential of the record has it. */
    String id;

    /** Id of a new row, decided in each attempt; {@code null} to generate one. */
    String rowId;

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
        rowId = id;
        this.label = label;
        this.createdDate = createdDate;
    }

    void removeId() {
        id = null;
        rowId = null;
    }

    String pointer() {
        return "/credentials/" + index;
    }

    /** Whether it is a plain password that is not hashed yet. */
    boolean isUnhashed() {
        return plain != null && secretData == null;
    }
}
