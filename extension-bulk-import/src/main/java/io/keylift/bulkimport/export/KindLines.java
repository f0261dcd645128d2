// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.export;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.keylift.bulkimport.job.JobSpec;
import io.keylift.bulkimport.kind.RecordWriters;
import io.keylift.bulkimport.kind.spi.ImportKind;
import java.io.IOException;
import java.util.List;
import java.util.Set;

/**
 * Records of several kinds as NDJSON, each in a line {@code {"kind":…,"record":…}}. As in an export of one kind, lines
 * with {@code progress} and {@code summary} tell of the export. A position is a kind and, within that, a position of
 * the kind.
 */
final class KindLines {

    private long before;
    private String after;

    /** The lines of one kind; the kinds before have ended. */
    RecordFormat of(ImportKind<?, ?> kind) {
        return new LinesOfKind(kind);
    }

    /** The line between the records of one kind and of the next. */
    byte[] endOf(ExportSummary part) {
        before += part.records();
        after = part.kind();
        return JsonRecords.progressLine(before, after);
    }

    /** The last line. */
    byte[] end(List<ExportSummary> parts, long nanos) {
        ExportSummary last = parts.get(parts.size() - 1);
        if (last.after() != null) {
            after = position(last.kind(), last.after());
        }
        return JsonRecords.line(256, json -> {
            json.writeStartObject();
            json.writeObjectFieldStart("summary");
            json.writeStringField("kind", JobSpec.REALM);
            json.writeStringField("status", last.status());
            if (last.code() != null) {
                json.writeStringField("code", last.code());
                json.writeStringField("message", last.message());
            }
            JsonRecords.counts(json, total(parts));
            json.writeArrayFieldStart("parts");
            for (ExportSummary part : parts) {
                json.writeStartObject();
                json.writeStringField("kind", part.kind());
                JsonRecords.counts(json, part);
                json.writeEndObject();
            }
            json.writeEndArray();
            if (!last.isComplete() && after != null) {
                json.writeStringField("after", after);
            }
            JsonRecords.rate(json, before + last.records(), nanos);
            json.writeEndObject();
            json.writeEndObject();
            json.writeRaw('\n');
        });
    }

    private static ExportSummary total(List<ExportSummary> parts) {
        long records = 0;
        long hidden = 0;
        for (ExportSummary part : parts) {
            records += part.records();
            hidden += part.hidden();
        }
        return new ExportSummary(JobSpec.REALM, null, null, null, records, hidden, null, null, null, 0);
    }

    private static String position(String kind, String after) {
        return kind + RealmPosition.SEPARATOR + after;
    }

    private final class LinesOfKind implements RecordFormat {

        private final String id;
        private final JsonMapper mapper;

        LinesOfKind(ImportKind<?, ?> kind) {
            id = kind.getId();
            mapper = RecordWriters.mapper(kind, Set.of());
        }

        @Override
        public String mediaType() {
            return JsonRecords.NDJSON;
        }

        @Override
        public byte[] begin() {
            return JsonRecords.NOTHING;
        }

        @Override
        public byte[] records(List<?> records) {
            return JsonRecords.write(mapper, JsonRecords.PAGE_BYTES, json -> {
                for (Object one : records) {
                    write(json, one);
                }
            });
        }

        private void write(JsonGenerator json, Object one) throws IOException {
            json.writeStartObject();
            json.writeStringField("kind", id);
            json.writeFieldName("record");
            mapper.writeValue(json, one);
            json.writeEndObject();
            json.writeRaw('\n');
        }

        @Override
        public byte[] progress(long records, String within) {
            return JsonRecords.progressLine(before + records, position(id, within));
        }

        @Override
        public byte[] end(ExportSummary summary) {
            return JsonRecords.NOTHING;
        }

        @Override
        public boolean showsSummary() {
            return true;
        }
    }
}
