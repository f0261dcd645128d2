// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.job;

/** What became of one record. Every record of a job has exactly one. */
public enum Outcome {
    ADDED,
    UPDATED,
    /** What the record names was there and is not any more. */
    REMOVED,
    /** Nothing was to do: what is to be written is there, or what is to be removed is not. */
    SKIPPED,
    REJECTED
}
