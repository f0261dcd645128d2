// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client.input;

import java.io.Closeable;
import java.io.IOException;
import java.io.InputStream;
import java.util.Arrays;

/**
 * Reads lines of bytes, which end as a server of Keylift ends them: at each line feed. Of a line that is too long, it
 * has the first bytes, so that a line without an end needs no more memory.
 */
public final class LineReader implements Closeable {

    /** Longest record that a server takes by default. */
    public static final int LONGEST_RECORD = 1 << 20;

    /** For a single reader; a server may take longer records than by default. */
    private static final int LONGEST = 1 << 24;

    private static final int BUFFER = 1 << 16;

    private final InputStream in;
    private final int longest;
    private byte[] buffer = new byte[BUFFER];
    private int from;
    private int end;
    private boolean ended;
    private boolean inRest;
    private long number;

    public LineReader(InputStream in) {
        this(in, LONGEST);
    }

    /** @param longest bytes that a line has at most */
    public LineReader(InputStream in, int longest) {
        this.in = in;
        this.longest = longest;
    }

    /** The next line, or {@code null} at the end. */
    public Line next() throws IOException {
        skipRest();
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
            if (scanned > longest) {
                inRest = true;
                return line(end, end);
            }
            fill();
            scanned += from;
        }
    }

    private Line line(int to, int next) {
        number++;
        Line line = new Line(buffer, from, Math.min(to - from, longest), number, to - from <= longest);
        from = next;
        return line;
    }

    /** Goes to the next line if the last one was not read to its end. */
    private void skipRest() throws IOException {
        while (inRest && !(from == end && ended)) {
            while (from < end && inRest) {
                inRest = buffer[from++] != '\n';
            }
            if (inRest) {
                fill();
            }
        }
    }

    private void fill() throws IOException {
        if (from > 0) {
            System.arraycopy(buffer, from, buffer, 0, end - from);
            end -= from;
            from = 0;
        }
        if (end == buffer.length) {
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
