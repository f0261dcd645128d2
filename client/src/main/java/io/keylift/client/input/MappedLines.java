// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client.input;

import java.io.IOException;
import java.io.InputStream;

/** The lines of an input, each replaced by another one or by an empty one, so that all keep their numbers. */
final class MappedLines extends InputStream {

    /** Replaces lines. */
    @FunctionalInterface
    interface Mapping {

        /** The line to send in place of a line that is not blank; {@code null} for an empty one. */
        Line map(Line line) throws IOException;
    }

    private static final byte[] LINE_END = {'\n'};

    private final LineReader lines;
    private final Mapping mapping;
    private byte[] bytes = LINE_END;
    private int at;
    private int end;
    private boolean ends;

    MappedLines(LineReader lines, Mapping mapping) {
        this.lines = lines;
        this.mapping = mapping;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] target, int offset, int length) throws IOException {
        int count = 0;
        while (count < length && (at < end || advance())) {
            int size = Math.min(length - count, end - at);
            System.arraycopy(bytes, at, target, offset + count, size);
            at += size;
            count += size;
        }
        return count == 0 && length > 0 ? -1 : count;
    }

    /** From the text of a line to its end, and from there to the next line that is not empty here. */
    private boolean advance() throws IOException {
        if (ends) {
            ends = false;
            bytes = LINE_END;
            at = 0;
            end = 1;
            return true;
        }
        Line line = lines.next();
        if (line == null) {
            return false;
        }
        ends = true;
        Line mapped = line.requireWhole().isBlank() ? null : mapping.map(line);
        if (mapped == null || mapped.length() == 0) {
            return advance();
        }
        bytes = mapped.bytes();
        at = mapped.offset();
        end = at + mapped.length();
        return true;
    }

    @Override
    public void close() throws IOException {
        lines.close();
    }
}
