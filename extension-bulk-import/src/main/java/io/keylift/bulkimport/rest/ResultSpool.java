// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rest;

import io.keylift.bulkimport.spool.SpoolFile;
import io.keylift.bulkimport.spool.SpoolSpace;
import java.io.IOException;
import java.io.OutputStream;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.Optional;
import java.util.Queue;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.jboss.logging.Logger;

/**
 * Passes result lines from the import to the client without ever making the import wait. Lines that a slow client has
 * not read yet are kept in memory up to a limit, and beyond it in a temporary file. A client can therefore send
 * everything before it reads anything. If the file cannot be written or there is no more room, lines are lost and only
 * the last ones are sent; the job and its list of rejects are still complete.
 */
final class ResultSpool {

    private static final Logger LOG = Logger.getLogger(ResultSpool.class);

    private static final int MAX_MEMORY = 1 << 20;
    private static final int BLOCK = 64 * 1024;

    /** An import of a few records takes less: its client then gets all lines at once. */
    private static final Duration MOMENT = Duration.ofMillis(20);

    private static final byte[] SILENCE = {};

    private final Queue<byte[]> memory = new ArrayDeque<>();
    private int memoryBytes;
    private final SpoolFile file;
    private final Duration silence;
    private final Duration moment;
    private boolean begun;
    private byte[] last;
    private boolean lost;
    private boolean ended;
    private long endedAt;
    private boolean abandoned;

    /** @param silence time without a line after which the client gets a progress line */
    ResultSpool(SpoolSpace space, Duration silence) {
        this(space, silence, MOMENT);
    }

    /** @param moment time for which the first lines wait for the last ones */
    ResultSpool(SpoolSpace space, Duration silence, Duration moment) {
        file = new SpoolFile(space);
        this.silence = silence;
        this.moment = moment;
    }

    /** Adds lines. Called by the import. */
    synchronized void add(byte[] lines) {
        if (abandoned || ended || lost) {
            return;
        }
        if (file.isEmpty() && memoryBytes + lines.length <= MAX_MEMORY) {
            memory.add(lines);
            memoryBytes += lines.length;
        } else {
            append(lines);
        }
        notifyAll();
    }

    /** Whether lines were lost. */
    synchronized boolean isLossy() {
        return lost;
    }

    /** Adds the last lines, which are never lost. Called by the import. */
    synchronized void end(byte[] lines) {
        last = lines;
        ended = true;
        endedAt = System.nanoTime();
        notifyAll();
    }

    /** Time since the last lines were added; 0 before: a client need not read while it still sends. */
    synchronized long nanosSinceEnd() {
        return ended ? System.nanoTime() - endedAt : 0;
    }

    /**
     * Writes lines as they are added until there are no more. Called by the request's thread.
     *
     * @param progress line for a client that has not received one for too long: a proxy would close the connection
     */
    void drainTo(OutputStream out, Supplier<Optional<byte[]>> progress) throws IOException {
        try {
            for (byte[] lines = take(); lines != null; lines = take()) {
                // Called without the lock: progress waits for threads that add other lines.
                out.write(lines == SILENCE ? progress.get().orElse(SILENCE) : lines);
                out.flush();
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            abandon();
        }
    }

    private synchronized byte[] take() throws InterruptedException, IOException {
        long deadline = System.nanoTime() + silence.toNanos();
        while (memory.isEmpty() && file.isEmpty() && !ended) {
            long left = TimeUnit.NANOSECONDS.toMillis(deadline - System.nanoTime());
            if (left <= 0) {
                return SILENCE;
            }
            wait(left);
        }
        awaitEndForAMoment();
        if (!memory.isEmpty()) {
            return takeMemory();
        }
        return file.isEmpty() ? takeLast() : takeFile();
    }

    private void awaitEndForAMoment() throws InterruptedException {
        long deadline = System.nanoTime() + moment.toNanos();
        while (!begun && !ended && memoryBytes < BLOCK) {
            long left = deadline - System.nanoTime();
            begun = left <= 0;
            if (!begun) {
                TimeUnit.NANOSECONDS.timedWait(this, left);
            }
        }
        begun = true;
    }

    private byte[] takeLast() {
        byte[] lines = last;
        last = null;
        return lines;
    }

    /** Takes all lines in memory, so that a chunk of lines is written at once, and the last ones if they follow. */
    private byte[] takeMemory() {
        byte[] end = ended && file.isEmpty() ? takeLast() : new byte[0];
        ByteBuffer all = ByteBuffer.allocate(memoryBytes + end.length);
        memory.forEach(all::put);
        all.put(end);
        memory.clear();
        memoryBytes = 0;
        return all.array();
    }

    private byte[] takeFile() throws IOException {
        ByteBuffer block = ByteBuffer.allocate(BLOCK);
        file.read(block);
        return Arrays.copyOf(block.array(), block.position());
    }

    private void append(byte[] lines) {
        try {
            lost = !file.append(ByteBuffer.wrap(lines));
            if (lost) {
                LOG.warn("Results that a client has not read are lost: `max-spool-bytes` is reached");
            }
        } catch (IOException e) {
            lost = true;
            LOG.warnf(e, "Results that a client has not read are lost: the spool cannot be written");
        }
    }

    /** Number of bytes in memory. */
    synchronized int heldBytes() {
        return memoryBytes;
    }

    private synchronized void abandon() {
        abandoned = true;
        memory.clear();
        memoryBytes = 0;
        try {
            file.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
