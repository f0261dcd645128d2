// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rest;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;

/**
 * Compares the columns of a CSV body with the fields of a kind's records: otherwise a wrong column would reject each
 * row.
 */
final class CsvColumns {

    /** Most columns that a message names. */
    private static final int NAMED = 40;

    private CsvColumns() {}

    /**
     * Refuses columns that records of the kind do not have. Messages do not repeat names: if the header is missing,
     * they are data.
     *
     * @param fields outermost names, with the number of the first column of each
     * @param schema JSON Schema of a record
     */
    static void require(Map<String, Integer> fields, String kind, JsonNode schema) {
        if (schema.path("additionalProperties").asBoolean(true)) {
            return;
        }
        Set<String> known = new TreeSet<>();
        Set<String> writable = new TreeSet<>();
        schema.path("properties").properties().forEach(field -> {
            known.add(field.getKey());
            if (!field.getValue().path("readOnly").asBoolean()) {
                writable.add(field.getKey());
            }
        });
        List<Integer> unknown = new ArrayList<>();
        StringBuilder spelled = new StringBuilder();
        fields.forEach((field, column) -> {
            if (!known.contains(field)) {
                unknown.add(column);
                known.stream()
                        .filter(name -> name.equalsIgnoreCase(field))
                        .forEach(name -> spelled.append(" Column ")
                                .append(column)
                                .append(" is spelled `")
                                .append(name)
                                .append("`."));
            }
        });
        if (!unknown.isEmpty()) {
            throw Errors.badRequest((unknown.size() == 1 ? "Column " : "Columns ") + list(unknown)
                    + (unknown.size() == 1 ? " of the header row is not a field" : " of the header row are not fields")
                    + " of kind " + kind + "." + spelled + " Rename these columns, remove them, or use"
                    + " `drop=unknown-fields`."
                    + (unknown.size() == fields.size()
                            ? " If the first row is a record, put a row with the names of the fields before it."
                            : "")
                    + " Fields: " + String.join(", ", writable) + ".");
        }
    }

    private static String list(List<Integer> columns) {
        String named = columns.stream().limit(NAMED).map(String::valueOf).collect(Collectors.joining(", "));
        return columns.size() > NAMED ? named + " and " + (columns.size() - NAMED) + " more" : named;
    }
}
