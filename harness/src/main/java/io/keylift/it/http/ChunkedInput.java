// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.http;

import java.io.EOFException;
import java.io.IOException;
import java.io.InputStream;

/** Takes the chunks of an HTTP/1.1 answer apart; an answer without its last chunk is an {@link EOFException}. */
final class ChunkedInput extends InputStream {

    private final InputStream in;
    private int left;
    private boolean first = true;
    private boolean ended;

    ChunkedInput(InputStream in) {
        this.in = in;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] buffer, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        if (!ended && left == 0) {
            nextChunk();
        }
        if (ended) {
            return -1;
        }
        int count = in.read(buffer, offset, Math.min(length, left));
        if (count < 0) {
            throw new EOFException("The answer broke off inside a chunk");
        }
        left -= count;
        return count;
    }

    private void nextChunk() throws IOException {
        if (!first) {
            readLine(in);
        }
        first = false;
        String size = readLine(in);
        int extension = size.indexOf(';');
        left = Integer.parseInt(extension < 0 ? size : size.substring(0, extension), 16);
        ended = left == 0;
    }

    /** A line of the protocol, without its CR LF. */
    static String readLine(InputStream in) throws IOException {
        StringBuilder line = new StringBuilder();
        for (int c = in.read(); c != '\n'; c = in.read()) {
            if (c < 0) {
                throw new EOFException("The answer broke off after \"" + line + "\"");
            }
            line.append((char) c);
        }
        return line.toString().stripTrailing();
    }
}
