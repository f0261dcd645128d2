// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.timings;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/** Limits the rate of an operation on this node, for all callers together. Thread-safe. */
final class RateLimit {

    private final int burst;
    private final long intervalNanos;
    private final LongSupplier nanoTime;
    private long freeAt;

    /**
     * @param perSecond how often on average
     * @param burst how often at once after a pause
     * @param nanoTime time as {@link System#nanoTime()}
     */
    RateLimit(int perSecond, int burst, LongSupplier nanoTime) {
        this.burst = burst;
        this.intervalNanos = TimeUnit.SECONDS.toNanos(1) / perSecond;
        this.nanoTime = nanoTime;
        this.freeAt = nanoTime.getAsLong() - burst * intervalNanos;
    }

    /** Whether once more is within the limit. Then it counts. */
    synchronized boolean isWithin() {
        long now = nanoTime.getAsLong();
        freeAt = Math.max(freeAt, now - burst * intervalNanos);
        if (freeAt + intervalNanos > now) {
            return false;
        }
        freeAt += intervalNanos;
        return true;
    }
}
