// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rest;

import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.channels.FileChannel;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayDeque;
import java.util.Queue;

/**
 * Carries result lines from the import to the client. Never makes the import wait: what a slow client has not read yet is kept in
 * memory up to a limit, and beyond it in a temporary file. A client may so send everything before it reads anything.
 */
final class ResultSpool {

    private static final int MAX_MEMORY = 1 << 20;

    private final Queue<byte[]> memory = new ArrayDeque<>();
    private int memoryBytes;
    private FileChannel file;
    private long fileRead;
    private long fileWritten;
    private boolean ended;
    private boolean abandoned;

    /** Adds lines; by the import. */
    synchronized void add(byte[] lines) {
        if (abandoned || ended) {
            return;
        }
        if (fileRead == fileWritten && memoryBytes + lines.length <= MAX_MEMORY) {
            memory.add(lines);
            memoryBytes += lines.length;
        } else {
            append(lines);
        }
        notifyAll();
    }

    /** No more lines; by the import. */
    synchronized void end() {
        ended = true;
        notifyAll();
    }

    /** Writes lines as they come until there are no more; by the request's thread. */
    void drainTo(OutputStream out) throws IOException {
        try {
            for (byte[] lines = take(); lines != null; lines = take()) {
                out.write(lines);
                out.flush();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            abandon();
        }
    }

    private synchronized byte[] take() throws InterruptedException, IOException {
        while (memory.isEmpty() && fileRead == fileWritten && !ended) {
            wait();
        }
        if (!memory.isEmpty()) {
            return takeMemory();
        }
        return fileRead == fileWritten ? null : takeFile();
    }

    /** All that is in memory at once, so that a chunk of lines is one write. */
    private byte[] takeMemory() {
        ByteBuffer all = ByteBuffer.allocate(memoryBytes);
        memory.forEach(all::put);
        memory.clear();
        memoryBytes = 0;
        return all.array();
    }

    private byte[] takeFile() throws IOException {
        ByteBuffer block = ByteBuffer.allocate((int) Math.min(64 * 1024, fileWritten - fileRead));
        while (block.hasRemaining()) {
            if (file.read(block, fileRead + block.position()) < 0) {
                throw new IOException("The spool of results is shorter than what was written to it");
            }
        }
        fileRead += block.capacity();
        if (fileRead == fileWritten) {
            file.truncate(0);
            fileRead = 0;
            fileWritten = 0;
        }
        return block.array();
    }

    private void append(byte[] lines) {
        try {
            if (file == null) {
                Path path = Files.createTempFile("keylift-results", ".ndjson");
                file = FileChannel.open(
                        path, StandardOpenOption.READ, StandardOpenOption.WRITE, StandardOpenOption.DELETE_ON_CLOSE);
            }
            ByteBuffer block = ByteBuffer.wrap(lines);
            while (block.hasRemaining()) {
                fileWritten += file.write(block, fileWritten);
            }
        } catch (IOException e) {
            throw new UncheckedIOException("Results that the client has not read cannot be spooled", e);
        }
    }

    /** Bytes held in memory. */
    synchronized int heldBytes() {
        return memoryBytes;
    }

    private synchronized void abandon() {
        abandoned = true;
        memory.clear();
        memoryBytes = 0;
        if (file != null) {
            try {
                file.close();
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
        }
    }
}
