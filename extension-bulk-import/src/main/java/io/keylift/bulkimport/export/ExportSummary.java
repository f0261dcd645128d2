// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.export;

/**
 * How an export ended.
 *
 * @param status {@code COMPLETED}, {@code INTERRUPTED} if the same request with {@code after} continues it, or
 *     {@code FAILED}
 * @param code stable code of the reason; {@code null} if it is complete
 * @param message the reason; {@code null} if it is complete
 * @param records number of records
 * @param hidden number of values that were left out because the caller may not view them
 * @param missing number of keys without a record; {@code null} for an export of all objects
 * @param change how many more objects a repeated export would find now, or how many fewer if negative;
 *     {@code null} if that is not known
 * @param after where the next export continues; {@code null} if there is no more
 * @param nanos duration
 */
record ExportSummary(
        String kind,
        String status,
        String code,
        String message,
        long records,
        long hidden,
        Long missing,
        Long change,
        String after,
        long nanos) {

    static final String COMPLETED = "COMPLETED";
    static final String INTERRUPTED = "INTERRUPTED";
    static final String FAILED = "FAILED";

    boolean isComplete() {
        return COMPLETED.equals(status);
    }
}
