// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.formats;

import com.fasterxml.jackson.databind.node.ObjectNode;
import de.siegmar.fastcsv.reader.CommentStrategy;
import de.siegmar.fastcsv.reader.CsvParseException;
import de.siegmar.fastcsv.reader.CsvReader;
import de.siegmar.fastcsv.reader.CsvRecord;
import java.io.FilterReader;
import java.io.IOException;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Rows of a table as objects, by the names of its header. Empty cells are left out. */
final class CsvRecords {

    private final char separator;
    private final List<String> columns;
    private final List<String> nulls;
    private final RecordSink sink;

    /**
     * @param columns names of the columns of a table without a header, otherwise empty
     * @param nulls cells that stand for none
     */
    CsvRecords(char separator, List<String> columns, List<String> nulls, RecordSink sink) {
        this.separator = separator;
        this.columns = columns;
        this.nulls = nulls;
        this.sink = sink;
    }

    void read(Reader text) throws IOException {
        Quotes quotes = new Quotes(text);
        long last = 1;
        try (CsvReader<CsvRecord> rows = reader(separator, quotes)) {
            List<String> names = columns.isEmpty() ? null : columns;
            for (CsvRecord row : rows) {
                last = row.getStartingLineNumber();
                if (names == null) {
                    if (!isSeparatorLine(row)) {
                        names = names(row);
                    }
                } else {
                    record(row, names);
                }
            }
        } catch (CsvParseException e) {
            if (e.getCause() instanceof IOException cause) {
                throw cause;
            }
            sink.problem("malformed_csv", "A row is no valid CSV, or too long. Check its quotes.", last, true);
            return;
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
        if (quotes.open) {
            sink.problem(
                    "unclosed_quote",
                    "A quote is not closed at the end of the file. The rows from this line on may be one cell.",
                    last,
                    true);
        }
    }

    static CsvReader<CsvRecord> reader(char separator, Reader text) {
        return CsvReader.builder()
                .fieldSeparator(separator)
                .commentStrategy(CommentStrategy.NONE)
                .skipEmptyLines(true)
                .allowExtraFields(true)
                .allowMissingFields(true)
                .maxBufferSize(Nodes.LONGEST)
                .ofCsvRecord(text);
    }

    /** Excel's hint, {@code sep=;}. */
    static boolean isSeparatorLine(CsvRecord row) {
        return row.getStartingLineNumber() == 1 && row.getField(0).startsWith("sep=");
    }

    /** Names are unique and never empty. Entra's own template has {@code Name [displayName] Required}. */
    static List<String> names(CsvRecord header) {
        Set<String> known = new HashSet<>();
        return header.getFields().stream()
                .map(String::strip)
                .map(name -> name.contains(" [") && name.contains("]")
                        ? name.substring(name.indexOf(" [") + 2, name.indexOf(']', name.indexOf(" [")))
                        : name)
                .map(name -> unique(name.isEmpty() ? "column" : name, known))
                .toList();
    }

    private static String unique(String name, Set<String> known) {
        String unique = name;
        for (int i = 2; !known.add(unique); i++) {
            unique = name + "_" + i;
        }
        return unique;
    }

    private void record(CsvRecord row, List<String> names) throws IOException {
        long line = row.getStartingLineNumber();
        ObjectNode record = Nodes.INPUT.createObjectNode();
        for (int i = 0; i < row.getFieldCount(); i++) {
            String cell = row.getField(i);
            if (!cell.isEmpty() && !nulls.contains(cell)) {
                if (i >= names.size()) {
                    sink.problem(
                            "malformed_csv",
                            "The row has " + row.getFieldCount() + " cells, the header " + names.size(),
                            line,
                            false);
                    return;
                }
                record.put(names.get(i), cell);
            }
        }
        if (!record.isEmpty()) {
            sink.record(record, line, "", Nodes.object());
        }
    }

    /** Knows whether the quotes that went by are an odd number. */
    private static final class Quotes extends FilterReader {

        private boolean open;

        Quotes(Reader in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            char[] one = new char[1];
            return read(one, 0, 1) < 0 ? -1 : one[0];
        }

        @Override
        public int read(char[] text, int offset, int length) throws IOException {
            int read = super.read(text, offset, length);
            for (int i = offset; i < offset + read; i++) {
                open ^= text[i] == '"';
            }
            return read;
        }
    }
}
