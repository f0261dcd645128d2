// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.bench;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;

/**
 * How long single calls took.
 *
 * @param what what was called, in which surroundings
 * @param millis of each call
 */
record Latency(String what, List<Double> millis) {

    double quantile(double share) {
        return Quantiles.nearestRank(millis, share);
    }

    static void print(List<Latency> all, PrintStream out) {
        out.printf("%n%-76s %6s %9s %9s %9s%n", "milliseconds", "calls", "median", "p95", "slowest");
        for (Latency latency : all) {
            out.printf(
                    Locale.ROOT,
                    "%-76s %6d %9.1f %9.1f %9.1f%n",
                    latency.what,
                    latency.millis.size(),
                    latency.quantile(0.5),
                    latency.quantile(0.95),
                    latency.quantile(1));
        }
    }
}
