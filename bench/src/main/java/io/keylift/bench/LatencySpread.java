// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import java.util.List;

/** Milliseconds of calls; not numbers without calls. */
record LatencySpread(int samples, double p50, double p95, double p99, double slowest) {

    static LatencySpread of(List<Double> millis) {
        return new LatencySpread(
                millis.size(),
                Quantiles.nearestRank(millis, 0.5),
                Quantiles.nearestRank(millis, 0.95),
                Quantiles.nearestRank(millis, 0.99),
                Quantiles.nearestRank(millis, 1));
    }
}
