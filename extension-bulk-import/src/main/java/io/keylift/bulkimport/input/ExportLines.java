// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.input;

/** Lines that an export writes between and after its records. They are no records, as blank lines are none. */
final class ExportLines {

    private static final String PROGRESS = "{\"progress\":{";
    private static final String SUMMARY = "{\"summary\":{";

    private ExportLines() {}

    /** Whether the text begins as such a line does, byte for byte as an export writes it. */
    static boolean isOne(byte[] bytes, int from, int to) {
        return startsWith(bytes, from, to, SUMMARY) || startsWith(bytes, from, to, PROGRESS);
    }

    private static boolean startsWith(byte[] bytes, int from, int to, String text) {
        if (text.length() > to - from) {
            return false;
        }
        for (int i = 0; i < text.length(); i++) {
            if (bytes[from + i] != text.charAt(i)) {
                return false;
            }
        }
        return true;
    }
}
