// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.timings;

import io.keylift.metrics.request.Phase;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * An endpoint and what its requests have taken, in seconds.
 *
 * @param uri path template, or a constant where there is none
 * @param method HTTP method
 * @param count number of requests
 * @param total their durations together
 * @param mean of the durations
 * @param p50 what half of the durations do not exceed
 * @param p95 what 95 % of them do not exceed
 * @param p99 what 99 % of them do not exceed
 * @param max the longest
 * @param statements SQL statements, on average
 * @param phases time in each phase, on average; together they are {@code mean}
 */
public record EndpointRepresentation(
        String uri,
        String method,
        long count,
        double total,
        double mean,
        double p50,
        double p95,
        double p99,
        double max,
        double statements,
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
                summary.count(),
                seconds(summary.nanos()),
                seconds(summary.nanos() / count),
                seconds(summary.p50()),
                seconds(summary.p95()),
                seconds(summary.p99()),
                seconds(summary.max()),
                summary.statements() / count,
                phases);
    }

    private static double seconds(double nanos) {
        return nanos / 1e9;
    }
}
