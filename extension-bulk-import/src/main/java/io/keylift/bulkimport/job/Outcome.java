// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.job;

/** Outcome of one record. Every record of a job has exactly one. */
public enum Outcome {
    ADDED,
    UPDATED,
    /** What the record names existed and was removed. */
    REMOVED,
    /** Nothing to do: what the record describes already exists, or what it names for removal does not. */
    SKIPPED,
    REJECTED
}
