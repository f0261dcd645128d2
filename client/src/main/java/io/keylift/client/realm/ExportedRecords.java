// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client.realm;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.cfg.JsonNodeFeature;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.client.Export;
import io.keylift.client.input.InputFailure;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PipedInputStream;
import java.io.PipedOutputStream;
import java.util.Optional;

/** The records of an export as they arrive, with the references of another realm. A thread of its own reads them. */
final class ExportedRecords extends InputStream {

    /** Numbers stay as they are. */
    private static final ObjectMapper JSON = JsonMapper.builder()
            .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
            .disable(JsonNodeFeature.STRIP_TRAILING_BIGDECIMAL_ZEROES)
            .build();

    private static final int BUFFER = 1 << 18;

    /** Makes the record of the new realm. */
    @FunctionalInterface
    interface Change {

        /** The record; {@code null} to leave it out. */
        ObjectNode change(ObjectNode record);
    }

    private final PipedInputStream records = new PipedInputStream(BUFFER);
    private final String kind;
    private final Thread reader;
    private volatile JsonNode summary;
    private volatile Exception failure;

    ExportedRecords(Export export, String kind, Change change) throws IOException {
        this.kind = kind;
        PipedOutputStream out = new PipedOutputStream(records);
        reader = new Thread(() -> read(export, new ChangedLines(out, change)), "keylift-export");
        reader.setDaemon(true);
        reader.start();
    }

    private void read(Export export, OutputStream out) {
        try (out) {
            JsonNode end = export.writeTo(out, count -> {});
            if (!end.path("status").asText().equals("COMPLETED")) {
                throw new IOException(
                        "The export ended as " + end.path("status").asText() + ": "
                                + end.path("message").asText());
            }
            summary = end;
        } catch (IOException | InterruptedException | RuntimeException e) {
            failure = e;
        }
    }

    /** Values that the records lack, once all were read. */
    Optional<Gap> gap() {
        long hidden = summary == null ? 0 : summary.path("hidden").asLong();
        return hidden == 0
                ? Optional.empty()
                : Optional.of(new Gap(
                        kind,
                        "the source leaves out " + hidden + " values that the caller may not view or no import takes",
                        "Give the caller all roles of `realm-admin`, or compare both realms"));
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        int count;
        try {
            count = records.read(bytes, offset, length);
        } catch (IOException e) {
            throw failed(e);
        }
        if (count < 0) {
            join();
            if (failure != null) {
                throw failed(failure);
            }
        }
        return count;
    }

    /** A beginning must not pass for the whole. */
    private IOException failed(Exception e) {
        Exception cause = failure == null ? e : failure;
        return new InputFailure("The export of the source broke off: " + cause.getMessage(), cause);
    }

    private void join() throws InputFailure {
        try {
            reader.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InputFailure("The copy was interrupted", e);
        }
    }

    @Override
    public void close() throws IOException {
        reader.interrupt();
        records.close();
    }

    /** Changes each line that is written. */
    private static final class ChangedLines extends OutputStream {

        private final OutputStream out;
        private final Change change;
        private final ByteArrayOutputStream line = new ByteArrayOutputStream();

        ChangedLines(OutputStream out, Change change) {
            this.out = out;
            this.change = change;
        }

        @Override
        public void write(int b) throws IOException {
            write(new byte[] {(byte) b}, 0, 1);
        }

        @Override
        public void write(byte[] bytes, int offset, int length) throws IOException {
            int begin = offset;
            for (int i = offset; i < offset + length; i++) {
                if (bytes[i] == '\n') {
                    line.write(bytes, begin, i - begin);
                    writeLine();
                    begin = i + 1;
                }
            }
            line.write(bytes, begin, offset + length - begin);
        }

        private void writeLine() throws IOException {
            ObjectNode record = change.change((ObjectNode) JSON.readTree(line.toByteArray()));
            line.reset();
            if (record != null) {
                out.write(JSON.writeValueAsBytes(record));
                out.write('\n');
            }
        }

        @Override
        public void flush() throws IOException {
            out.flush();
        }

        @Override
        public void close() throws IOException {
            out.close();
        }
    }
}
