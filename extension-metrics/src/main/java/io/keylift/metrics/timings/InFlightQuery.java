// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.timings;

import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * A query for the requests in flight.
 *
 * @param max maximum number of requests
 * @param frames maximum number of frames of each thread
 */
record InFlightQuery(int max, int frames) {

    /** Name of the query parameter for callers in the master realm. */
    static final String FRAMES = "frames";

    private static final String MAX = "max";
    private static final int DEFAULT_MAX = 100;
    private static final int MOST = 10_000;
    private static final int MOST_FRAMES = 100;

    /**
     * Reads the query parameters.
     *
     * @param names names of the parameters
     * @param given returns the value of a parameter, or {@code null}
     * @param more names of parameters that the caller may use, too
     * @throws BadQueryException if a parameter or a value is not allowed
     */
    static InFlightQuery of(Set<String> names, UnaryOperator<String> given, String... more) {
        List<String> known = new ArrayList<>(List.of(MAX));
        known.addAll(List.of(more));
        QueryParameters.requireKnown(names, known);
        return new InFlightQuery(
                QueryParameters.number(given, MAX, DEFAULT_MAX, 1, MOST),
                QueryParameters.number(given, FRAMES, 0, 0, MOST_FRAMES));
    }
}
