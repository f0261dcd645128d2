// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench.load;

import java.time.Duration;
import java.time.Instant;

/** Time limit of a run. */
record Budget(Instant end) {

    /** A budget of this number of minutes from a moment on. */
    static Budget of(Instant start, double minutes) {
        return new Budget(start.plusMillis(Math.round(minutes * 60_000)));
    }

    /** Whether work of this length ends in time. */
    boolean allows(double seconds) {
        return !Instant.now()
                .plus(Duration.ofMillis(Math.round(seconds * 1000)))
                .isAfter(end);
    }
}
