// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.job;

import java.util.List;

/**
 * A result that the caller probably did not intend, or a part that was dropped from records or not compared.
 *
 * @param code stable code a program may act on, in snake case
 * @param message message for people
 * @param kind kind of the records; {@code null} unless something was left out of them
 * @param pointer JSON pointer to what was left out, in the warning of a job with {@code *} for the index of a list;
 *     {@code null} unless something was left out, or if that has too many places to tell them apart
 * @param count how often it was left out; {@code null} unless something was
 * @param lines the first lines with it, by number; {@code null} unless something was left out
 */
public record Warning(String code, String message, String kind, String pointer, Long count, List<Long> lines) {

    /** Code of a warning: an undo restored an object, but not all its dependent rows. */
    public static final String ROWS_NOT_RESTORED = "rows_not_restored";

    /** Code of a warning: a verification did not compare a part of records. */
    public static final String NOT_COMPARED = "not_compared";

    /** Code of a warning: a field was left out that may hold a password. */
    public static final String PASSWORD_LEFT_OUT = "password_left_out";

    public Warning(String code, String message) {
        this(code, message, null, null, null, null);
    }

    /** Whether it is about a part that was dropped, or not compared. */
    public boolean tellsDrop() {
        return count != null;
    }
}
