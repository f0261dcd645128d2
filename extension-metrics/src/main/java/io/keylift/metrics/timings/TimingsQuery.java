// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.timings;

import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Stream;

/**
 * The query of a caller.
 *
 * @param order order of the endpoints
 * @param first number of endpoints to skip
 * @param max maximum number of endpoints
 */
record TimingsQuery(Order order, int first, int max) {

    private static final int DEFAULT_MAX = 100;
    private static final int MOST = 10_000;

    /** Names of the query parameters of all callers. */
    private static final List<String> PARAMETERS = List.of("sort", "first", "max");

    /** Name of the query parameter for callers who may choose a realm. */
    static final String REALM = "realm";

    /** @throws BadQueryException if there are parameters that the caller must not use */
    static void requireKnown(Set<String> parameters, boolean mayNameRealm) {
        List<String> known = mayNameRealm
                ? Stream.concat(PARAMETERS.stream(), Stream.of(REALM)).toList()
                : PARAMETERS;
        QueryParameters.requireKnown(parameters, known);
    }

    /**
     * Reads the query parameters.
     *
     * @param given returns the value of a parameter, or {@code null}
     */
    static TimingsQuery of(UnaryOperator<String> given) {
        String sort = given.apply("sort");
        return new TimingsQuery(
                sort == null
                        ? Order.TOTAL
                        : Order.of(sort).orElseThrow(() -> QueryParameters.notOneOf("sort", Order.names())),
                QueryParameters.number(given, "first", 0, 0, Integer.MAX_VALUE),
                QueryParameters.number(given, "max", DEFAULT_MAX, 1, MOST));
    }
}
