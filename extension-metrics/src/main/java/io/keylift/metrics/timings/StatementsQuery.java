// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.timings;

import io.keylift.metrics.recent.EndpointName;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * A query for statements.
 *
 * @param order order of the statements
 * @param uri path template of the only endpoint, or {@code null} for all
 * @param method method of the only endpoint, or {@code null} for all
 * @param onlyRepeated whether only statements count that one request executed many times
 * @param first number of statements to skip
 * @param max maximum number of statements
 */
record StatementsQuery(StatementOrder order, String uri, String method, boolean onlyRepeated, int first, int max) {

    private static final List<String> PARAMETERS = List.of("sort", "uri", "method", "repeated", "first", "max");
    private static final int DEFAULT_MAX = 100;
    private static final int MOST = 10_000;

    /**
     * Reads the query parameters.
     *
     * @param names names of the parameters
     * @param given returns the value of a parameter, or {@code null}
     * @throws BadQueryException if a parameter or a value is not allowed
     */
    static StatementsQuery of(Set<String> names, UnaryOperator<String> given) {
        QueryParameters.requireKnown(names, PARAMETERS);
        String sort = given.apply("sort");
        return new StatementsQuery(
                sort == null
                        ? StatementOrder.TOTAL
                        : StatementOrder.of(sort)
                                .orElseThrow(() -> QueryParameters.notOneOf("sort", StatementOrder.labels())),
                given.apply("uri"),
                given.apply("method"),
                QueryParameters.truth(given, "repeated"),
                QueryParameters.number(given, "first", 0, 0, Integer.MAX_VALUE),
                QueryParameters.number(given, "max", DEFAULT_MAX, 1, MOST));
    }

    boolean isOf(EndpointName endpoint) {
        return (uri == null || uri.equals(endpoint.uri())) && (method == null || method.equals(endpoint.method()));
    }
}
