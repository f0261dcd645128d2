// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rest;

import io.keylift.bulkimport.spool.SpoolFile;
import io.keylift.bulkimport.spool.SpoolSpace;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;

/**
 * The body of a request, taken in as a whole before it is read: a client may send all of it before it reads the first
 * byte of the response. Only for one thread at a time.
 */
final class KeySpool extends InputStream {

    private static final int BLOCK = 1 << 16;

    private final SpoolFile file;
    private boolean closed;

    private KeySpool(SpoolFile file) {
        this.file = file;
    }

    /**
     * Stores the body in the spool directory.
     *
     * @return {@code null} if there is no room for it
     */
    static KeySpool of(InputStream body, SpoolSpace space) throws IOException {
        SpoolFile file = new SpoolFile(space);
        boolean complete = false;
        try {
            byte[] block = new byte[BLOCK];
            int length = body.read(block);
            while (length >= 0 && file.append(ByteBuffer.wrap(block, 0, length))) {
                length = body.read(block);
            }
            complete = length < 0;
        } finally {
            if (!complete) {
                file.close();
            }
        }
        return complete ? new KeySpool(file) : null;
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        if (length == 0) {
            return 0;
        }
        return file.isEmpty() ? -1 : file.read(ByteBuffer.wrap(bytes, offset, length));
    }

    /** Removes the file. A repeated call has no effect. */
    @Override
    public void close() {
        if (closed) {
            return;
        }
        closed = true;
        try {
            file.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
