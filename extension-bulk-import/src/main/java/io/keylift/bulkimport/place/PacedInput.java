// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.place;

import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;

/** The input of a client that sends fast enough. */
final class PacedInput extends FilterInputStream {

    private final Patience.Waiting waiting;

    PacedInput(InputStream in, Patience.Waiting waiting) {
        super(in);
        this.waiting = waiting;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        int read = 0;
        waiting.begin();
        try {
            read = in.read(bytes, offset, length);
        } finally {
            waiting.end(Math.max(0, read));
        }
        return read;
    }
}
