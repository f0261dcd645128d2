// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.export;

/**
 * From where an export of several kinds continues.
 *
 * @param kind id of a kind
 * @param after position within the kind; {@code null} behind all of the kind
 */
public record RealmPosition(String kind, String after) {

    static final char SEPARATOR = ':';

    /** Reads a position as the export writes it. */
    public static RealmPosition of(String text) {
        int end = text.indexOf(SEPARATOR);
        return end < 0
                ? new RealmPosition(text, null)
                : new RealmPosition(text.substring(0, end), text.substring(end + 1));
    }
}
