// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.bench;

import java.io.PrintStream;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/**
 * What it costs a server to be looked into.
 *
 * @param costs of servers that were started in turn
 * @param footprints of the same
 * @param hooks {@code null} if not measured
 */
record MetricsCost(List<TokenCost> costs, List<Footprint> footprints, HooksCost hooks) {

    void print(PrintStream out) {
        out.printf(
                "%n%-16s %-19s %9s %17s %9s %14s %9s%n",
                "CPU of a token", "grant", "us", "min..max", "of plain", "min..max", "wall ms");
        for (TokenCost cost : costs) {
            out.printf(
                    Locale.ROOT,
                    "%-16s %-19s %,9.0f %17s %9.3f %14s %9.1f%n",
                    cost.observed(),
                    cost.grant(),
                    Measured.median(cost.cpuMicros()),
                    range("%,.0f..%,.0f", cost.cpuMicros()),
                    Measured.median(cost.ofPlain()),
                    range("%.3f..%.3f", cost.ofPlain()),
                    Measured.median(cost.wallMillis()));
        }
        out.println("Medians over the starts of the servers, ratios against the plain one of the same round.");
        out.printf("%n%-16s %17s %14s %14s %14s%n", "server", "ready after s", "min..max", "resident MB", "min..max");
        for (Footprint footprint : footprints) {
            out.printf(
                    Locale.ROOT,
                    "%-16s %17.1f %14s %14.0f %14s%n",
                    footprint.observed(),
                    Measured.median(footprint.readySeconds()),
                    range("%.1f..%.1f", footprint.readySeconds()),
                    Measured.median(footprint.residentMegabytes()),
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
