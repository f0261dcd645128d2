// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * The processor time of threads when they begin to work for a request. A reading is a system call, the most expensive
 * part of the measurement of a short request. A busy thread was read a moment ago, at the end of another request. It
 * begins with that reading and what it needs on average from a request to the next, to send the response and to wait;
 * every sixteenth time it is read, for the average. So a sum over many requests is right, and a single request is off
 * by what its thread was slower or faster than on average.
 */
final class FirstReadings {

    /** After a longer time, the thread may have done anything. */
    static final long LONG_NANOS = TimeUnit.MILLISECONDS.toNanos(2);

    /** Number of requests for a reading. */
    static final int EACH = 16;

    /** The share of a reading in the average is one of so many. */
    private static final int MEMORY = 8;

    private static final long UNKNOWN = -1;

    /** A thread when it last ended its work for a request. */
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
    FirstReadings(LongSupplier reading) {
        this.reading = reading;
    }

    /** Processor time of the current thread, which begins to work for a request, or a negative number. */
    long begins(long now) {
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
    void ended(long now, long cpu) {
        Last last = lasts.get();
        last.at = now;
        last.cpu = cpu;
    }
}
