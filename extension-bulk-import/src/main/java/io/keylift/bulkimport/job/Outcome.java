// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.job;

/** What became of one record. Every record of an import has exactly one. */
public enum Outcome {
    ADDED,
    UPDATED,
    SKIPPED,
    REJECTED
}
