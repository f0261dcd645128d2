// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client;

import java.io.InterruptedIOException;
import java.util.concurrent.TimeUnit;

/** Delays blocks of an input so that only so many lines are sent in a second. */
final class Throttle {

    private final double linesPerSecond;

    /** Lines that are already committed are read by the server in no time, and sent as fast. */
    private final long committed;

    private long lines;
    private long start;

    /** @param linesPerSecond 0 for no limit */
    Throttle(double linesPerSecond, long committed) {
        this.linesPerSecond = linesPerSecond;
        this.committed = committed;
    }

    void await(byte[] block, int count) throws InterruptedIOException {
        if (linesPerSecond == 0) {
            return;
        }
        for (int i = 0; i < count; i++) {
            if (block[i] == '\n') {
                lines++;
            }
        }
        if (lines <= committed) {
            return;
        }
        if (start == 0) {
            start = System.nanoTime();
        }
        long due = start + (long) ((lines - committed) / linesPerSecond * TimeUnit.SECONDS.toNanos(1));
        try {
            TimeUnit.NANOSECONDS.sleep(due - System.nanoTime());
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new InterruptedIOException();
        }
    }
}
