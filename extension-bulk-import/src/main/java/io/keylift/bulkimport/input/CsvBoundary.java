// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.input;

/**
 * Finds the end of a CSV record: the first line feed outside of quoted cells. As in RFC 4180, a quote opens a cell only
 * as its first byte. Any other misplaced quote makes the cell unquoted, so that a malformed record ends with its line.
 * A quote that is not closed includes the following lines up to the next quote, unless the record is too long.
 */
final class CsvBoundary {

    private enum At {
        CELL_START,
        PLAIN,
        QUOTED,
        QUOTE_IN_QUOTED,
        /** Behind a line feed in a quoted cell of a record that ends with its line, unless the next byte closes it. */
        NEXT_LINE
    }

    private At at = At.CELL_START;
    private long breaks;
    private boolean byLines;
    private boolean afterBreak;
    private boolean unread;

    void start() {
        at = At.CELL_START;
        breaks = 0;
        byLines = false;
        unread = false;
    }

    /** The record ends with the line, even inside a quoted cell. */
    void endWithLine() {
        byLines = true;
    }

    /** Whether the last byte was inside a quoted cell. */
    boolean isQuoted() {
        return at == At.QUOTED;
    }

    /** Line feeds within the record so far: those of its quoted cells. */
    long breaks() {
        return breaks;
    }

    /** Number of line breaks, without one at the very end, which no line follows. */
    long breaksWithin() {
        return afterBreak ? breaks - 1 : breaks;
    }

    /** Whether the byte behind the record is the first one of the next record, and not a line feed. */
    boolean isUnread() {
        return unread;
    }

    /** The index of the line feed that ends the record, or of the byte behind it, or {@code to}. */
    int scan(byte[] bytes, int from, int to) {
        At now = at;
        int i = from;
        for (; i < to; i++) {
            byte b = bytes[i];
            if (now == At.QUOTED) {
                if (b == '"') {
                    now = At.QUOTE_IN_QUOTED;
                } else if (b == '\n') {
                    breaks++;
                    now = byLines ? At.NEXT_LINE : now;
                }
            } else if (now == At.NEXT_LINE && b != '"') {
                breaks--;
                unread = true;
                break;
            } else if (now == At.NEXT_LINE) {
                now = At.QUOTE_IN_QUOTED;
            } else if (b == '\n') {
                break;
            } else if (b == ',') {
                now = At.CELL_START;
            } else if (b == '"' && now != At.PLAIN) {
                now = At.QUOTED; // opens the cell, or is the second quote of a pair
            } else {
                now = At.PLAIN;
            }
        }
        at = now;
        afterBreak = i == to && i > from && bytes[i - 1] == '\n';
        return i;
    }
}
