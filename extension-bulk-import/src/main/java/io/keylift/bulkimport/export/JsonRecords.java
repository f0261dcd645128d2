// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.export;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.keylift.bulkimport.kind.RecordWriters;
import io.keylift.bulkimport.kind.spi.ImportKind;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Set;

/**
 * Records as JSON, each on a line. As NDJSON, a line {@code {"progress":{…}}} follows each page but the last, and the
 * last line is {@code {"summary":{…}}}. In an array, the summary is the last element. An import passes over both.
 */
public final class JsonRecords implements RecordFormat {

    static final String NDJSON = "application/x-ndjson";

    static final byte[] NOTHING = {};

    /** Room for a page of records of a usual size. */
    static final int PAGE_BYTES = 1 << 19;

    private static final JsonMapper PLAIN = new JsonMapper();

    private final boolean array;
    private final JsonMapper mapper;

    private JsonRecords(boolean array, JsonMapper mapper) {
        this.array = array;
        this.mapper = mapper;
    }

    /** @param fields fields of the record to write; empty for all */
    public static RecordFormat ndjson(ImportKind<?, ?> kind, Set<String> fields) {
        return new JsonRecords(false, RecordWriters.mapper(kind, fields));
    }

    /** @param fields fields of the record to write; empty for all */
    public static RecordFormat array(ImportKind<?, ?> kind, Set<String> fields) {
        return new JsonRecords(true, RecordWriters.mapper(kind, fields));
    }

    @Override
    public String mediaType() {
        return array ? "application/json" : NDJSON;
    }

    @Override
    public byte[] begin() {
        return array ? new byte[] {'[', '\n'} : NOTHING;
    }

    @Override
    public byte[] records(List<?> records) {
        return write(mapper, PAGE_BYTES, json -> {
            for (Object one : records) {
                mapper.writeValue(json, one);
                json.writeRaw(array ? ",\n" : "\n");
            }
        });
    }

    @Override
    public byte[] progress(long records, String after) {
        return array ? NOTHING : progressLine(records, after);
    }

    static byte[] progressLine(long records, String after) {
        return line(64, json -> {
            json.writeStartObject();
            json.writeObjectFieldStart("progress");
            json.writeNumberField("records", records);
            json.writeStringField("after", after);
            json.writeEndObject();
            json.writeEndObject();
            json.writeRaw('\n');
        });
    }

    @Override
    public byte[] end(ExportSummary summary) {
        return line(256, json -> {
            json.writeStartObject();
            json.writeObjectFieldStart("summary");
            json.writeStringField("kind", summary.kind());
            json.writeStringField("status", summary.status());
            if (summary.code() != null) {
                json.writeStringField("code", summary.code());
                json.writeStringField("message", summary.message());
            }
            counts(json, summary);
            if (summary.after() != null) {
                json.writeStringField("after", summary.after());
            }
            rate(json, summary.records(), summary.nanos());
            json.writeEndObject();
            json.writeEndObject();
            json.writeRaw(array ? "\n]\n" : "\n");
        });
    }

    static void counts(JsonGenerator json, ExportSummary summary) throws IOException {
        json.writeNumberField("records", summary.records());
        if (summary.hidden() > 0) {
            json.writeNumberField("hidden", summary.hidden());
        }
        if (summary.missing() != null) {
            json.writeNumberField("missing", summary.missing());
        }
        if (summary.change() != null) {
            json.writeNumberField("addedMeanwhile", Math.max(0, summary.change()));
            json.writeNumberField("removedMeanwhile", Math.max(0, -summary.change()));
        }
    }

    static void rate(JsonGenerator json, long records, long nanos) throws IOException {
        double seconds = nanos / 1e9;
        json.writeNumberField("seconds", Math.round(seconds * 1000) / 1000.0);
        json.writeNumberField("recordsPerSecond", seconds == 0 ? 0 : Math.round(records / seconds));
    }

    @Override
    public boolean showsSummary() {
        return true;
    }

    /** Writer of some lines. */
    interface Content {
        void write(JsonGenerator json) throws IOException;
    }

    /** A line that is no record. */
    static byte[] line(int room, Content content) {
        return write(PLAIN, room, content);
    }

    static byte[] write(JsonMapper mapper, int room, Content content) {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream(room);
        try (JsonGenerator json = mapper.createGenerator(bytes)) {
            json.setRootValueSeparator(null);
            content.write(json);
        } catch (IOException e) {
            throw new UncheckedIOException("Writing to memory cannot fail", e);
        }
        return bytes.toByteArray();
    }
}
