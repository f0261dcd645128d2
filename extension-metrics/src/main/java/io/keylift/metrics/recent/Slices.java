// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.recent;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Divides time into slices. The window consists of the current slice and as many complete ones before it as it needs.
 */
final class Slices {

    private static final int PER_WINDOW = 5;

    /** Number of slices in the window. */
    static final int KEPT = PER_WINDOW + 1;

    private final LongSupplier nanoTime;
    private final long start;
    private final long sliceNanos;

    /** @param nanoTime time as {@link System#nanoTime()} */
    Slices(Duration window, LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.start = nanoTime.getAsLong();
        this.sliceNanos = window.toNanos() / PER_WINDOW;
    }

    /** Number of the current slice, from 0. */
    long present() {
        return (nanoTime.getAsLong() - start) / sliceNanos;
    }

    /** Number of the first slice in the window. */
    static long first(long present) {
        return Math.max(0, present - KEPT + 1);
    }

    /** Time since the first slice in the window began. */
    Duration age() {
        long passed = nanoTime.getAsLong() - start;
        return Duration.ofNanos(passed - first(passed / sliceNanos) * sliceNanos);
    }
}
