// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.place;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** A stream to a client that reads fast enough. */
final class PacedOutput extends FilterOutputStream {

    /** Number of bytes that are counted at once: a whole page could take long. */
    private static final int BLOCK = 8192;

    private final Patience.Waiting waiting;

    PacedOutput(OutputStream out, Patience.Waiting waiting) {
        super(out);
        this.waiting = waiting;
    }

    @Override
    public void write(int one) throws IOException {
        write(new byte[] {(byte) one}, 0, 1);
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        for (int written = 0; written < length; written += BLOCK) {
            int block = Math.min(BLOCK, length - written);
            waiting.begin();
            try {
                out.write(bytes, offset + written, block);
            } finally {
                waiting.end(block);
            }
        }
    }

    @Override
    public void flush() throws IOException {
        waiting.begin();
        try {
            out.flush();
        } finally {
            waiting.end(0);
        }
    }
}
