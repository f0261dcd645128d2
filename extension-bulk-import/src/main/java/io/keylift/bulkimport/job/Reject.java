// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.job;

/**
 * A rejected record, what a verification found, what a mirror removed, or a warning about a record.
 *
 * @param line number of the record in the input, from 1
 * @param key the record's own key as far as it could be read, shortened if it is long, or {@code null}
 * @param code stable code a program may act on, in snake case
 * @param pointer JSON pointer (RFC 6901) to the offending part of the record; empty for the record as a whole
 * @param message message for people; never contains a secret of the record
 * @param fileLine line of the file where the record begins, if it differs from {@code line}; otherwise {@code null}
 * @param kind kind of the record if the input names it; otherwise {@code null}
 */
public record Reject(long line, String key, String code, String pointer, String message, Long fileLine, String kind) {

    public Reject {
        key = Keys.shown(key);
    }

    /** Code of a finding: the realm has nothing with the key of the record. */
    public static final String ABSENT = "absent";

    /** Code of a finding: the realm has another value at the pointer. */
    public static final String DIFFERENT = "different";

    /** Code of a finding: the realm has an object with this key, and no record does. */
    public static final String EXTRA = "extra";

    /** Code of a finding: a mirror removed the object with this key, because no record names it. */
    public static final String REMOVED = "removed";

    /** Whether this is a finding and no reject. */
    public boolean tellsFinding() {
        return code.equals(ABSENT) || code.equals(DIFFERENT) || code.equals(EXTRA) || code.equals(REMOVED);
    }

    /** Whether this is a warning about a record that is not rejected. */
    public boolean tellsWarning() {
        return code.equals(Warning.ROWS_NOT_RESTORED);
    }

    public Reject(long line, String key, String code, String pointer, String message) {
        this(line, key, code, pointer, message, null, null);
    }
}
