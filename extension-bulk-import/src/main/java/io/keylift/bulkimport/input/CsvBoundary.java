// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.input;

/**
 * Finds the end of a CSV record: the first line feed outside of quoted cells. As in RFC 4180, a quote opens a cell only
 * as its first byte. Any other misplaced quote makes the cell unquoted, so that a malformed record ends with its line.
 * A quote that is never closed includes the following lines up to the next quote.
 */
final class CsvBoundary {

    private enum At {
        CELL_START,
        PLAIN,
        QUOTED,
        QUOTE_IN_QUOTED
    }

    private At at = At.CELL_START;
    private long breaks;

    void start() {
        at = At.CELL_START;
        breaks = 0;
    }

    /** Line feeds within the record so far: those of its quoted cells. */
    long breaks() {
        return breaks;
    }

    /** The index of the line feed that ends the record, or {@code to}. */
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
                }
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
        return i;
    }
}
