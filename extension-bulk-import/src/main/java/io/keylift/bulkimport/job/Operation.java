// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.job;

import java.util.EnumSet;
import java.util.Set;

/** What a job does with its records. */
public enum Operation {
    /** Writes what the records describe. */
    IMPORT,
    /** Removes what the records name; a record needs only its key. */
    REMOVE,
    /** Compares the records with what the realm has, and writes nothing. */
    VERIFY,
    /** Gives back what another job has changed; its records are what that job has kept. */
    UNDO,
    /** Writes what the records describe, and removes what no record names. */
    MIRROR;

    /** Whether the job changes the realm. */
    public boolean writes() {
        return this != VERIFY;
    }

    /** The operations with the same keys as this one: what an undo gives back has keys as what an import adds. */
    public Set<Operation> alike() {
        return this == REMOVE ? EnumSet.of(this) : EnumSet.of(IMPORT, UNDO, MIRROR);
    }
}
