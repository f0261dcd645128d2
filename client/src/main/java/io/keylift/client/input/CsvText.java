// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client.input;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import de.siegmar.fastcsv.writer.CsvWriter;
import de.siegmar.fastcsv.writer.LineDelimiter;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;

/** Rows of CSV as JSON objects of their cells, by the names of the header, and back. */
final class CsvText {

    /** Name of such an object in a line of rejects. */
    static final String FIELD = "cells";

    private static final ObjectMapper JSON = new ObjectMapper();

    private final List<String> names;

    private CsvText(List<String> names) {
        this.names = names;
    }

    /** @return {@code null} for a header with a name twice */
    static CsvText of(String header) throws IOException {
        List<String> names = cells(header);
        return names == null || new HashSet<>(names).size() < names.size() ? null : new CsvText(names);
    }

    /** With the columns that an object has. */
    static CsvText of(JsonNode cells) {
        List<String> names = new ArrayList<>();
        cells.fieldNames().forEachRemaining(names::add);
        return new CsvText(names);
    }

    /** Whether a quote is open at the end. */
    static boolean isOpen(CharSequence text) {
        return text.chars().filter(each -> each == '"').count() % 2 == 1;
    }

    /** The cells of a row, or {@code null} if it is no sound CSV. */
    static List<String> cells(String row) throws IOException {
        try (CsvReader<CsvRecord> reader =
                CsvReader.builder().skipEmptyLines(false).ofCsvRecord(row)) {
            List<CsvRecord> rows = new ArrayList<>();
            reader.forEach(rows::add);
            return rows.size() == 1 && !isOpen(row) ? rows.get(0).getFields() : null;
        } catch (CsvParseException | UncheckedIOException e) {
            return null;
        }
    }

    /** The cells of a row as a JSON object, or {@code null} if they are not those of the header. */
    String toJson(String row) throws IOException {
        List<String> cells = cells(row);
        if (cells == null || cells.size() != names.size()) {
            return null;
        }
        ObjectNode object = JSON.createObjectNode();
        for (int i = 0; i < names.size(); i++) {
            object.put(names.get(i), cells.get(i));
        }
        return object.toString();
    }

    String header() throws IOException {
        return row(names);
    }

    /** @throws InputFailure if the object has other cells than those of the header */
    String row(JsonNode object, long line) throws IOException {
        List<String> cells = new ArrayList<>();
        for (String name : names) {
            cells.add(object.path(name).asText(""));
        }
        if (object.size() != names.size() || !names.stream().allMatch(object::has)) {
            throw new InputFailure("Line " + line + " of the rejects has other `cells` than the first one: "
                    + String.join(", ", names));
        }
        return row(cells);
    }

    private static String row(List<String> cells) throws IOException {
        StringWriter text = new StringWriter();
        try (CsvWriter csv = CsvWriter.builder().lineDelimiter(LineDelimiter.LF).build(text)) {
            csv.writeRecord(cells);
        }
        return text.getBuffer().substring(0, text.getBuffer().length() - 1);
    }
}
