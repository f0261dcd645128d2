// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.timings;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Cuts time into slices, of which the last few make up the window: the present one, and as many whole ones before it as
 * the window needs.
 */
final class Slices {

    private static final int PER_WINDOW = 5;

    /** Slices in the window. */
    static final int KEPT = PER_WINDOW + 1;

    private final LongSupplier nanoTime;
    private final long start;
    private final long sliceNanos;

    /** @param nanoTime as {@link System#nanoTime()} */
    Slices(Duration window, LongSupplier nanoTime) {
        this.nanoTime = nanoTime;
        this.start = nanoTime.getAsLong();
        this.sliceNanos = window.toNanos() / PER_WINDOW;
    }

    /** Number of the present slice, from 0. */
    long present() {
        return (nanoTime.getAsLong() - start) / sliceNanos;
    }

    /** Number of the first slice in the window. */
    static long first(long present) {
        return Math.max(0, present - KEPT + 1);
    }

    /** How long ago the first slice in the window began. */
    Duration age() {
        long passed = nanoTime.getAsLong() - start;
        return Duration.ofNanos(passed - first(passed / sliceNanos) * sliceNanos);
    }
}
