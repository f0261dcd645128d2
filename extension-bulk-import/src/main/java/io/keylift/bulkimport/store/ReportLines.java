// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.store;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.json.JsonWriteFeature;
import com.fasterxml.jackson.databind.MappingIterator;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import com.fasterxml.jackson.databind.SequenceWriter;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.keylift.bulkimport.job.ReportLine;
import java.io.IOException;
import java.io.StringWriter;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.function.Consumer;

/** Report lines as the ledger stores them: NDJSON in plain ASCII, which no character set of a database can alter. */
final class ReportLines {

    private static final JsonMapper MAPPER = JsonMapper.builder()
            .enable(JsonWriteFeature.ESCAPE_NON_ASCII)
            .defaultPropertyInclusion(
                    JsonInclude.Value.construct(JsonInclude.Include.NON_NULL, JsonInclude.Include.NON_NULL))
            .build();
    private static final ObjectWriter WRITER =
            MAPPER.writerFor(StoredLine.class).withRootValueSeparator("\n");
    private static final ObjectReader READER = MAPPER.readerFor(StoredLine.class);

    private ReportLines() {}

    /** The fields of a line. */
    private record StoredLine(
            long line, String key, String code, String pointer, String message, Long fileLine, String kind) {

        static StoredLine of(ReportLine line) {
            return new StoredLine(
                    line.line(), line.key(), line.code(), line.pointer(), line.message(), line.fileLine(), line.kind());
        }

        ReportLine toLine() {
            return ReportLine.of(new ReportLine.Subject(line, fileLine, key, kind), code, pointer, message);
        }
    }

    /** The lines, or {@code null} for none. */
    static String write(List<ReportLine> report) {
        if (report == null || report.isEmpty()) {
            return null;
        }
        StringWriter lines = new StringWriter();
        try (SequenceWriter writer = WRITER.writeValues(lines)) {
            writer.writeAll(report.stream().map(StoredLine::of).toList());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return lines.toString();
    }

    static List<ReportLine> read(String lines) {
        List<ReportLine> report = new ArrayList<>();
        read(lines, report::add);
        return List.copyOf(report);
    }

    static void read(String lines, Consumer<ReportLine> consumer) {
        if (lines == null) {
            return;
        }
        try (MappingIterator<StoredLine> values = READER.readValues(lines)) {
            while (values.hasNextValue()) {
                consumer.accept(values.nextValue().toLine());
            }
        } catch (JsonProcessingException e) {
            throw new IllegalStateException("The ledger holds report lines that are not NDJSON", e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
