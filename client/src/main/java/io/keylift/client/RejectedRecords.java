// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client;

import com.fasterxml.jackson.core.JsonGenerator;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.StreamReadFeature;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import io.keylift.client.answer.RejectLine;
import io.keylift.client.input.Originals;
import java.io.Closeable;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;

/** Writes the rejects of jobs, each with the original record, so that it can be corrected and sent again. */
public final class RejectedRecords {

    /** Refuses as a record what the server refuses. */
    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS)
            .enable(StreamReadFeature.STRICT_DUPLICATE_DETECTION)
            .build();

    /** In place of bytes that are no UTF-8. */
    private static final char REPLACEMENT = '\uFFFD';

    private final Keylift keylift;
    private final Path folder;

    /** @param folder for the temporary file of each job */
    public RejectedRecords(Keylift keylift, Path folder) {
        this.keylift = keylift;
        this.folder = folder;
    }

    /**
     * One line of JSON for each reject, in the order of the input: the reject, with the original as {@code record}, a
     * row of CSV as {@code cells}, or, if it can be read as neither, as {@code text}.
     *
     * @param jobs the streams of one input
     * @return number of the rejects
     */
    public long write(List<String> jobs, Originals originals, OutputStream out)
            throws IOException, InterruptedException {
        long count = 0;
        try (Merged merged = new Merged(jobs);
                JsonGenerator json = JSON.createGenerator(out).disable(JsonGenerator.Feature.AUTO_CLOSE_TARGET)) {
            json.setRootValueSeparator(null);
            for (RejectLine reject = merged.next(); reject != null; reject = merged.next()) {
                json.writeStartObject();
                for (var field : reject.json().properties()) {
                    json.writeFieldName(field.getKey());
                    json.writeTree(field.getValue());
                }
                if (reject.line() > 0) {
                    writeOriginal(originals.text(reject.line(), reject.fileLine()), originals.field(), json);
                }
                json.writeEndObject();
                json.writeRaw('\n');
                count++;
            }
        }
        return count;
    }

    private static void writeOriginal(String text, String field, JsonGenerator json) throws IOException {
        if (text == null) {
            return;
        }
        if (isObject(text)) {
            json.writeFieldName(field);
            json.writeRawValue(text.strip());
        } else {
            json.writeStringField("text", text);
        }
    }

    private static boolean isObject(String text) throws IOException {
        try {
            JsonNode node = JSON.readTree(text);
            return node != null && node.isObject() && text.indexOf(REPLACEMENT) < 0;
        } catch (JsonProcessingException e) {
            return false;
        }
    }

    /** The rejects of several jobs in the order of the input. */
    private final class Merged implements Closeable {

        private final List<RejectList> lists = new ArrayList<>();
        private final List<RejectLine> heads = new ArrayList<>();

        Merged(List<String> jobs) throws IOException, InterruptedException {
            try {
                for (String job : jobs) {
                    RejectList list = keylift.rejects(job, folder);
                    lists.add(list);
                    heads.add(list.next());
                }
            } catch (IOException | InterruptedException e) {
                close();
                throw e;
            }
        }

        RejectLine next() throws IOException {
            int first = -1;
            for (int i = 0; i < heads.size(); i++) {
                RejectLine head = heads.get(i);
                if (head != null && (first < 0 || head.line() < heads.get(first).line())) {
                    first = i;
                }
            }
            if (first < 0) {
                return null;
            }
            RejectLine reject = heads.get(first);
            heads.set(first, lists.get(first).next());
            return reject;
        }

        @Override
        public void close() throws IOException {
            for (RejectList list : lists) {
                list.close();
            }
        }
    }
}
