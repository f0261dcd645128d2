// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rest;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Compares the columns of a CSV body with the fields of a kind's records: otherwise a wrong column would reject each
 * row.
 */
final class CsvColumns {

    private CsvColumns() {}

    /**
     * Refuses a column that records of the kind do not have. Messages do not repeat names: if the header is missing,
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
        schema.path("properties").fieldNames().forEachRemaining(known::add);
        fields.forEach((field, column) -> {
            if (!known.contains(field)) {
                throw Errors.badRequest("Column " + column + " of the header row is not a field of kind " + kind + ". "
                        + hint(field, known) + ".");
            }
        });
    }

    private static String hint(String field, Set<String> known) {
        if (field.indexOf(';') >= 0) {
            return "Separate cells with commas, not with semicolons";
        }
        if (field.indexOf('\t') >= 0) {
            return "Separate cells with commas, not with tabs";
        }
        return known.stream()
                .filter(name -> name.equalsIgnoreCase(field))
                .findFirst()
                .map(name -> "The field is spelled `" + name + "`")
                .orElseGet(() -> "Its fields: " + String.join(", ", known));
    }
}
