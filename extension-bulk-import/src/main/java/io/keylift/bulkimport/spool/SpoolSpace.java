// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.spool;

import java.io.File;
import java.io.IOException;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.function.LongSupplier;

/**
 * The directory for data that clients have sent ahead or not read yet, and the limit on its total size on this node.
 */
public final class SpoolSpace {

    private final Path directory;
    private final long maxBytes;
    private final LongSupplier free;
    private long used;

    /** @param directory {@code null} for the JVM's directory of temporary files */
    public SpoolSpace(Path directory, long maxBytes) {
        this(directory, maxBytes, usableSpace(directory));
    }

    /** @param free number of bytes that the directory's disk has left */
    public SpoolSpace(Path directory, long maxBytes, LongSupplier free) {
        this.directory = directory;
        this.maxBytes = maxBytes;
        this.free = free;
    }

    private static LongSupplier usableSpace(Path directory) {
        File file = directory == null ? new File(System.getProperty("java.io.tmpdir")) : directory.toFile();
        return file::getUsableSpace;
    }

    /** Opens a file that is deleted when it is closed. */
    public FileChannel open() throws IOException {
        Path path = directory == null
                ? Files.createTempFile("keylift", ".spool")
                : Files.createTempFile(directory, "keylift", ".spool");
        return FileChannel.open(
                path, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE);
    }

    /**
     * Returns whether the disk has room for a body of this size. The node's limit also bounds the part of the body that
     * is on the disk at a time.
     */
    public synchronized boolean fits(long bytes) {
        return Math.min(bytes, maxBytes - used) <= free.getAsLong();
    }

    /** Maximum number of bytes that this node keeps. */
    public long maxBytes() {
        return maxBytes;
    }

    /** Reserves room for this number of bytes; returns whether there was enough. */
    public synchronized boolean take(long bytes) {
        if (used + bytes > maxBytes) {
            return false;
        }
        used += bytes;
        return true;
    }

    /**
     * Reserves room for bytes that can wait. Except for the first bytes, it leaves as much room to others as the caller
     * already has.
     *
     * @param held number of bytes that the caller has already
     */
    public synchronized boolean takeHalf(long bytes, long held) {
        boolean leavesAsMuch = held + bytes <= maxBytes - used - bytes;
        return (held == 0 || leavesAsMuch) && take(bytes);
    }

    public synchronized void giveBack(long bytes) {
        used -= bytes;
    }
}
