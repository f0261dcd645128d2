// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.timings;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.keylift.metrics.history.EndpointChange;
import io.keylift.metrics.recent.EndpointName;
import io.keylift.metrics.recent.Summary;
import java.util.List;

/**
 * The change of an endpoint between two periods.
 *
 * @param uri path template, or a constant if there is none
 * @param method HTTP method
 * @param grantType grant type of token requests; absent for all others
 * @param doubled figures that at least doubled, and by an amount that matters
 * @param statementsFactor factor of the mean number of statements; absent if there are few requests, or none before
 * @param p95Factor factor of {@code p95}; absent like {@code statementsFactor}
 * @param now its requests now; absent if there are none
 * @param before its requests before; absent if there were none
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record EndpointChangeRepresentation(
        String uri,
        String method,
        String grantType,
        List<String> doubled,
        Double statementsFactor,
        Double p95Factor,
        EndpointRepresentation now,
        EndpointRepresentation before) {

    static EndpointChangeRepresentation of(EndpointChange change) {
        EndpointName name = change.endpoint();
        return new EndpointChangeRepresentation(
                name.uri(),
                name.method(),
                name.grantType(),
                change.doubled(),
                factor(change, EndpointChange.STATEMENTS),
                factor(change, EndpointChange.P95),
                side(name, change.now()),
                side(name, change.before()));
    }

    private static Double factor(EndpointChange change, String figure) {
        if (!change.isComparable()) {
            return null;
        }
        double factor = change.factor(figure);
        return Double.isInfinite(factor) ? null : (Double) factor;
    }

    private static EndpointRepresentation side(EndpointName name, Summary summary) {
        return summary == null ? null : EndpointRepresentation.of(name, summary);
    }
}
