// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.recent;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;

/** The time in which requests ended, in milliseconds. */
public record Interval(Instant from, Instant to) {

    /** The interval of this length that ends now. */
    static Interval upToNow(Duration length) {
        Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
        return new Interval(now.minus(length).truncatedTo(ChronoUnit.MILLIS), now);
    }
}
