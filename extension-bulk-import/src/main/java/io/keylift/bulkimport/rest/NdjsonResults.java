// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rest;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonGenerator;
import io.keylift.bulkimport.engine.ImportOptions;
import io.keylift.bulkimport.engine.ImportOptions.Results;
import io.keylift.bulkimport.engine.RecordResult;
import io.keylift.bulkimport.engine.ResultSink;
import io.keylift.bulkimport.engine.RunProgress;
import io.keylift.bulkimport.job.ChunkEntry;
import io.keylift.bulkimport.job.Counters;
import io.keylift.bulkimport.job.Finding;
import io.keylift.bulkimport.job.ImportJob;
import io.keylift.bulkimport.job.JobSpec;
import io.keylift.bulkimport.job.JobStatus;
import io.keylift.bulkimport.job.Operation;
import io.keylift.bulkimport.job.Outcome;
import io.keylift.bulkimport.job.RecordWarning;
import io.keylift.bulkimport.job.Removal;
import io.keylift.bulkimport.job.ReportLine;
import io.keylift.bulkimport.job.Warning;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** Writes the results of an import as lines of JSON into a spool. */
final class NdjsonResults implements ResultSink {

    private static final JsonFactory JSON = new JsonFactory();

    private final ResultSpool spool;
    private final ImportOptions options;
    private final String realm;
    private final Map<String, Counters> parts = new LinkedHashMap<>();
    private long left;

    NdjsonResults(ResultSpool spool, ImportOptions options, String realm) {
        this.spool = spool;
        this.options = options;
        this.realm = realm;
    }

    @Override
    public void opened(ImportJob job) {
        write(lines -> {
            lines.start("job");
            lines.json.writeStringField("id", job.spec().id());
            lines.json.writeStringField("kind", job.spec().kind());
            lines.json.writeStringField("op", job.spec().operation().name().toLowerCase(Locale.ROOT));
            lines.json.writeStringField("realm", realm);
            if (job.spec().dryRun()) {
                lines.json.writeBooleanField("dryRun", true);
            }
            if (job.run() > 1) {
                lines.json.writeNumberField("run", job.run());
            }
            lines.end();
        });
    }

    @Override
    public void committed(ChunkEntry entry, List<RecordResult> records, boolean resumed) {
        if (entry.kind() != null) {
            parts.merge(entry.kind(), entry.counters(), Counters::plus);
        }
        if (options.results() == Results.SUMMARY) {
            return;
        }
        write(lines -> {
            if (options.results() == Results.ALL && !records.isEmpty()) {
                for (RecordResult result : records) {
                    record(lines, entry.kind(), result);
                }
            } else {
                report(lines, entry.report());
            }
            lines.start("chunk");
            lines.json.writeNumberField("chunk", entry.chunk());
            lines.kind(entry.kind());
            if (entry.firstLine() > 0) {
                lines.json.writeNumberField("firstLine", entry.firstLine());
                lines.json.writeNumberField("lastLine", entry.lastLine());
            }
            lines.counters(entry.counters(), options.spec());
            lines.json.writeNumberField("millis", entry.millis());
            if (resumed) {
                lines.json.writeBooleanField("resumed", true);
            }
            lines.end();
        });
    }

    /** Rejects, the records of a verification that are not the same, and those with a warning. */
    private static void report(Lines lines, List<ReportLine> report) throws IOException {
        int next = 0;
        while (next < report.size()) {
            ReportLine first = report.get(next);
            int end = next + 1;
            if (first instanceof RecordWarning warned) {
                warning(lines, warned);
            } else if (first instanceof Removal removal) {
                finding(lines, removal, removal.code(), List.of());
            } else if (first instanceof Finding found) {
                while (end < report.size() && isSameRecord(first, report.get(end))) {
                    end++;
                }
                finding(lines, found, report.subList(next, end));
            } else {
                lines.start("reject");
                writeLine(lines.json, first);
                lines.end();
            }
            next = end;
        }
    }

    /** An object that only the realm has is not a record of the input, and has no line. */
    private static boolean isSameRecord(ReportLine first, ReportLine next) {
        return first.line() > 0 && first.line() == next.line();
    }

    private static void finding(Lines lines, Finding first, List<ReportLine> ofRecord) throws IOException {
        switch (first.type()) {
            case ABSENT -> finding(lines, first, Outcome.ADDED.name(Operation.VERIFY), List.of());
            case DIFFERENT ->
                finding(
                        lines,
                        first,
                        first.code(),
                        ofRecord.stream().map(ReportLine::pointer).toList());
            case EXTRA -> finding(lines, first, first.code(), List.of());
        }
    }

    private static void finding(Lines lines, ReportLine first, String outcome, List<String> pointers)
            throws IOException {
        lines.start("record");
        lines.kind(first.kind());
        if (first.line() > 0) {
            lines.json.writeNumberField("line", first.line());
        }
        if (first.fileLine() != null) {
            lines.json.writeNumberField("fileLine", first.fileLine());
        }
        lines.json.writeStringField("key", first.key());
        lines.json.writeStringField("outcome", outcome);
        lines.list("pointers", pointers);
        lines.end();
    }

    /** An object that an undo has added again, but without all its dependent rows. */
    private static void warning(Lines lines, RecordWarning warned) throws IOException {
        lines.start("record");
        lines.kind(warned.kind());
        lines.json.writeNumberField("line", warned.line());
        lines.json.writeStringField("key", warned.key());
        lines.json.writeStringField("outcome", Outcome.ADDED.name(Operation.UNDO));
        lines.warnings(List.of(warned.warning()));
        lines.end();
    }

    private void record(Lines lines, String kind, RecordResult result) throws IOException {
        if (result.outcome() == Outcome.REJECTED) {
            lines.start("reject");
            writeLine(lines.json, result.reject());
        } else {
            lines.start("record");
            lines.kind(kind);
            lines.json.writeNumberField("line", result.line());
            lines.json.writeStringField("key", result.key());
            lines.json.writeStringField(
                    "outcome", result.outcome().name(options.spec().operation()));
            if (result.id() != null && !result.id().isEmpty()) {
                lines.json.writeStringField("id", result.id());
            }
            lines.list("pointers", result.differences());
            lines.list("notCompared", result.notCompared());
            lines.warnings(result.warnings());
        }
        lines.end();
    }

    @Override
    public void left(long objects) {
        left = objects;
    }

    @Override
    public void ended(
            JobStatus status,
            String code,
            String message,
            List<Warning> warnings,
            Counters counters,
            long processed,
            long nanos) {
        spool.end(lines(lines -> {
            double seconds = nanos / 1e9;
            lines.start("summary");
            lines.json.writeStringField("status", status.name());
            if (code != null) {
                lines.json.writeStringField("code", code);
                lines.json.writeStringField("message", message);
            }
            lines.json.writeNumberField("read", counters.read());
            lines.counters(counters, options.spec());
            if (options.spec().isOfRealm()) {
                lines.parts(parts, options.spec());
            }
            if (left > 0) {
                lines.json.writeNumberField("left", left);
            }
            lines.json.writeNumberField("seconds", Math.round(seconds * 1000) / 1000.0);
            lines.json.writeNumberField("recordsPerSecond", seconds == 0 ? 0 : Math.round(processed / seconds));
            lines.warnings(warnings);
            if (spool.isLossy()) {
                lines.json.writeBooleanField("resultsLost", true);
            }
            lines.end();
        }));
    }

    /** A line with the progress of the import. */
    byte[] progress(RunProgress run) {
        return lines(lines -> {
            lines.start("progress");
            lines.json.writeStringField("status", (run.paused() ? JobStatus.PAUSED : JobStatus.RUNNING).name());
            lines.json.writeNumberField("read", run.counters().read());
            lines.counters(run.counters(), options.spec());
            lines.json.writeNumberField("seconds", Math.round(run.seconds() * 1000) / 1000.0);
            if (run.recordsPerSecond() != null) {
                lines.json.writeNumberField("recordsPerSecond", run.recordsPerSecond());
            }
            if (run.remainingSeconds() != null) {
                lines.json.writeNumberField("remainingSeconds", run.remainingSeconds());
            }
            lines.end();
        });
    }

    /** The fields of a line, for a result line and for the list of rejects alike. */
    static void writeLine(JsonGenerator json, ReportLine line) throws IOException {
        if (line.kind() != null) {
            json.writeStringField("kind", line.kind());
        }
        if (line.line() > 0) {
            json.writeNumberField("line", line.line());
        }
        if (line.fileLine() != null) {
            json.writeNumberField("fileLine", line.fileLine());
        }
        if (line.key() != null) {
            json.writeStringField("key", line.key());
        }
        json.writeStringField("code", line.code());
        json.writeStringField("pointer", line.pointer());
        json.writeStringField("message", line.message());
    }

    private interface Content {
        void write(Lines lines) throws IOException;
    }

    private void write(Content content) {
        spool.add(lines(content));
    }

    private static byte[] lines(Content content) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(256);
        try (JsonGenerator json = JSON.createGenerator(bytes)) {
            json.setRootValueSeparator(null);
            content.write(new Lines(json));
        } catch (IOException e) {
            throw new UncheckedIOException("Writing to memory cannot fail", e);
        }
        return bytes.toByteArray();
    }

    /** Lines of JSON objects with a type. */
    private record Lines(JsonGenerator json) {

        void start(String type) throws IOException {
            json.writeStartObject();
            json.writeStringField("type", type);
        }

        void counters(Counters counters, JobSpec spec) throws IOException {
            for (Map.Entry<String, Long> counter : counters.byName(spec).entrySet()) {
                json.writeNumberField(counter.getKey(), counter.getValue());
            }
        }

        /** The kind of a record if the input names it. */
        void kind(String id) throws IOException {
            if (id != null) {
                json.writeStringField("kind", id);
            }
        }

        void parts(Map<String, Counters> parts, JobSpec spec) throws IOException {
            json.writeArrayFieldStart("parts");
            for (Map.Entry<String, Counters> part : parts.entrySet()) {
                json.writeStartObject();
                json.writeStringField("kind", part.getKey());
                json.writeNumberField("read", part.getValue().read());
                counters(part.getValue(), spec.ofKind(part.getKey()));
                json.writeEndObject();
            }
            json.writeEndArray();
        }

        /** A list of strings, if it has any. */
        void list(String field, List<String> values) throws IOException {
            if (values.isEmpty()) {
                return;
            }
            json.writeArrayFieldStart(field);
            for (String value : values) {
                json.writeString(value);
            }
            json.writeEndArray();
        }

        void warnings(List<Warning> warnings) throws IOException {
            if (warnings.isEmpty()) {
                return;
            }
            json.writeArrayFieldStart("warnings");
            for (Warning warning : warnings) {
                json.writeStartObject();
                json.writeStringField("code", warning.code());
                json.writeStringField("message", warning.message());
                if (warning.kind() != null) {
                    json.writeStringField("kind", warning.kind());
                }
                if (warning.pointer() != null) {
                    json.writeStringField("pointer", warning.pointer());
                }
                if (warning.tellsDrop()) {
                    json.writeNumberField("count", warning.count());
                    json.writeArrayFieldStart("lines");
                    for (long line : warning.lines()) {
                        json.writeNumber(line);
                    }
                    json.writeEndArray();
                }
                json.writeEndObject();
            }
            json.writeEndArray();
        }

        void end() throws IOException {
            json.writeEndObject();
            json.writeRaw('\n');
        }
    }
}
