// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import java.time.Duration;

/** Distances of a server from its database, as additional time of an answer. */
enum Place {
    NEAR(0),
    ONE_MILLISECOND(1),
    FIVE_MILLISECONDS(5);

    final Duration delay;

    Place(long millis) {
        this.delay = Duration.ofMillis(millis);
    }

    /** Name in {@code bench.json} and in the property. */
    String label() {
        return Labels.of(this);
    }
}
