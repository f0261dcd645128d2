// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.job;

/** What an import does with a record whose key is already taken. */
public enum IfExists {
    /** The record is rejected; the import goes on. */
    FAIL,
    /** The record is left as it is in the realm. */
    SKIP,
    /** What the record says replaces what is there; what it does not mention of credentials and memberships stays. */
    OVERWRITE,
    /** Only what the record mentions changes; lists are united with what is there. */
    MERGE;

    /** Whether what is there may change. */
    public boolean changesWhatExists() {
        return this == OVERWRITE || this == MERGE;
    }
}
