// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rest;

import io.keylift.bulkimport.input.SpoolException;
import io.keylift.bulkimport.place.Place;
import io.keylift.bulkimport.place.SlowClientException;
import io.keylift.bulkimport.spool.SpoolFile;
import io.keylift.bulkimport.spool.SpoolSpace;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;

/**
 * The body of a request that gets its response before it has been imported. At first it is read directly. Once it is
 * {@link #detach detached}, the request's thread writes it to a temporary file as fast as the client sends, and the
 * import reads that file. If there is no more room, the client has to wait.
 */
final class BodySpool extends InputStream {

    private static final int BLOCK = 1 << 16;
    private static final long FULL_MILLIS = 500;

    private InputStream body;
    private boolean detached;
    private final SpoolFile file;
    private boolean ended;
    private boolean closed;
    private IOException failure;

    BodySpool(InputStream body, SpoolSpace space) {
        this.body = body;
        file = new SpoolFile(space);
    }

    /** The client may keep this place only as long as it sends. Called before anything is read. */
    void heldBy(Place place) {
        body = place.reading(body);
    }

    /** From now on, reads return only bytes that {@link #takeIn} has stored. */
    synchronized void detach() {
        detached = true;
    }

    /**
     * Stores the rest of the body, or its beginning if it breaks off.
     *
     * @throws SpoolException if the file cannot be written, for example because the disk is full
     * @throws SlowClientException if the client, which still sends, is too slow
     */
    void takeIn() throws SpoolException, SlowClientException {
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
        if (why instanceof SlowClientException slow) {
            throw slow;
        }
    }

    /** Returns whether the import still reads. If there is no room, the client waits until the import has read on. */
    private synchronized boolean append(byte[] block, int length) throws IOException, InterruptedException {
        while (!closed && !write(ByteBuffer.wrap(block, 0, length))) {
            // Other bodies that use the space do not notify this one when they release it.
            wait(FULL_MILLIS);
        }
        notifyAll();
        return !closed;
    }

    private boolean write(ByteBuffer bytes) throws SpoolException {
        try {
            return file.appendIfHalfIsLeft(bytes);
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

    /** Removes the file; the rest of the body is discarded. */
    @Override
    public synchronized void close() throws IOException {
        closed = true;
        notifyAll();
        file.close();
    }
}
