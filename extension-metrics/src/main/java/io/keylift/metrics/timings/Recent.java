// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.timings;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Map;

/**
 * What there was to tell of the requests in the window at some moment.
 *
 * @param to the moment
 * @param age for how long their ends had been seen by then
 */
record Recent(Map<EndpointName, Summary> endpoints, Instant to, Duration age) {

    /** What there is now. */
    static Recent of(Map<EndpointName, Figures> figures, Duration age) {
        Map<EndpointName, Summary> endpoints = new HashMap<>();
        figures.forEach((name, sum) -> endpoints.put(name, Summary.of(sum)));
        return new Recent(endpoints, Instant.now().truncatedTo(ChronoUnit.MILLIS), age);
    }

    Instant from() {
        return to.minus(age).truncatedTo(ChronoUnit.MILLIS);
    }
}
