// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.dependents;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonParser;
import com.fasterxml.jackson.core.JsonToken;
import com.fasterxml.jackson.core.io.SerializedString;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPInputStream;
import java.util.zip.GZIPOutputStream;

/**
 * Rows as they are stored: compressed lines of JSON, in parts that can be read one by one. A JSON object names the
 * table of the rows after it. A row is an array, whose first value is the line of the record that removed it.
 */
final class RowParts {

    /** Size of a part before compression at which the next one begins. */
    static final int PART_BYTES = 4 << 20;

    private static final JsonFactory JSON = new JsonFactory();

    private final List<byte[]> parts = new ArrayList<>();
    private ByteArrayOutputStream bytes;
    private JsonGenerator lines;
    private Head head;
    private long rows;
    private long written;

    /**
     * Description of rows.
     *
     * @param section purpose of the rows
     * @param columns names of the columns, in capitals
     */
    record Head(Section section, String table, List<String> columns) {

        static Head of(Section section, Table table) {
            return new Head(
                    section,
                    table.name(),
                    table.columns().stream().map(Column::name).toList());
        }
    }

    /** Purpose of rows. */
    enum Section {
        /** The row of a removed object itself. */
        OBJECT,
        /** A row that was deleted with the object. */
        GONE,
        /** A row that stayed, with its values before the removal and after it. */
        CHANGED,
        /** Pairs of lines: the removal by the second one included the object of the first one. */
        LINES
    }

    /** Receives stored rows. */
    interface Visitor {
        /** @return whether to continue */
        boolean row(Head head, long line, Object[] values) throws SQLException;
    }

    long rows() {
        return rows;
    }

    void add(Head of, long line, Object[]... values) {
        try {
            if (lines == null) {
                bytes = new ByteArrayOutputStream();
                lines = JSON.createGenerator(new GZIPOutputStream(bytes, 8192));
                lines.setRootValueSeparator(new SerializedString("\n"));
                head = null;
                written = 0;
            }
            if (!of.equals(head)) {
                head = of;
                write(of);
            }
            lines.writeStartArray();
            lines.writeNumber(line);
            for (Object[] some : values) {
                for (Object value : some) {
                    write(value);
                }
            }
            lines.writeEndArray();
            rows++;
            if (written > PART_BYTES) {
                end();
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Writing to memory cannot fail", e);
        }
    }

    private void write(Head of) throws IOException {
        lines.writeStartObject();
        lines.writeStringField("section", of.section().name());
        lines.writeStringField("table", of.table());
        lines.writeArrayFieldStart("columns");
        for (String column : of.columns()) {
            lines.writeString(column);
        }
        lines.writeEndArray();
        lines.writeEndObject();
    }

    private void write(Object value) throws IOException {
        written += 4;
        if (value == null) {
            lines.writeNull();
        } else if (value instanceof Boolean flag) {
            lines.writeBoolean(flag);
        } else if (value instanceof Long number) {
            lines.writeNumber(number);
        } else {
            written += ((String) value).length();
            lines.writeString((String) value);
        }
    }

    private void end() {
        if (lines != null) {
            try {
                lines.close();
            } catch (IOException e) {
                throw new UncheckedIOException("Writing to memory cannot fail", e);
            }
            parts.add(bytes.toByteArray());
            lines = null;
            bytes = null;
        }
    }

    /** Ends the current part and adds others. */
    void append(List<byte[]> more) {
        end();
        parts.addAll(more);
    }

    List<byte[]> finish() {
        end();
        return parts;
    }

    /** @return whether to continue with the next part */
    static boolean read(byte[] part, Visitor visitor) throws SQLException {
        try (JsonParser parser = JSON.createParser(new GZIPInputStream(new ByteArrayInputStream(part), 8192))) {
            Head of = null;
            List<Object> values = new ArrayList<>();
            for (JsonToken token = parser.nextToken(); token != null; token = parser.nextToken()) {
                if (token == JsonToken.START_OBJECT) {
                    of = readHead(parser);
                    continue;
                }
                values.clear();
                parser.nextToken();
                long line = parser.getLongValue();
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    values.add(value(parser));
                }
                if (!visitor.row(of, line, values.toArray())) {
                    return false;
                }
            }
            return true;
        } catch (IOException e) {
            throw new UncheckedIOException("What a job has kept cannot be read", e);
        }
    }

    private static Head readHead(JsonParser parser) throws IOException {
        Map<String, String> texts = new LinkedHashMap<>();
        List<String> columns = new ArrayList<>();
        while (parser.nextToken() != JsonToken.END_OBJECT) {
            String field = parser.currentName();
            if (parser.nextToken() == JsonToken.START_ARRAY) {
                while (parser.nextToken() != JsonToken.END_ARRAY) {
                    columns.add(parser.getText());
                }
            } else {
                texts.put(field, parser.getText());
            }
        }
        return new Head(Section.valueOf(texts.get("section")), texts.get("table"), List.copyOf(columns));
    }

    private static Object value(JsonParser parser) throws IOException {
        return switch (parser.currentToken()) {
            case VALUE_NULL -> null;
            case VALUE_TRUE -> true;
            case VALUE_FALSE -> false;
            case VALUE_NUMBER_INT -> parser.getLongValue();
            default -> parser.getText();
        };
    }
}
