// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench.load;

import java.time.Instant;
import java.util.Map;

/**
 * The requests that ended in a second, on all nodes; there may be none.
 *
 * @param at beginning of the second
 * @param requests number of requests
 * @param millis sum of their durations in milliseconds
 * @param phases sum of the milliseconds in each phase
 */
record SecondOfLoad(Instant at, long requests, double millis, Map<String, Double> phases) {

    /** A second in which no request ended. */
    static SecondOfLoad none(Instant at) {
        return new SecondOfLoad(at, 0, 0, Map.of());
    }

    /** Mean duration in milliseconds; 0 if no request ended. */
    double mean() {
        return requests == 0 ? 0 : millis / requests;
    }
}
