// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.recent;

import java.time.Duration;
import java.util.HashMap;
import java.util.Map;

/** The figures of the requests in the window at one moment. */
public record Recent(Map<EndpointName, Summary> endpoints, Interval interval) {

    /**
     * Returns the current figures.
     *
     * @param age time that the window covers now
     */
    static Recent of(Map<EndpointName, Figures> figures, Duration age) {
        Map<EndpointName, Summary> endpoints = new HashMap<>();
        figures.forEach((name, sum) -> endpoints.put(name, Summary.of(sum)));
        return new Recent(endpoints, Interval.upToNow(age));
    }
}
