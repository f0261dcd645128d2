// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.timings;

import io.keylift.metrics.cluster.ClusterEvents;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * A query for the events of the cluster.
 *
 * @param max maximum number of events
 */
record ClusterEventsQuery(int max) {

    private static final String MAX = "max";
    private static final int DEFAULT_MAX = 100;

    /**
     * Reads the query parameters.
     *
     * @param names names of the parameters
     * @param given returns the value of a parameter, or {@code null}
     * @throws BadQueryException if a parameter or a value is not allowed
     */
    static ClusterEventsQuery of(Set<String> names, UnaryOperator<String> given) {
        QueryParameters.requireKnown(names, List.of(MAX));
        return new ClusterEventsQuery(QueryParameters.number(given, MAX, DEFAULT_MAX, 1, ClusterEvents.MOST));
    }
}
