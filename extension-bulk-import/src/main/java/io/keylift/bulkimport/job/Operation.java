// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.job;

/** What a job does with what its records describe. */
public enum Operation {
    /** It is written. */
    IMPORT,
    /** It is removed; a record need not hold more than its key. */
    REMOVE
}
