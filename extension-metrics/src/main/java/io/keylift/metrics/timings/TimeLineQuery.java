// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.timings;

import io.keylift.metrics.history.HistoryReader;
import io.keylift.metrics.history.Resolution;
import io.keylift.metrics.recent.EndpointName;
import java.time.Instant;
import java.util.List;
import java.util.Set;
import java.util.function.UnaryOperator;

/**
 * A query for the time line of an endpoint.
 *
 * @param endpoint the endpoint
 * @param resolution how fine the time line is
 */
record TimeLineQuery(EndpointName endpoint, Resolution resolution) {

    private static final List<String> PARAMETERS = List.of("uri", "method", "grantType", "resolution");

    /**
     * Reads the query parameters.
     *
     * @param names names of the parameters
     * @param given returns the value of a parameter, or {@code null}
     * @throws BadQueryException if a parameter or a value is missing or not allowed
     */
    static TimeLineQuery of(Set<String> names, UnaryOperator<String> given) {
        QueryParameters.requireKnown(names, PARAMETERS);
        String resolution = given.apply("resolution");
        return new TimeLineQuery(
                new EndpointName(required(given, "uri"), required(given, "method"), given.apply("grantType")),
                resolution == null
                        ? Resolution.MINUTES
                        : Resolution.of(resolution)
                                .orElseThrow(() -> QueryParameters.notOneOf("resolution", Resolution.labels())));
    }

    private static String required(UnaryOperator<String> given, String name) {
        String value = given.apply(name);
        if (value == null) {
            throw new BadQueryException(
                    "Query parameter `" + name + "` is required: the endpoint has a uri and a method");
        }
        return value;
    }

    TimeLineRepresentation answer(HistoryReader reader) {
        return TimeLineRepresentation.of(this, reader.timeLine(endpoint, resolution, Instant.now()));
    }
}
