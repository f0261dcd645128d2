// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.timings;

import io.keylift.metrics.history.Comparison;
import io.keylift.metrics.history.HistoryReader;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * The query of a caller who compares.
 *
 * @param compare what the requests of now are compared with
 * @param node name of the other node, or {@code null} for all others
 * @param first number of endpoints to skip
 * @param max maximum number of endpoints
 */
record ComparisonQuery(String compare, String node, int first, int max) {

    /** Name of the parameter that makes a query a comparison. */
    static final String COMPARE = "compare";

    static final String WITH_VERSION = "version";
    static final String WITH_YESTERDAY = "yesterday";
    static final String WITH_NODE = "node";

    /** The values of {@code compare}. */
    static final List<String> WITH = List.of(WITH_VERSION, WITH_YESTERDAY, WITH_NODE);

    private static final List<String> PARAMETERS = List.of(COMPARE, WITH_NODE, "first", "max");
    private static final int DEFAULT_MAX = 100;
    private static final int MOST = 10_000;

    /**
     * Reads the query parameters.
     *
     * @param names names of the parameters
     * @param given returns the value of a parameter, or {@code null}
     * @throws BadQueryException if a parameter or a value is not allowed
     */
    static ComparisonQuery of(Set<String> names, UnaryOperator<String> given) {
        QueryParameters.requireKnown(names, PARAMETERS);
        String compare = given.apply(COMPARE);
        if (!WITH.contains(compare)) {
            throw QueryParameters.notOneOf(COMPARE, WITH);
        }
        String node = given.apply(WITH_NODE);
        if (node != null && !compare.equals(WITH_NODE)) {
            throw nodeWithoutComparison();
        }
        return new ComparisonQuery(
                compare,
                node,
                QueryParameters.number(given, "first", 0, 0, Integer.MAX_VALUE),
                QueryParameters.number(given, "max", DEFAULT_MAX, 1, MOST));
    }

    /** The refusal of a node that is compared with nothing. */
    static BadQueryException nodeWithoutComparison() {
        return new BadQueryException("Query parameter `node` needs `compare=node`");
    }

    ComparisonRepresentation answer(HistoryReader reader) {
        Instant now = Instant.now();
        Comparison comparison = switch (compare) {
            case WITH_VERSION -> reader.versions(now);
            case WITH_YESTERDAY -> reader.yesterday(now);
            default -> reader.nodes(now, node);
        };
        return ComparisonRepresentation.of(comparison, this);
    }
}
