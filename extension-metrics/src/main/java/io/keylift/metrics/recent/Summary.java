// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.recent;

import io.keylift.metrics.request.PhaseTimes;

/**
 * Summary of the requests to one endpoint, all times in nanoseconds.
 *
 * @param count number of requests
 * @param nanos sum of the durations
 * @param statements number of SQL statements of all requests
 * @param allocated memory that all requests allocated, in bytes
 * @param p50 duration that half of the requests do not exceed
 * @param p95 duration that 95 % of the requests do not exceed
 * @param p99 duration that 99 % of the requests do not exceed
 * @param max longest duration
 * @param phases sum of the time in each phase
 */
public record Summary(
        long count,
        long nanos,
        long statements,
        long allocated,
        long p50,
        long p95,
        long p99,
        long max,
        PhaseTimes phases) {

    /** Maximum relative error of percentiles and of the longest duration, which are never too low. */
    public static final double RELATIVE_ERROR = 0.01;

    public static Summary of(Figures figures) {
        return new Summary(
                figures.count(),
                figures.nanos(),
                figures.statements(),
                figures.allocated(),
                figures.percentile(50),
                figures.percentile(95),
                figures.percentile(99),
                figures.max(),
                figures.phases());
    }
}
