// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.timings;

import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.Map;

/**
 * The figures of the requests in the window at one moment.
 *
 * @param to the moment
 * @param age time that the window covered at that moment
 */
record Recent(Map<EndpointName, Summary> endpoints, Instant to, Duration age) {

    /** Returns the current figures. */
    static Recent of(Map<EndpointName, Figures> figures, Duration age) {
        Map<EndpointName, Summary> endpoints = new HashMap<>();
        figures.forEach((name, sum) -> endpoints.put(name, Summary.of(sum)));
        return new Recent(endpoints, Instant.now().truncatedTo(ChronoUnit.MILLIS), age);
    }

    Instant from() {
        return to.minus(age).truncatedTo(ChronoUnit.MILLIS);
    }
}
