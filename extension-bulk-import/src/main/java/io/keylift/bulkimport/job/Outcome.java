// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.job;

import java.util.Locale;

/**
 * Outcome of one record. Every record of a job has exactly one. A verification has the outcomes that an import with
 * {@link IfExists#OVERWRITE} would have, and names them by their meaning for the realm.
 */
public enum Outcome {
    ADDED("missing"),
    UPDATED("different"),
    /**
     * The object that the record names existed and was removed. In a mirror, no record named it; in a verification,
     * no record names it, and the realm still has it.
     */
    REMOVED("extra"),
    /** Nothing to do: the described object already exists, or the object to remove does not. */
    SKIPPED("same"),
    REJECTED("rejected");

    private final String finding;

    Outcome(String finding) {
        this.finding = finding;
    }

    /** The name of this outcome in the results of an operation. */
    public String name(Operation operation) {
        return operation == Operation.VERIFY ? finding : name().toLowerCase(Locale.ROOT);
    }
}
