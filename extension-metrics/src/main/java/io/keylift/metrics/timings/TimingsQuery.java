// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.timings;

import io.keylift.metrics.history.HistoryReader;
import java.time.Duration;
import java.time.Instant;
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
 * @param ofAllNodes whether the requests of all nodes count
 */
record TimingsQuery(Order order, int first, int max, boolean ofAllNodes) {

    private static final int DEFAULT_MAX = 100;
    private static final int MOST = 10_000;

    /** Name of the query parameter that selects this node or all nodes. */
    static final String NODES = "nodes";

    /** The values of {@code nodes}. */
    static final List<String> OF_NODES = List.of("this", "all");

    /** Names of the query parameters of all callers. */
    private static final List<String> PARAMETERS =
            List.of("sort", "first", "max", NODES, ComparisonQuery.COMPARE, ComparisonQuery.WITH_NODE);

    /** Name of the query parameter for callers who may choose a realm. */
    static final String REALM = "realm";

    /** Time of the requests of all nodes, in the middle of what the window of one node covers. */
    private static final Duration LATEST = Duration.ofMinutes(5);

    /** @throws BadQueryException if there are parameters that the caller must not use */
    static void requireKnown(Set<String> parameters, boolean mayNameRealm) {
        List<String> known = mayNameRealm
                ? Stream.concat(PARAMETERS.stream(), Stream.of(REALM)).toList()
                : PARAMETERS;
        QueryParameters.requireKnown(parameters, known);
    }

    /**
     * The figures of other nodes are not kept by realm.
     *
     * @throws BadQueryException if the caller names a realm
     */
    void requireAllRealms(Set<String> parameters) {
        if (parameters.contains(REALM)) {
            throw new BadQueryException("Query parameter `realm` cannot be used with `nodes=all`");
        }
    }

    /** The timings of all nodes. */
    TimingsRepresentation answer(HistoryReader reader) {
        return TimingsRepresentation.of(reader.cluster(Instant.now(), LATEST), this);
    }

    /**
     * Reads the query parameters.
     *
     * @param given returns the value of a parameter, or {@code null}
     */
    static TimingsQuery of(UnaryOperator<String> given) {
        String sort = given.apply("sort");
        if (given.apply(ComparisonQuery.WITH_NODE) != null) {
            throw ComparisonQuery.nodeWithoutComparison();
        }
        String nodes = given.apply(NODES);
        if (nodes != null && !OF_NODES.contains(nodes)) {
            throw QueryParameters.notOneOf(NODES, OF_NODES);
        }
        return new TimingsQuery(
                sort == null
                        ? Order.TOTAL
                        : Order.of(sort).orElseThrow(() -> QueryParameters.notOneOf("sort", Order.names())),
                QueryParameters.number(given, "first", 0, 0, Integer.MAX_VALUE),
                QueryParameters.number(given, "max", DEFAULT_MAX, 1, MOST),
                "all".equals(nodes));
    }
}
