// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.input;

import com.fasterxml.jackson.core.JsonEncoding;
import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonFactoryBuilder;
import com.fasterxml.jackson.core.JsonGenerator;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.Map;

/** The compiled header of a CSV body: writes the cells of a row as the JSON that the header's names describe. */
final class CsvHeader {

    static final int MAX_COLUMNS = 10_000;

    /** Advice for a file that begins with a record. */
    static final String NO_HEADER = ". If the first row is a record, put a row with the names of the fields before it.";

    private static final Map<String, String> OTHER_SEPARATORS =
            Map.of(";", "semicolons", "\t", "tabs", "|", "vertical bars");

    private final int columns;
    private final Map<String, Integer> fields;
    private final CsvNode root;
    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream(1024);
    private final JsonGenerator json;

    private CsvHeader(int columns, Map<String, Integer> fields, CsvNode root) throws IOException {
        this.columns = columns;
        this.fields = fields;
        this.root = root;
        // One generator writes all records: creating one for each costs more than writing a small record.
        JsonFactory factory =
                new JsonFactoryBuilder().rootValueSeparator((String) null).build();
        this.json = factory.createGenerator(bytes, JsonEncoding.UTF8);
    }

    /** @throws InputException {@code malformed_header} */
    static CsvHeader of(CsvCells names) throws IOException {
        if (names.count() > MAX_COLUMNS) {
            throw malformed("The header row has more than " + MAX_COLUMNS + " columns");
        }
        CsvTree tree = new CsvTree();
        Map<String, Integer> fields = new LinkedHashMap<>();
        for (int i = 0; i < names.count(); i++) {
            String name = new String(names.chars(), names.start(i), names.length(i));
            CsvName parsed = CsvName.parse(name, i + 1);
            tree.add(parsed, i);
            fields.putIfAbsent(parsed.path().get(0).name(), i + 1);
        }
        return new CsvHeader(names.count(), Collections.unmodifiableMap(fields), tree.compile());
    }

    /** @throws InputException if the row is no header row of CSV: it has other separators, or is JSON, for instance */
    static void requireCsv(String row) throws InputException {
        if (row.startsWith("sep=")) {
            throw malformed("The first line begins with `sep=`, which only spreadsheets read. Remove the line, and"
                    + " separate cells with commas.");
        }
        if (row.startsWith("{") || row.startsWith("[")) {
            throw malformed("The body is JSON. Send one object per line as `Content-Type: application/x-ndjson`, and an"
                    + " array as `application/json`.");
        }
        for (Map.Entry<String, String> separator : OTHER_SEPARATORS.entrySet()) {
            boolean alone = row.contains(separator.getKey()) && row.indexOf(',') < 0;
            if (alone || row.contains('"' + separator.getKey() + '"')) {
                throw malformed("The cells of the header row are separated by " + separator.getValue()
                        + ". Separate cells with commas in all rows.");
            }
        }
    }

    static InputException malformed(int column, String why) {
        return malformed("Column " + column + " of the header row " + why + NO_HEADER);
    }

    static InputException malformed(String why) {
        return new InputException("malformed_header", why);
    }

    /** The outermost names, with the number of the first column of each. */
    Map<String, Integer> fields() {
        return fields;
    }

    int columns() {
        return columns;
    }

    /** A record without any value is an empty object. */
    byte[] toJson(CsvCells cells) throws IOException {
        bytes.reset();
        root.write(json, cells);
        json.flush();
        return bytes.toByteArray();
    }
}
