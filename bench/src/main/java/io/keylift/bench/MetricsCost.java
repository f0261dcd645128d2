// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import java.io.PrintStream;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/**
 * Cost of the instrumentation of a server.
 *
 * @param costs costs of servers that ran together, by grant
 * @param footprints fixed costs of the same servers
 * @param hooks {@code null} if not measured
 */
record MetricsCost(List<TokenCost> costs, List<Footprint> footprints, HooksCost hooks) {

    void print(PrintStream out) {
        costs.forEach(cost -> cost.print(out));
        out.println(
                "Microseconds: medians of the sets. Shares of the plain servers of the same set: means of the sets.");
        out.printf("%n%-16s %17s %14s %14s %14s%n", "server", "ready after s", "min..max", "resident MB", "min..max");
        for (Footprint footprint : footprints) {
            out.printf(
                    Locale.ROOT,
                    "%-16s %17.1f %14s %14.0f %14s%n",
                    footprint.observed().label(),
                    Quantiles.median(footprint.readySeconds()),
                    range("%.1f..%.1f", footprint.readySeconds()),
                    Quantiles.median(footprint.residentMegabytes()),
                    range("%.0f..%.0f", footprint.residentMegabytes()));
        }
        out.println();
        if (hooks != null) {
            out.printf(
                    Locale.ROOT,
                    "Our own code in one token request: %.2f +- %.2f us (99.9 %%)%n",
                    hooks.micros(),
                    hooks.error());
        }
    }

    private static String range(String format, List<Double> values) {
        return String.format(Locale.ROOT, format, Collections.min(values), Collections.max(values));
    }
}
