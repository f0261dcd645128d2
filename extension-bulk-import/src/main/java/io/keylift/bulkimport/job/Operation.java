// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.job;

import java.util.EnumSet;
import java.util.Set;

/** The operation of a job on its records. */
public enum Operation {
    /** Writes the objects that the records describe. */
    IMPORT,
    /** Removes the objects that the records name; a record needs only its key. */
    REMOVE,
    /** Compares the records with the objects of the realm, and writes nothing. */
    VERIFY,
    /** Restores the objects that another job has changed; its records are the objects that that job has kept. */
    UNDO,
    /** Writes the objects that the records describe, and removes the objects that no record names. */
    MIRROR;

    /** Whether the job changes the realm. */
    public boolean writes() {
        return this != VERIFY;
    }

    /** The operations with the same keys as this one: an object that an undo restores has keys like an added one. */
    public Set<Operation> alike() {
        return this == REMOVE ? EnumSet.of(this) : EnumSet.of(IMPORT, UNDO, MIRROR);
    }
}
