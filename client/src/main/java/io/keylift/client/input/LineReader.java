// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client.input;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/** Reads lines of bytes, which end as a server of Keylift ends them: at each line feed. */
public final class LineReader implements Closeable {

    private static final int BUFFER = 1 << 16;

    /** A record has at most 1 MB by default; a longer line is one that the server rejects. */
    private static final int LONGEST = 1 << 24;

    private final InputStream in;
    private byte[] buffer = new byte[BUFFER];
    private int from;
    private int end;
    private boolean ended;
    private long number;

    public LineReader(InputStream in) {
        this.in = in;
    }

    /** The next line, or {@code null} at the end. */
    public Line next() throws IOException {
        int scanned = from;
        while (true) {
            for (int i = scanned; i < end; i++) {
                if (buffer[i] == '\n') {
                    return line(i, i + 1);
                }
            }
            scanned = end - from;
            if (ended) {
                return from == end ? null : line(end, end);
            }
            fill();
            scanned += from;
        }
    }

    private Line line(int to, int next) {
        number++;
        Line line = new Line(buffer, from, to - from, number);
        from = next;
        return line;
    }

    private void fill() throws IOException {
        if (from > 0) {
            System.arraycopy(buffer, from, buffer, 0, end - from);
            end -= from;
            from = 0;
        }
        if (end == buffer.length) {
            if (end >= LONGEST) {
                throw new InputFailure("Line " + (number + 1) + " goes on for more than 256 MB");
            }
            buffer = Arrays.copyOf(buffer, end * 2);
        }
        int count = in.read(buffer, end, buffer.length - end);
        if (count < 0) {
            ended = true;
        } else {
            end += count;
        }
    }

    @Override
    public void close() throws IOException {
        in.close();
    }
}
