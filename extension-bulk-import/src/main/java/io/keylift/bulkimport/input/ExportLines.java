// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.input;

/** Lines that an export writes between and after its records. They are no records, as blank lines are none. */
final class ExportLines {

    private static final String PROGRESS = "{\"progress\":{";
    private static final String SUMMARY = "{\"summary\":{";

    private ExportLines() {}

    /** Whether the text begins as such a line does, with any blanks that another tool has put between its parts. */
    static boolean isOne(byte[] bytes, int from, int to) {
        return startsWith(bytes, from, to, SUMMARY) || startsWith(bytes, from, to, PROGRESS);
    }

    private static boolean startsWith(byte[] bytes, int from, int to, String text) {
        int at = from;
        boolean inName = false;
        for (int i = 0; i < text.length(); i++) {
            while (!inName && at < to && ByteSource.isWhitespace(bytes[at])) {
                at++;
            }
            char c = text.charAt(i);
            if (at == to || bytes[at] != c) {
                return false;
            }
            at++;
            inName ^= c == '"';
        }
        return true;
    }
}
