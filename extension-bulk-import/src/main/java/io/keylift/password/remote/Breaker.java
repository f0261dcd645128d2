// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.password.remote;

import java.time.Duration;
import java.util.function.LongSupplier;

/**
 * Keeps questions from an old system that is away: after some failures in a row, one question in each period finds out
 * whether it is back.
 */
final class Breaker {

    private final int failuresToOpen;
    private final long periodNanos;
    private final LongSupplier clock;
    private int failures;
    private long since;

    /** @param clock nanoseconds, as {@link System#nanoTime} */
    Breaker(int failuresToOpen, Duration period, LongSupplier clock) {
        this.failuresToOpen = failuresToOpen;
        this.periodNanos = period.toNanos();
        this.clock = clock;
    }

    /** Whether a question may be asked now. */
    synchronized boolean mayAsk() {
        if (!isOpen()) {
            return true;
        }
        long now = clock.getAsLong();
        if (now - since < periodNanos) {
            return false;
        }
        since = now;
        return true;
    }

    synchronized boolean isOpen() {
        return failures >= failuresToOpen;
    }

    /** Returns whether the old system was away until now. */
    synchronized boolean answered() {
        boolean wasOpen = isOpen();
        failures = 0;
        return wasOpen;
    }

    /** Returns whether the old system counts as away from now on. */
    synchronized boolean failed() {
        boolean wasOpen = isOpen();
        failures = Math.min(failures + 1, failuresToOpen);
        if (isOpen()) {
            since = clock.getAsLong();
        }
        return isOpen() && !wasOpen;
    }
}
