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
import io.keylift.bulkimport.job.ImportJob;
import io.keylift.bulkimport.job.JobSpec;
import io.keylift.bulkimport.job.JobStatus;
import io.keylift.bulkimport.job.Operation;
import io.keylift.bulkimport.job.Outcome;
import io.keylift.bulkimport.job.Reject;
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
                rejects(lines, entry.rejects());
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
    private static void rejects(Lines lines, List<Reject> rejects) throws IOException {
        int next = 0;
        while (next < rejects.size()) {
            Reject first = rejects.get(next);
            if (first.tellsWarning()) {
                warned(lines, first);
                next++;
            } else if (first.tellsFinding()) {
                int end = next + 1;
                while (end < rejects.size() && isSameRecord(first, rejects.get(end))) {
                    end++;
                }
                finding(lines, first, rejects.subList(next, end));
                next = end;
            } else {
                lines.start("reject");
                writeReject(lines.json, first);
                lines.end();
                next++;
            }
        }
    }

    /** An object that only the realm has is not a record of the input, and has no line. */
    private static boolean isSameRecord(Reject first, Reject next) {
        return first.line() > 0 && first.line() == next.line();
    }

    private static void finding(Lines lines, Reject first, List<Reject> findings) throws IOException {
        lines.start("record");
        lines.kind(first.kind());
        if (first.line() > 0) {
            lines.json.writeNumberField("line", first.line());
        }
        if (first.fileLine() != null) {
            lines.json.writeNumberField("fileLine", first.fileLine());
        }
        lines.json.writeStringField("key", first.key());
        lines.json.writeStringField(
                "outcome", first.code().equals(Reject.ABSENT) ? Outcome.ADDED.name(Operation.VERIFY) : first.code());
        if (first.code().equals(Reject.DIFFERENT)) {
            lines.list("pointers", findings.stream().map(Reject::pointer).toList());
        }
        lines.end();
    }

    /** An object that an undo added again, but not all that hung on it. */
    private static void warned(Lines lines, Reject warning) throws IOException {
        lines.start("record");
        lines.kind(warning.kind());
        lines.json.writeNumberField("line", warning.line());
        lines.json.writeStringField("key", warning.key());
        lines.json.writeStringField("outcome", Outcome.ADDED.name(Operation.UNDO));
        lines.warnings(List.of(new Warning(warning.code(), warning.message())));
        lines.end();
    }

    private void record(Lines lines, String kind, RecordResult result) throws IOException {
        if (result.outcome() == Outcome.REJECTED) {
            lines.start("reject");
            writeReject(lines.json, result.reject());
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

    /** The fields of a reject, for a result line and for the list of rejects alike. */
    static void writeReject(JsonGenerator json, Reject reject) throws IOException {
        if (reject.kind() != null) {
            json.writeStringField("kind", reject.kind());
        }
        if (reject.line() > 0) {
            json.writeNumberField("line", reject.line());
        }
        if (reject.fileLine() != null) {
            json.writeNumberField("fileLine", reject.fileLine());
        }
        if (reject.key() != null) {
            json.writeStringField("key", reject.key());
        }
        json.writeStringField("code", reject.code());
        json.writeStringField("pointer", reject.pointer());
        json.writeStringField("message", reject.message());
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
