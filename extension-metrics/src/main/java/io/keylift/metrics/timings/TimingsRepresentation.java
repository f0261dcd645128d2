// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.timings;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.keylift.metrics.history.HistoryReader;
import io.keylift.metrics.history.HistoryReader.Cluster;
import io.keylift.metrics.recent.EndpointName;
import io.keylift.metrics.recent.Interval;
import io.keylift.metrics.recent.Recent;
import io.keylift.metrics.recent.RecentWork;
import io.keylift.metrics.recent.Summary;
import java.util.Comparator;
import java.util.List;
import java.util.Map;

/**
 * The durations of the requests of the last minutes.
 *
 * @param realm name of the realm of the requests; absent for the requests of all realms
 * @param nodes names of the nodes with such requests; absent for the requests of this node
 * @param from beginning of the time in which the requests ended, ISO 8601
 * @param to end of the time in which the requests ended, ISO 8601
 * @param unit unit of all times
 * @param relativeError maximum relative error of percentiles and of the longest duration, which are never too low; all
 *     other figures are exact
 * @param sort order of the endpoints
 * @param endpointCount number of endpoints, including those on other pages
 * @param endpoints endpoints of this page
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record TimingsRepresentation(
        String realm,
        List<String> nodes,
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
            .thenComparing(found -> found.name().method())
            .thenComparing(found -> String.valueOf(found.name().grantType()));

    /** @param realm name of the realm, or {@code null} for all requests */
    static TimingsRepresentation of(RecentWork work, String realm, TimingsQuery query) {
        Recent recent = realm == null ? work.recent() : work.recent(realm);
        return of(realm, null, recent.interval(), Summary.RELATIVE_ERROR, recent.endpoints(), query);
    }

    /** The representation of all nodes and realms. */
    static TimingsRepresentation of(Cluster cluster, TimingsQuery query) {
        return of(null, cluster.nodes(), cluster.interval(), HistoryReader.RELATIVE_ERROR, cluster.endpoints(), query);
    }

    private static TimingsRepresentation of(
            String realm,
            List<String> nodes,
            Interval interval,
            double relativeError,
            Map<EndpointName, Summary> endpoints,
            TimingsQuery query) {
        List<EndpointRepresentation> page = endpoints.entrySet().stream()
                .map(entry -> new Found(
                        entry.getKey(), entry.getValue(), query.order().figure().applyAsLong(entry.getValue())))
                .sorted(MOST_FIRST)
                .skip(query.first())
                .limit(query.max())
                .map(found -> EndpointRepresentation.of(found.name(), found.summary()))
                .toList();
        return new TimingsRepresentation(
                realm,
                nodes,
                interval.from().toString(),
                interval.to().toString(),
                "seconds",
                relativeError,
                query.order().name(),
                endpoints.size(),
                page);
    }
}
