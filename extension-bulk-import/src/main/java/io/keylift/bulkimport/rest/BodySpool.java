// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rest;

import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.StandardOpenOption;

/**
 * The body of a request that is answered before it has been imported. Read through at first; once it is {@link #detach detached}, the
 * request's thread takes it in as fast as the client sends, into a temporary file, and the import reads behind.
 */
final class BodySpool extends InputStream {

    private static final int BLOCK = 1 << 16;

    private final InputStream body;
    private boolean detached;
    private FileChannel file;
    private long fileRead;
    private long fileWritten;
    private boolean ended;
    private boolean closed;
    private IOException failure;

    BodySpool(InputStream body) {
        this.body = body;
    }

    /** From here on reading waits for {@link #takeIn}. */
    synchronized void detach() {
        detached = true;
    }

    /** Takes in the rest of the body, or as much of it as there is before it breaks off. */
    void takeIn() {
        byte[] block = new byte[BLOCK];
        IOException why = null;
        try {
            for (int length = body.read(block); length >= 0 && append(block, length); ) {
                length = body.read(block);
            }
        } catch (IOException e) {
            why = e;
        }
        end(why);
    }

    /** Returns whether anybody still wants more. */
    private synchronized boolean append(byte[] block, int length) throws IOException {
        if (closed) {
            return false;
        }
        if (file == null) {
            file = FileChannel.open(
                    Files.createTempFile("keylift-body", ".tmp"),
                    StandardOpenOption.READ,
                    StandardOpenOption.WRITE,
                    StandardOpenOption.DELETE_ON_CLOSE);
        }
        ByteBuffer bytes = ByteBuffer.wrap(block, 0, length);
        while (bytes.hasRemaining()) {
            fileWritten += file.write(bytes, fileWritten);
        }
        notifyAll();
        return true;
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
            while (fileRead == fileWritten && !ended && !closed) {
                wait();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException();
        }
        if (closed) {
            throw new IOException("The import has ended");
        }
        if (fileRead == fileWritten) {
            if (failure != null) {
                throw failure;
            }
            return -1;
        }
        bytes.limit((int) Math.min(bytes.limit(), bytes.position() + fileWritten - fileRead));
        int length = file.read(bytes, fileRead);
        fileRead += length;
        if (fileRead == fileWritten) {
            // An import that keeps up leaves nothing on the disk.
            file.truncate(0);
            fileRead = 0;
            fileWritten = 0;
        }
        return length;
    }

    /** Removes the file; what still comes is not wanted any more. */
    @Override
    public synchronized void close() throws IOException {
        closed = true;
        notifyAll();
        if (file != null) {
            file.close();
        }
    }
}
