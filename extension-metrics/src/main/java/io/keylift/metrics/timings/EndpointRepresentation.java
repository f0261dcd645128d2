// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.timings;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.keylift.metrics.recent.EndpointName;
import io.keylift.metrics.recent.Summary;
import io.keylift.metrics.request.Phase;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * An endpoint and the durations of its requests, in seconds.
 *
 * @param uri path template, or a constant if there is none
 * @param method HTTP method
 * @param grantType grant type of token requests; absent for all others
 * @param count number of requests
 * @param total sum of the durations
 * @param mean mean of the durations
 * @param p50 duration that half of the requests do not exceed
 * @param p95 duration that 95 % of the requests do not exceed
 * @param p99 duration that 99 % of the requests do not exceed
 * @param max longest duration
 * @param statements mean number of SQL statements
 * @param allocated mean of the memory that a request allocates, in bytes
 * @param phases mean time in each phase; the phases add up to {@code mean}
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
public record EndpointRepresentation(
        String uri,
        String method,
        String grantType,
        long count,
        double total,
        double mean,
        double p50,
        double p95,
        double p99,
        double max,
        double statements,
        double allocated,
        Map<String, Double> phases) {

    static EndpointRepresentation of(EndpointName name, Summary summary) {
        double count = summary.count();
        Map<String, Double> phases = new LinkedHashMap<>();
        for (Phase phase : Phase.values()) {
            phases.put(phase.label(), seconds(summary.phases().nanos(phase) / count));
        }
        return new EndpointRepresentation(
                name.uri(),
                name.method(),
                name.grantType(),
                summary.count(),
                seconds(summary.nanos()),
                seconds(summary.nanos() / count),
                seconds(summary.p50()),
                seconds(summary.p95()),
                seconds(summary.p99()),
                seconds(summary.max()),
                summary.statements() / count,
                summary.allocated() / count,
                phases);
    }

    private static double seconds(double nanos) {
        return nanos / 1e9;
    }
}
