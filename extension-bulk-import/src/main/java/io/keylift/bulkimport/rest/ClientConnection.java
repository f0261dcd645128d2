// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rest;

import java.io.FilterOutputStream;
import java.io.IOException;
import java.io.OutputStream;

/** The connection to a client that reads an answer. Knows whether it is broken. */
final class ClientConnection extends FilterOutputStream {

    @FunctionalInterface
    private interface Action {
        void run() throws IOException;
    }

    private boolean isBroken;

    ClientConnection(OutputStream out) {
        super(out);
    }

    /** Whether a write has failed: the client has ended the connection. */
    boolean isBroken() {
        return isBroken;
    }

    @Override
    public void write(int one) throws IOException {
        noting(() -> out.write(one));
    }

    @Override
    public void write(byte[] bytes, int offset, int length) throws IOException {
        noting(() -> out.write(bytes, offset, length));
    }

    @Override
    public void flush() throws IOException {
        noting(out::flush);
    }

    @Override
    public void close() throws IOException {
        noting(out::close);
    }

    private void noting(Action action) throws IOException {
        try {
            action.run();
        } catch (IOException | RuntimeException e) {
            isBroken = true;
            throw e;
        }
    }
}
