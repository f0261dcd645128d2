// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.load;

import java.time.Instant;
import java.util.Map;

/**
 * The requests that ended in a second, on all nodes.
 *
 * @param at beginning of the second
 * @param requests number of requests
 * @param millis sum of their durations in milliseconds
 * @param phases sum of the milliseconds in each phase
 */
record SecondOfLoad(Instant at, long requests, double millis, Map<String, Double> phases) {

    /** Mean duration in milliseconds. */
    double mean() {
        return millis / requests;
    }
}
