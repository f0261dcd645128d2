// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.job;

/** What an import does with a record whose key is already taken. */
public enum IfExists {
    /** The record is rejected; the import goes on. */
    FAIL,
    /** What exists stays as it is; the record is skipped. */
    SKIP,
    /** The record replaces what exists. Credentials and memberships that the record does not mention are kept. */
    OVERWRITE,
    /** Only what the record mentions changes; the values of lists are added to existing ones. */
    MERGE;

    /** Whether existing rows can change. */
    public boolean changesWhatExists() {
        return this == OVERWRITE || this == MERGE;
    }
}
