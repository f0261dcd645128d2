// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.input;

/** The cells of one record, as ranges of its characters; reused for each record. */
final class CsvCells {

    private final int[] starts;
    private final int[] ends;
    private char[] chars;
    private int count;

    /** @param kept how many cells to keep; the others are only counted, so that a row of commas uses no memory */
    CsvCells(int kept) {
        starts = new int[kept];
        ends = new int[kept];
    }

    /** Splits a record and replaces doubled quotes in place; false if a quote is not where RFC 4180 allows one. */
    boolean split(char[] text, int length) {
        chars = text;
        count = 0;
        int at = 0;
        while (true) {
            at = at < length && chars[at] == '"' ? quoted(at + 1, length) : plain(at, length);
            if (at < 0 || at < length && chars[at] != ',') {
                return false;
            }
            if (at == length) {
                return true;
            }
            at++;
        }
    }

    int count() {
        return count;
    }

    char[] chars() {
        return chars;
    }

    int start(int column) {
        return starts[column];
    }

    int length(int column) {
        return ends[column] - starts[column];
    }

    /** The index after the closing quote, or -1 if there is none. */
    private int quoted(int from, int length) {
        int out = from;
        for (int in = from; in < length; in++) {
            if (chars[in] == '"') {
                if (in + 1 == length || chars[in + 1] != '"') {
                    add(from, out);
                    return in + 1;
                }
                in++;
            }
            chars[out++] = chars[in];
        }
        return -1;
    }

    private int plain(int from, int length) {
        int in = from;
        while (in < length && chars[in] != ',' && chars[in] != '"') {
            in++;
        }
        add(from, in);
        return in;
    }

    private void add(int start, int end) {
        if (count < starts.length) {
            starts[count] = start;
            ends[count] = end;
        }
        count++;
    }
}
