// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.timings;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.util.Comparator;
import java.util.List;

/**
 * What the requests of the last minutes have taken.
 *
 * @param realm name of the realm whose requests these are; absent where they are those of all
 * @param from when the first of them may have ended, ISO 8601
 * @param to when the last of them may have ended, ISO 8601
 * @param unit of all times
 * @param relativeError by what share at most percentiles and the longest duration are above what they really are; all
 *     other figures are exact
 * @param sort what the endpoints are sorted by
 * @param endpointCount number of endpoints, those that are not on this page included
 * @param endpoints of this page
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record TimingsRepresentation(
        String realm,
        String from,
        String to,
        String unit,
        double relativeError,
        String sort,
        int endpointCount,
        List<EndpointRepresentation> endpoints) {

    private record Found(EndpointName name, Summary summary, long key) {}

    private static final Comparator<Found> MOST_FIRST = Comparator.comparingLong(Found::key)
            .reversed()
            .thenComparing(found -> found.name().uri())
            .thenComparing(found -> found.name().method());

    /** @param realm name of the realm to tell of, or {@code null} for all requests */
    static TimingsRepresentation of(RecentRequests requests, String realm, TimingsQuery query) {
        Recent recent = realm == null ? requests.recent() : requests.recent(realm);
        List<EndpointRepresentation> page = recent.endpoints().entrySet().stream()
                .map(entry -> new Found(
                        entry.getKey(), entry.getValue(), query.order().figure().applyAsLong(entry.getValue())))
                .sorted(MOST_FIRST)
                .skip(query.first())
                .limit(query.max())
                .map(found -> EndpointRepresentation.of(found.name(), found.summary()))
                .toList();
        return new TimingsRepresentation(
                realm,
                recent.from().toString(),
                recent.to().toString(),
                "seconds",
                Figures.RELATIVE_ERROR,
                query.order().name(),
                recent.endpoints().size(),
                page);
    }
}
