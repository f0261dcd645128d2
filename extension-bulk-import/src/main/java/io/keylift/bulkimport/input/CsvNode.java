// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.input;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.io.SerializedString;
import java.io.IOException;

/** A place in the record that a header describes. Places without a value in the current row are not written. */
interface CsvNode {

    boolean isPresent(CsvCells cells);

    void write(JsonGenerator json, CsvCells cells) throws IOException;

    static boolean anyPresent(CsvNode[] nodes, CsvCells cells) {
        for (CsvNode node : nodes) {
            if (node.isPresent(cells)) {
                return true;
            }
        }
        return false;
    }

    /** A cell as a string. */
    record Text(int column) implements CsvNode {

        @Override
        public boolean isPresent(CsvCells cells) {
            return cells.length(column) > 0;
        }

        @Override
        public void write(JsonGenerator json, CsvCells cells) throws IOException {
            json.writeString(cells.chars(), cells.start(column), cells.length(column));
        }
    }

    /** A cell as a list of strings: a bar separates values, a backslash escapes a bar or a backslash. */
    record TextList(int column) implements CsvNode {

        @Override
        public boolean isPresent(CsvCells cells) {
            return cells.length(column) > 0;
        }

        @Override
        public void write(JsonGenerator json, CsvCells cells) throws IOException {
            char[] chars = cells.chars();
            int start = cells.start(column);
            int end = start + cells.length(column);
            int out = start;
            json.writeStartArray();
            for (int in = start; in < end; in++) {
                char c = chars[in];
                if (c == '|') {
                    json.writeString(chars, start, out - start);
                    start = in + 1;
                    out = start;
                    continue;
                }
                if (c == '\\' && in + 1 < end && (chars[in + 1] == '|' || chars[in + 1] == '\\')) {
                    c = chars[++in];
                }
                chars[out++] = c;
            }
            json.writeString(chars, start, out - start);
            json.writeEndArray();
        }
    }

    /** Fields, in the order in which the header first names them. */
    record Fields(SerializedString[] names, CsvNode[] nodes) implements CsvNode {

        @Override
        public boolean isPresent(CsvCells cells) {
            return anyPresent(nodes, cells);
        }

        @Override
        public void write(JsonGenerator json, CsvCells cells) throws IOException {
            json.writeStartObject();
            for (int i = 0; i < nodes.length; i++) {
                if (nodes[i].isPresent(cells)) {
                    json.writeFieldName(names[i]);
                    nodes[i].write(json, cells);
                }
            }
            json.writeEndObject();
        }
    }

    /** Items in the order of their indices; an item without a value is left out and the next ones move up. */
    record Items(CsvNode[] nodes) implements CsvNode {

        @Override
        public boolean isPresent(CsvCells cells) {
            return anyPresent(nodes, cells);
        }

        @Override
        public void write(JsonGenerator json, CsvCells cells) throws IOException {
            json.writeStartArray();
            for (CsvNode node : nodes) {
                if (node.isPresent(cells)) {
                    node.write(json, cells);
                }
            }
            json.writeEndArray();
        }
    }
}
