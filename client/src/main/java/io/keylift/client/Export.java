// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.keylift.client.http.Answer;
import io.keylift.client.http.Request;
import io.keylift.client.input.Line;
import io.keylift.client.input.LineReader;
import java.io.ByteArrayOutputStream;
import java.io.EOFException;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongConsumer;

/**
 * Writes objects as lines of records. After a failure it goes on behind the last page that was whole. A page is written
 * as soon as the server has told where to go on behind it, so nothing that was written has to be taken back.
 */
public final class Export {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final String PROGRESS = "{\"progress\":";
    private static final String SUMMARY = "{\"summary\":";

    private final Endpoints endpoints;
    private final Authorized http;
    private final String kind;
    private final Map<String, String> parameters;
    private final Attempts attempts;
    private String after;
    private long records;

    Export(Endpoints endpoints, Authorized http, String kind, Map<String, String> parameters, Attempts attempts) {
        this.endpoints = endpoints;
        this.http = http;
        this.kind = kind;
        this.parameters = new TreeMap<>(parameters);
        this.attempts = attempts;
    }

    /**
     * Writes all records and returns the server's last summary.
     *
     * @param progress hears how many records were written
     * @throws IOException if the server refuses the export, the output fails, or there was no progress for too long
     */
    public JsonNode writeTo(OutputStream out, LongConsumer progress) throws IOException, InterruptedException {
        return attempts.run(() -> {
            JsonNode summary = read(out, progress);
            if (summary.path("status").asText().equals("INTERRUPTED")) {
                throw new IOException("The export was interrupted: "
                        + summary.path("message").asText(summary.path("code").asText()));
            }
            return summary;
        });
    }

    private JsonNode read(OutputStream out, LongConsumer progress) throws IOException {
        Map<String, String> all = new TreeMap<>(parameters);
        if (after != null) {
            all.put("after", after);
        }
        Request request = Request.get(endpoints.exportOf(kind, all));
        try (Answer answer = http.send(request);
                LineReader lines = new LineReader(answer.body())) {
            Page page = new Page();
            for (Line line = lines.next(); line != null; line = lines.next()) {
                if (startsWith(line, PROGRESS)) {
                    after = json(line).at("/progress/after").asText();
                    write(page, out, progress);
                } else if (startsWith(line, SUMMARY)) {
                    JsonNode summary = json(line).path("summary");
                    if (summary.hasNonNull("after")) {
                        after = summary.path("after").asText();
                    }
                    write(page, out, progress);
                    return summary;
                } else {
                    page.add(line.requireWhole());
                }
            }
            throw new EOFException("The export ended without a summary");
        }
    }

    private static boolean startsWith(Line line, String text) {
        return line.length() > text.length()
                && new String(line.bytes(), line.offset(), text.length(), StandardCharsets.ISO_8859_1).equals(text);
    }

    private static JsonNode json(Line line) throws IOException {
        return JSON.readTree(line.bytes(), line.offset(), line.length());
    }

    private void write(Page page, OutputStream out, LongConsumer progress) throws OutputFailure {
        try {
            page.bytes.writeTo(out);
            out.flush();
        } catch (IOException e) {
            throw new OutputFailure(e);
        }
        if (page.records > 0) {
            attempts.madeProgress();
        }
        records += page.records;
        page.clear();
        progress.accept(records);
    }

    /** Records that wait for the end of their page. */
    private static final class Page {

        private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        private int records;

        void add(Line line) {
            bytes.write(line.bytes(), line.offset(), line.length());
            bytes.write('\n');
            records++;
        }

        void clear() {
            bytes.reset();
            records = 0;
        }
    }
}
