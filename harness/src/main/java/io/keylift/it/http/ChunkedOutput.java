// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.http;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;

/** Writes each buffer as one HTTP/1.1 chunk; closing it writes the last chunk and leaves the connection open. */
final class ChunkedOutput extends OutputStream {

    private static final byte[] CRLF = {'\r', '\n'};

    private final OutputStream out;
    private boolean closed;

    ChunkedOutput(OutputStream out) {
        this.out = out;
    }

    @Override
    public void write(int b) throws IOException {
        write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] buffer, int offset, int length) throws IOException {
        // An empty chunk would end the body.
        if (length > 0) {
            out.write(Integer.toHexString(length).getBytes(StandardCharsets.US_ASCII));
            out.write(CRLF);
            out.write(buffer, offset, length);
            out.write(CRLF);
        }
    }

    @Override
    public void flush() throws IOException {
        out.flush();
    }

    @Override
    public void close() throws IOException {
        if (!closed) {
            closed = true;
            out.write("0\r\n\r\n".getBytes(StandardCharsets.US_ASCII));
            out.flush();
        }
    }
}
