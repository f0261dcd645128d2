// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client.input;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;

/**
 * Rows of a CSV file, found by the lines where they begin. A row that is no sound CSV is shown as its first line: where
 * it ends is not certain.
 */
final class OriginalRows implements Originals {

    /** A row of more is one whose quote is not closed. */
    private static final int MOST_LINES = 10_000;

    private record TextLine(String text, long number) {}

    private final LineReader lines;
    private final CsvText csv;

    /** The line of the last row and those behind it that were read. */
    private final Deque<TextLine> read = new ArrayDeque<>();

    OriginalRows(LineReader lines) throws IOException {
        this.lines = lines;
        String header = null;
        while (header == null && readLine()) {
            List<String> names = CsvText.cells(row());
            header = names == null || row().isBlank() ? null : row();
            read.clear();
        }
        this.csv = header == null ? null : CsvText.of(header);
    }

    @Override
    public String field() {
        return CsvText.FIELD;
    }

    @Override
    public String text(long line, long fileLine) throws IOException {
        while (!read.isEmpty() && read.peek().number() < fileLine) {
            read.remove();
        }
        while (read.isEmpty() && readLine()) {
            if (read.peek().number() < fileLine) {
                read.remove();
            }
        }
        if (csv == null || read.isEmpty() || read.peek().number() != fileLine) {
            return null;
        }
        String cells = csv.toJson(row());
        return cells == null ? read.peek().text() : cells;
    }

    /** The first line that was read, and those behind it up to one at which all quotes are closed. */
    private String row() throws IOException {
        StringBuilder row = new StringBuilder();
        boolean open = false;
        for (TextLine line : read) {
            open = append(line, row, open);
            if (!open) {
                return row.toString();
            }
        }
        while (open && read.size() < MOST_LINES && readLine()) {
            open = append(read.peekLast(), row, open);
        }
        return row.toString();
    }

    /** Whether a quote is open behind the line. */
    private static boolean append(TextLine line, StringBuilder row, boolean open) {
        row.append(row.isEmpty() ? "" : "\n").append(line.text());
        return open != CsvText.isOpen(line.text());
    }

    private boolean readLine() throws IOException {
        Line line = lines.next();
        if (line != null) {
            read.add(new TextLine(line.text().replaceAll("^\uFEFF|\r$", ""), line.number()));
        }
        return line != null;
    }

    @Override
    public void close() throws IOException {
        lines.close();
    }
}
