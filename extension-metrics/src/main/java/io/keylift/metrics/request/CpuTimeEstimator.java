// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Estimates the processor time of a thread that begins to work for a request. A reading is a system call, the most
 * expensive part of the measurement of a short request.
 *
 * <p>A busy thread was read a moment ago, at the end of another request. The estimate is that reading plus the thread's
 * average consumption between two requests. Every 16th request takes a reading, which keeps the average true: sums over
 * many requests are exact, and a single request is off by its difference from the average.
 */
final class CpuTimeEstimator {

    /** The longest time after which a reading counts as recent. */
    static final long LONG_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    /** Number of requests per reading. */
    static final int EACH = 16;

    /** Weight of a reading in the average: one of so many. */
    private static final int MEMORY = 8;

    private static final long UNKNOWN = -1;

    /** The state of a thread at the end of its last request. */
    private static final class Last {

        private long at;
        private long cpu = UNKNOWN;
        private int requests;
        private long readings;
        private double between;

        private boolean isRecent(long now) {
            return cpu >= 0 && now - at < LONG_NANOS;
        }

        private long after(long now, LongSupplier reading) {
            if (requests++ % EACH != 0) {
                return cpu + Math.min((long) between, now - at);
            }
            long read = reading.getAsLong();
            readings++;
            between += (read - cpu - between) / Math.min(readings, MEMORY);
            return read;
        }
    }

    private final LongSupplier reading;
    private final ThreadLocal<Last> lasts = ThreadLocal.withInitial(Last::new);

    /** @param reading returns the processor time of the current thread, or a negative number if it is unknown */
    CpuTimeEstimator(LongSupplier reading) {
        this.reading = reading;
    }

    /** Processor time of the current thread, which begins to work for a request, or a negative number. */
    long begin(long now) {
        Last last = lasts.get();
        long begun = last.isRecent(now) ? last.after(now, reading) : reading.getAsLong();
        last.cpu = UNKNOWN;
        return begun;
    }

    /**
     * The current thread has ended its work for a request.
     *
     * @param cpu its processor time, or a negative number
     */
    void end(long now, long cpu) {
        Last last = lasts.get();
        last.at = now;
        last.cpu = cpu;
    }
}
