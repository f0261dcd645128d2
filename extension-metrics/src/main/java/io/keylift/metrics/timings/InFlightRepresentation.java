// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.timings;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.keylift.metrics.request.InFlightRequest;
import io.keylift.metrics.request.Phase;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * The requests in flight on this node.
 *
 * @param realm name of the realm of the requests; absent for the requests of all realms
 * @param at the moment, ISO 8601
 * @param unit unit of all times
 * @param requestCount number of requests, including those that are not shown
 * @param phases number of requests by phase; a phase without requests is absent
 * @param requests the requests, the oldest first
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record InFlightRepresentation(
        String realm,
        String at,
        String unit,
        int requestCount,
        Map<String, Integer> phases,
        List<RequestRepresentation> requests) {

    /**
     * @param realm name of the realm, or {@code null} for all requests
     * @param requests all of the realm, the oldest first
     * @param max maximum number of requests to show
     */
    static InFlightRepresentation of(
            String realm,
            List<InFlightRequest> requests,
            int max,
            Function<InFlightRequest, RequestRepresentation> representation) {
        Map<Phase, Integer> counts = new EnumMap<>(Phase.class);
        requests.forEach(request -> counts.merge(request.phase(), 1, Integer::sum));
        Map<String, Integer> phases = new LinkedHashMap<>();
        counts.forEach((phase, count) -> phases.put(phase.label(), count));
        return new InFlightRepresentation(
                realm,
                Instant.now().truncatedTo(ChronoUnit.MILLIS).toString(),
                "seconds",
                requests.size(),
                phases,
                requests.stream().limit(max).map(representation).toList());
    }
}
