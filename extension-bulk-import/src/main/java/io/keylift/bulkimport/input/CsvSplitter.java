// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.input;

import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.CharBuffer;
import java.nio.charset.CharsetDecoder;
import java.nio.charset.CoderResult;
import java.nio.charset.CodingErrorAction;
import java.nio.charset.StandardCharsets;
import java.util.Map;

/**
 * The records of a CSV body below its header, as JSON. Finds the end of a record in its bytes before it decodes them
 * and splits cells. The length limit is therefore checked at any time, and a byte that is not UTF-8 affects one record
 * only.
 *
 * <p>Why not opencsv, which Keycloak ships: it reads a physical line into memory however long it is (its multi-line
 * limit counts lines), and it decodes before it splits. It also accepts {@code "a"x}, {@code "a} and {@code  "a, b"} as
 * cells that contain a quote instead of reporting them, which in a migration puts values in the wrong columns.
 */
final class CsvSplitter implements Splitter {

    private final ByteSource source;
    private final int maxRecordBytes;
    private final RecordBuffer buffer;
    private final CsvBoundary boundary = new CsvBoundary();
    private final CharsetDecoder decoder = StandardCharsets.UTF_8
            .newDecoder()
            .onMalformedInput(CodingErrorAction.REPORT)
            .onUnmappableCharacter(CodingErrorAction.REPORT);
    private final CsvHeader header;
    private final CsvCells cells;
    private char[] chars = new char[1024];
    private long line;
    private long physicalLine = 1;
    private long begin;
    private String unclosed;

    /** @throws InputException {@code malformed_header} */
    CsvSplitter(ByteSource source, InputLimits limits) throws IOException {
        this.source = source;
        this.maxRecordBytes = limits.maxRecordBytes();
        this.buffer = new RecordBuffer(limits);
        this.header = readHeader();
        this.cells = new CsvCells(header.columns());
    }

    @Override
    public InputRecord next() throws IOException {
        if (!readRecord()) {
            if (unclosed != null) {
                throw new InputException("unclosed_quote", unclosed);
            }
            return null;
        }
        line++;
        return record().at(new FilePlace(null, begin, 0));
    }

    @Override
    public Map<String, Integer> fields() {
        return header.fields();
    }

    private InputRecord record() throws IOException {
        if (buffer.isTooLong()) {
            return boundary.breaks() == 0
                    ? InputRecord.tooLong(line, maxRecordBytes)
                    : InputRecord.fault(
                            line,
                            "record_too_long",
                            lines() + ", which is longer than " + maxRecordBytes
                                    + " bytes. Close the quote that is open at the end of line " + begin + ".");
        }
        if (unclosed != null) {
            return InputRecord.fault(line, "malformed_csv", unclosed);
        }
        int length = decode();
        if (length < 0) {
            return InputRecord.fault(
                    line, "malformed_utf8", "The record is not valid UTF-8. Convert the file to UTF-8.");
        }
        if (!cells.split(chars, length)) {
            return InputRecord.fault(
                    line,
                    "malformed_csv",
                    (boundary.breaks() == 0 ? "A quote" : lines() + ", in which a quote")
                            + " is not closed or is inside an unquoted cell. Put a cell with quotes, commas or line"
                            + " ends in quotes, and double its quotes.");
        }
        if (cells.count() != header.columns()) {
            return InputRecord.fault(
                    line,
                    "column_count",
                    (boundary.breaks() == 0 ? "The record" : lines() + ", which") + " has " + cells.count()
                            + " cells, but the header has " + header.columns()
                            + ". Put a cell with commas, quotes or line ends in quotes.");
        }
        return InputRecord.of(line, header.toJson(cells));
    }

    /** The record by the lines of the file that it has. */
    private String lines() {
        return "Lines " + begin + " to " + (begin + boundary.breaksWithin()) + " of the file are read as one record";
    }

    private CsvHeader readHeader() throws IOException {
        if (!readRecord()) {
            throw CsvHeader.malformed("The header row is missing. Put the names of the fields into the first row.");
        }
        if (hasCarriageReturn()) {
            throw CsvHeader.malformed(
                    "The header row contains a carriage return. End lines with a line feed, or with both.");
        }
        if (buffer.isTooLong()) {
            throw CsvHeader.malformed("The header row is longer than " + maxRecordBytes + " bytes");
        }
        int length = decode();
        if (length < 0) {
            throw CsvHeader.malformed("The header row is not valid UTF-8. Convert the file to UTF-8.");
        }
        CsvHeader.requireCsv(new String(chars, 0, length));
        CsvCells names = new CsvCells(CsvHeader.MAX_COLUMNS);
        if (!names.split(chars, length)) {
            throw CsvHeader.malformed("A quote in the header row is not closed or is inside an unquoted name."
                    + " Put a name with quotes, commas or line ends in quotes, and double its quotes.");
        }
        return CsvHeader.of(names);
    }

    private boolean hasCarriageReturn() {
        for (int i = 0; i < buffer.length(); i++) {
            if (buffer.bytes()[i] == '\r') {
                return true;
            }
        }
        return false;
    }

    /** Reads up to the next record that is not blank; false at the end. */
    private boolean readRecord() throws IOException {
        while (source.hasMore()) {
            buffer.clear();
            boundary.start();
            begin = physicalLine;
            boolean ends = false;
            while (!ends && source.hasMore()) {
                int from = source.position;
                int end = source.end;
                if (buffer.isTooLong()) {
                    // One quote must not swallow the whole rest of the file.
                    boundary.endWithLine();
                } else {
                    end = Math.min(end, from + buffer.room());
                }
                int to = boundary.scan(source.bytes, from, end);
                ends = to < end;
                source.position = ends && !boundary.isUnread() ? to + 1 : to;
                buffer.append(source.bytes, from, to);
            }
            physicalLine += boundary.breaks() + 1;
            if (!ends && boundary.isQuoted()) {
                unclosed = "A quote in line " + begin + " of the file is not closed: everything up to the end, in line "
                        + (begin + boundary.breaksWithin()) + ", is read as one record. Close the quote.";
            }
            buffer.trimCarriageReturn();
            if (buffer.isTooLong() || !ByteSource.isBlank(buffer.bytes(), 0, buffer.length())) {
                return true;
            }
        }
        return false;
    }

    /** Decodes the record into {@link #chars}. Returns their number, or -1 if it is not UTF-8. */
    private int decode() {
        if (chars.length < buffer.length()) {
            chars = new char[buffer.bytes().length]; // a text has at least as many bytes in UTF-8 as units in UTF-16
        }
        CharBuffer out = CharBuffer.wrap(chars);
        CoderResult result = decoder.reset().decode(ByteBuffer.wrap(buffer.bytes(), 0, buffer.length()), out, true);
        return result.isError() ? -1 : out.position();
    }
}
