// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client;

import java.time.Duration;
import java.util.random.RandomGenerator;

/** How long to wait before the next attempt: a second, then twice as long each time, up to a minute. */
final class Pauses {

    private static final Duration FIRST = Duration.ofSeconds(1);
    private static final Duration LONGEST = Duration.ofMinutes(1);

    /** A server that asks for more is waited for no longer than this at a time. */
    private static final Duration LONGEST_ASKED = Duration.ofMinutes(10);

    private final RandomGenerator random;
    private Duration next = FIRST;

    Pauses(RandomGenerator random) {
        this.random = random;
    }

    /** After an attempt that got further than those before it. */
    void reset() {
        next = FIRST;
    }

    /**
     * The next pause. Clients that broke off together come back at different times.
     *
     * @param asked by the server, or {@code null}
     */
    Duration next(Duration asked) {
        Duration least = asked == null || asked.isNegative() ? next : asked;
        next = next.multipliedBy(2).compareTo(LONGEST) < 0 ? next.multipliedBy(2) : LONGEST;
        Duration bounded = least.compareTo(LONGEST_ASKED) < 0 ? least : LONGEST_ASKED;
        return bounded.plusMillis(random.nextLong(1 + bounded.toMillis() / 4));
    }
}
