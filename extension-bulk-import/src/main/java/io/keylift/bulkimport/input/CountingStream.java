// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.input;

import java.io.IOException;
import java.io.InputStream;

/** Counts the bytes of a body that it does not own: closing it leaves the body open. */
final class CountingStream extends InputStream {

    private final InputStream body;
    private volatile long count; // written by one thread, read by progress reports

    CountingStream(InputStream body) {
        this.body = body;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        int read = body.read(bytes, offset, length);
        if (read > 0) {
            long before = count;
            count = before + read;
        }
        return read;
    }

    long count() {
        return count;
    }
}
