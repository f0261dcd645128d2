// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.job;

/** The treatment of a record whose key is already taken. */
public enum IfExists {
    /** The record is rejected; the import goes on. */
    FAIL,
    /** The existing object stays as it is; the record is skipped. */
    SKIP,
    /** The record replaces the object. Credentials and memberships that the record does not mention are kept. */
    OVERWRITE,
    /** Only what the record mentions changes; the values of lists are added to existing ones. */
    MERGE;

    /** Whether existing rows can change. */
    public boolean changesWhatExists() {
        return this == OVERWRITE || this == MERGE;
    }
}
