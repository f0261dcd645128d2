// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.formats;

import com.fasterxml.jackson.core.JsonParser;
import java.io.BufferedReader;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;

/** Records of lines, of which a broken one is a problem of its own. */
final class NdjsonRecords {

    private final JsonRecords records;
    private final RecordSink sink;
    private long number;

    NdjsonRecords(List<String> lists, RecordSink sink) {
        this.records = new JsonRecords(lists, sink);
        this.sink = sink;
    }

    /** Lines of UTF-8. */
    void read(InputStream in) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream(4096);
        byte[] buffer = new byte[1 << 16];
        boolean tooLong = false;
        for (int length = in.read(buffer); length >= 0; length = in.read(buffer)) {
            int from = 0;
            for (int i = 0; i < length; i++) {
                if (buffer[i] == '\n') {
                    line.write(buffer, from, i - from);
                    line(line, tooLong);
                    tooLong = false;
                    from = i + 1;
                }
            }
            line.write(buffer, from, length - from);
            if (line.size() > Nodes.LONGEST) {
                tooLong = true;
                line.reset();
            }
        }
        line(line, tooLong);
    }

    /** Lines of another charset. */
    void read(BufferedReader reader) throws IOException {
        StringBuilder line = new StringBuilder();
        boolean tooLong = false;
        for (int next = reader.read(); next >= 0; next = reader.read()) {
            if (next == '\n') {
                text(line, tooLong);
                tooLong = false;
            } else if (line.length() >= Nodes.LONGEST) {
                tooLong = true;
                line.setLength(0);
            } else {
                line.append((char) next);
            }
        }
        text(line, tooLong);
    }

    private void text(StringBuilder line, boolean tooLong) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        bytes.writeBytes(Nodes.utf8(line.toString()));
        line.setLength(0);
        line(bytes, tooLong);
    }

    private void line(ByteArrayOutputStream line, boolean tooLong) throws IOException {
        number++;
        byte[] bytes = line.toByteArray();
        line.reset();
        if (tooLong || bytes.length > Nodes.LONGEST) {
            sink.problem("record_too_long", "The line is longer than " + Nodes.LONGEST + " bytes", number, false);
        } else if (!isBlank(bytes)) {
            try (JsonParser parser = Nodes.INPUT.createParser(bytes)) {
                records.readLine(parser, number);
            }
        }
    }

    private static boolean isBlank(byte[] line) {
        for (byte each : line) {
            if (each != ' ' && each != '\t' && each != '\r') {
                return false;
            }
        }
        return true;
    }
}
