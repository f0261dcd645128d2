// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;

/**
 * Times of single calls.
 *
 * @param what name of the call and its circumstances
 * @param millis milliseconds of each call
 * @param cpu CPU time of a call in microseconds; {@code null} if not measured
 */
record Latency(String what, List<Double> millis, CpuTimes cpu) {

    Latency(String what, List<Double> millis) {
        this(what, millis, null);
    }

    double quantile(double share) {
        return Quantiles.nearestRank(millis, share);
    }

    static void print(List<Latency> all, PrintStream out) {
        out.printf(
                "%n%-76s %6s %9s %9s %9s %9s %13s %14s%n",
                "milliseconds", "calls", "mean", "median", "p95", "slowest", "CPU Keycloak", "CPU PostgreSQL");
        for (Latency latency : all) {
            out.printf(
                    Locale.ROOT,
                    "%-76s %6d %9.1f %9.1f %9.1f %9.1f %13s %14s%n",
                    latency.what,
                    latency.millis.size(),
                    Quantiles.mean(latency.millis),
                    latency.quantile(0.5),
                    latency.quantile(0.95),
                    latency.quantile(1),
                    latency.cpu == null ? "" : millis(latency.cpu.keycloak()),
                    latency.cpu == null ? "" : millis(latency.cpu.postgresql()));
        }
    }

    private static String millis(double micros) {
        return String.format(Locale.ROOT, "%.1f", micros / 1e3);
    }
}
