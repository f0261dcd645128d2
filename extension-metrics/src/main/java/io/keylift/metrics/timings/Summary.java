// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.timings;

import io.keylift.metrics.request.PhaseTimes;

/**
 * What there is to tell of the requests to one endpoint, all times in nanoseconds.
 *
 * @param count number of requests
 * @param nanos all durations together
 * @param statements SQL statements of all together
 * @param p50 what half of the durations do not exceed
 * @param p95 what 95 % of them do not exceed
 * @param p99 what 99 % of them do not exceed
 * @param max the longest
 * @param phases all time in each phase together
 */
record Summary(long count, long nanos, long statements, long p50, long p95, long p99, long max, PhaseTimes phases) {

    static Summary of(Figures figures) {
        return new Summary(
                figures.count(),
                figures.nanos(),
                figures.statements(),
                figures.percentile(50),
                figures.percentile(95),
                figures.percentile(99),
                figures.max(),
                figures.phases());
    }
}
