// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.job;

/**
 * A result that the caller probably did not intend.
 *
 * @param code stable code a program may act on, in snake case
 * @param message message for people
 */
public record Warning(String code, String message) {

    /** Code of a warning: an undo gave an object back, but not all rows that hung on it. */
    public static final String ROWS_NOT_RESTORED = "rows_not_restored";
}
