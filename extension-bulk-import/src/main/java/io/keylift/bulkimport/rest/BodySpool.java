// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rest;

import io.keylift.bulkimport.input.SpoolException;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;

/**
 * The body of a request that is answered before it has been imported. Read through at first; once it is
 * {@link #detach detached}, the request's thread takes it in as fast as the client sends, into a temporary file, and
 * the import reads behind. Where that has no more room the client has to wait.
 */
final class BodySpool extends InputStream {

    private static final int BLOCK = 1 << 16;
    private static final long FULL_MILLIS = 500;

    private final InputStream body;
    private boolean detached;
    private final SpoolFile file;
    private boolean ended;
    private boolean closed;
    private IOException failure;

    BodySpool(InputStream body, SpoolSpace space) {
        this.body = body;
        file = new SpoolFile(space);
    }

    /** From here on reading waits for {@link #takeIn}. */
    synchronized void detach() {
        detached = true;
    }

    /**
     * Takes in the rest of the body, or as much of it as there is before it breaks off.
     *
     * @throws SpoolException if the file cannot be written, because the disk is full for example
     */
    void takeIn() throws SpoolException {
        byte[] block = new byte[BLOCK];
        IOException why = null;
        try {
            for (int length = body.read(block); length >= 0 && append(block, length); ) {
                length = body.read(block);
            }
        } catch (IOException e) {
            why = e;
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            why = new InterruptedIOException();
        }
        end(why);
        if (why instanceof SpoolException full) {
            throw full;
        }
    }

    /**
     * Returns whether anybody still wants more. Where there is no room, the client waits until the import has read on.
     */
    private synchronized boolean append(byte[] block, int length) throws IOException, InterruptedException {
        while (!closed && !write(ByteBuffer.wrap(block, 0, length))) {
            // Others that take up the room do not tell this one when they are done.
            wait(FULL_MILLIS);
        }
        notifyAll();
        return !closed;
    }

    private boolean write(ByteBuffer bytes) throws SpoolException {
        try {
            return file.append(bytes);
        } catch (IOException e) {
            throw new SpoolException(e);
        }
    }

    private synchronized void end(IOException why) {
        ended = true;
        failure = why;
        notifyAll();
    }

    @Override
    public int read() throws IOException {
        byte[] one = new byte[1];
        return read(one, 0, 1) < 0 ? -1 : one[0] & 0xff;
    }

    @Override
    public int read(byte[] bytes, int offset, int length) throws IOException {
        if (!isDetached()) {
            return body.read(bytes, offset, length);
        }
        return length == 0 ? 0 : readBehind(ByteBuffer.wrap(bytes, offset, length));
    }

    private synchronized boolean isDetached() {
        return detached;
    }

    private synchronized int readBehind(ByteBuffer bytes) throws IOException {
        try {
            while (file.isEmpty() && !ended && !closed) {
                wait();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException();
        }
        if (closed) {
            throw new IOException("The import has ended");
        }
        if (file.isEmpty()) {
            if (failure != null) {
                throw failure;
            }
            return -1;
        }
        int length = file.read(bytes);
        notifyAll();
        return length;
    }

    /** Removes the file; what still comes is not wanted any more. */
    @Override
    public synchronized void close() throws IOException {
        closed = true;
        notifyAll();
        file.close();
    }
}
