// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.spool;

import java.io.Closeable;
import java.io.IOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;

/**
 * A queue of bytes in a temporary file. The file is created with the first bytes, emptied when the queue is empty, and
 * deleted on close. Not thread-safe.
 */
public final class SpoolFile implements Closeable {

    private final SpoolSpace space;
    private FileChannel file;
    private long read;
    private long written;

    public SpoolFile(SpoolSpace space) {
        this.space = space;
    }

    public boolean isEmpty() {
        return read == written;
    }

    /**
     * Adds all of the bytes, or none.
     *
     * @return whether there was room for them
     * @throws IOException if the file cannot be written
     */
    public boolean append(ByteBuffer bytes) throws IOException {
        return space.take(bytes.remaining()) && write(bytes);
    }

    /** Appends bytes that can wait, if other files keep as much room as this one. */
    public boolean appendIfHalfIsLeft(ByteBuffer bytes) throws IOException {
        return space.takeHalf(bytes.remaining(), written) && write(bytes);
    }

    private boolean write(ByteBuffer bytes) throws IOException {
        int length = bytes.remaining();
        long end = written;
        try {
            if (file == null) {
                file = space.open();
            }
            while (bytes.hasRemaining()) {
                end += file.write(bytes, end);
            }
            written = end;
        } finally {
            if (written != end || bytes.hasRemaining()) {
                space.giveBack(length);
            }
        }
        return true;
    }

    /** Number of bytes in the file. */
    public long size() {
        return written;
    }

    /** Reads as many bytes as are available and fit. */
    public int read(ByteBuffer bytes) throws IOException {
        bytes.limit((int) Math.min(bytes.limit(), bytes.position() + written - read));
        int length = bytes.remaining();
        read(bytes, read);
        read += length;
        if (isEmpty()) {
            // A reader that keeps up leaves nothing on the disk.
            file.truncate(0);
            release();
        }
        return length;
    }

    /**
     * Fills the buffer from a position in the file. The bytes stay in the queue.
     *
     * @throws IOException if the file ends before
     */
    public void read(ByteBuffer bytes, long position) throws IOException {
        long from = position;
        while (bytes.hasRemaining()) {
            int length = file.read(bytes, from);
            if (length < 0) {
                throw new IOException("The spool is shorter than the data written to it");
            }
            from += length;
        }
    }

    @Override
    public void close() throws IOException {
        release();
        if (file != null) {
            file.close();
        }
    }

    private void release() {
        space.giveBack(written);
        read = 0;
        written = 0;
    }
}
