// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import java.time.Duration;
import java.util.function.LongSupplier;

/** Limits the rounds of a part of the benchmark, so that the part ends after twenty minutes. */
final class TimeLimit {

    static final Duration OF_A_PART = Duration.ofMinutes(20);

    private final long limit;
    private final LongSupplier clock;
    private final long start;
    private long begun;
    private long longest;

    /** The time counts from now on. */
    TimeLimit() {
        this(OF_A_PART, System::nanoTime);
    }

    TimeLimit(Duration limit, LongSupplier clock) {
        this.limit = limit.toNanos();
        this.clock = clock;
        start = clock.getAsLong();
        begun = start;
    }

    /** A limit that ends together with this one, and gives the first of several equal pieces of work its share. */
    TimeLimit share(int pieces) {
        return new TimeLimit(Duration.ofNanos(Math.max(0, left()) / pieces), clock);
    }

    /** Called when a round begins. */
    void roundBegins() {
        begun = clock.getAsLong();
    }

    /** Called when a round has ended. */
    void roundEnded() {
        longest = Math.max(longest, clock.getAsLong() - begun);
    }

    /** Whether a further round, as long as the longest so far, ends in time. The first round is always allowed. */
    boolean allowsRound() {
        boolean allows = longest == 0 || left() >= longest;
        if (!allows) {
            System.out.println("  No further round: the part would take more than 20 minutes");
        }
        return allows;
    }

    private long left() {
        return start + limit - clock.getAsLong();
    }
}
