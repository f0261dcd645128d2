// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rest;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.bulkimport.input.CsvName;
import io.keylift.bulkimport.input.InputException;
import io.keylift.bulkimport.kind.spi.ImportKind;
import io.keylift.bulkimport.kind.spi.RecordSource;
import io.keylift.bulkimport.kind.spi.RecordSource.Selection;
import io.keylift.request.QueryParameters;
import jakarta.ws.rs.core.MultivaluedMap;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Query parameters of an export.
 *
 * @param columns fields as the caller named them; empty for all
 * @param names the fields, parsed as columns of CSV
 * @param after position from which to continue, or {@code null}
 * @param max maximum number of records
 */
record ExportParameters(Selection selection, List<String> columns, List<CsvName> names, String after, long max) {

    private static final String AFTER = "after";
    private static final String MAX = "max";
    private static final String FIELDS = "fields";
    private static final String SECRETS = "secrets";

    /** @param schema JSON Schema of a record */
    static ExportParameters of(MultivaluedMap<String, String> parameters, ImportKind<?, ?> kind, JsonNode schema) {
        RecordSource<?> source = kind.source();
        Set<String> names = new TreeSet<>(Set.of(AFTER, MAX, FIELDS, SECRETS));
        names.addAll(source.filters());
        QueryParameters query = QueryParameters.of(parameters, Errors::badRequest, names);
        Map<String, String> filters = new HashMap<>();
        for (String filter : source.filters()) {
            if (query.has(filter)) {
                filters.put(filter, query.text(filter));
            }
        }
        List<String> columns = query.has(FIELDS) ? List.of(query.text(FIELDS).split(",", -1)) : List.of();
        List<CsvName> parsed = new ArrayList<>();
        Set<String> fields = new LinkedHashSet<>();
        for (String column : columns) {
            CsvName name = parse(column, columns.indexOf(column) + 1);
            parsed.add(name);
            fields.add(name.path().get(0).name());
        }
        requireKnown(fields, kind.getId(), schema);
        return new ExportParameters(
                new Selection(filters, fields, query.truth(SECRETS, false)),
                columns,
                parsed,
                query.text(AFTER),
                query.number(MAX, 1, Long.MAX_VALUE, Long.MAX_VALUE));
    }

    private static CsvName parse(String column, int number) {
        try {
            return CsvName.parse(column, number);
        } catch (InputException e) {
            throw Errors.badRequest("Query parameter `fields`: " + e.getMessage());
        }
    }

    private static void requireKnown(Set<String> fields, String kind, JsonNode schema) {
        Set<String> known = new TreeSet<>();
        schema.path("properties").fieldNames().forEachRemaining(known::add);
        if (!known.containsAll(fields)) {
            throw Errors.badRequest("Query parameter `fields` must name fields of kind " + kind + ", separated by"
                    + " commas: " + String.join(", ", known));
        }
    }

    /** JSON has whole fields; only the columns of CSV can be parts of them. */
    void requireWholeFields() {
        if (names.stream().anyMatch(name -> name.list() || name.path().size() > 1)) {
            throw Errors.badRequest("Query parameter `fields` can name parts of fields only with `Accept: text/csv`");
        }
    }

    void requireColumns() {
        if (columns.isEmpty()) {
            throw Errors.badRequest("An export as CSV requires its columns in query parameter `fields`, for example"
                    + " `fields=username,email,realmRoles[]`");
        }
    }
}
