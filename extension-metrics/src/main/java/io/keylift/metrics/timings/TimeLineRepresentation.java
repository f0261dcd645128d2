// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.timings;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.keylift.metrics.history.HistoryPoint;
import io.keylift.metrics.history.HistoryReader;
import io.keylift.metrics.recent.EndpointName;
import java.util.List;

/**
 * The requests to an endpoint over time, on all nodes.
 *
 * @param uri path template, or a constant if there is none
 * @param method HTTP method
 * @param grantType grant type of token requests; absent for all others
 * @param resolution how fine it is
 * @param unit unit of all times
 * @param relativeError maximum relative error of percentiles and of the longest duration, which are never too low; all
 *     other figures are exact
 * @param points the times with requests, the earliest first
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record TimeLineRepresentation(
        String uri,
        String method,
        String grantType,
        String resolution,
        String unit,
        double relativeError,
        List<PointRepresentation> points) {

    /**
     * A slice of time.
     *
     * @param from its beginning, ISO 8601
     * @param version version of the servers; each has points of its own
     * @param timings the requests
     */
    record PointRepresentation(String from, String version, EndpointRepresentation timings) {}

    static TimeLineRepresentation of(TimeLineQuery query, List<HistoryPoint> points) {
        EndpointName name = query.endpoint();
        return new TimeLineRepresentation(
                name.uri(),
                name.method(),
                name.grantType(),
                query.resolution().label(),
                "seconds",
                HistoryReader.RELATIVE_ERROR,
                points.stream()
                        .map(point -> new PointRepresentation(
                                point.from().toString(),
                                point.version(),
                                EndpointRepresentation.of(name, point.summary())))
                        .toList());
    }
}
