// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.input;

import java.util.ArrayList;
import java.util.List;

/**
 * The parsed name of a column: where its cells go in the record.
 *
 * @param path the path to the value from the record's root
 * @param list whether a cell holds a list, with its values separated by bars
 */
public record CsvName(List<Segment> path, boolean list) {

    private static final int MAX_DEPTH = 32;
    private static final String LIST = "[]";
    private static final String INDEX = "[0-9]{1,4}";

    /** One step of the path: into the field of this name, or, if the name is null, to this index of a list. */
    public record Segment(String name, int index) {}

    /**
     * Dots separate segments, digits are an index, and {@code []} at the end makes a list. A backslash escapes the next
     * character: {@code \.} is a dot in a name, {@code \}{@code \} a backslash, {@code \1} a field and not an index,
     * {@code \[]} two brackets and not a list.
     *
     * @param column number of the column, from 1, for messages: a name must not appear in one, because it is data if
     *     the first row is no header
     * @throws InputException {@code malformed_header}
     */
    public static CsvName parse(String text, int column) throws InputException {
        String name = text.strip();
        boolean list = false;
        List<Segment> path = new ArrayList<>();
        StringBuilder part = new StringBuilder();
        boolean escaped = false;
        for (int i = 0; i <= name.length(); i++) {
            char c = i < name.length() ? name.charAt(i) : '.';
            if (c == '.') {
                path.add(segment(part.toString(), escaped, column));
                part.setLength(0);
                escaped = false;
            } else if (c == '\\') {
                if (++i == name.length()) {
                    throw malformed(column, "ends with a lone backslash");
                }
                part.append(name.charAt(i));
                escaped = true;
            } else if (name.startsWith(LIST, i)) {
                if (++i != name.length() - 1) {
                    throw malformed(column, "has `[]` before the end of its name");
                }
                list = true;
            } else {
                part.append(c);
            }
        }
        if (path.size() > MAX_DEPTH) {
            throw malformed(column, "has more than " + MAX_DEPTH + " levels");
        }
        if (path.get(0).name() == null) {
            throw malformed(column, "starts with an index, but a record is not an array");
        }
        return new CsvName(path, list);
    }

    private static Segment segment(String name, boolean escaped, int column) throws InputException {
        if (name.isEmpty()) {
            throw malformed(column, "has an empty name or an empty part of a name");
        }
        return !escaped && name.matches(INDEX) ? new Segment(null, Integer.parseInt(name)) : new Segment(name, -1);
    }

    private static InputException malformed(int column, String why) {
        return CsvHeader.malformed(column, why);
    }
}
