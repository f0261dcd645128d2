// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.bench;

import java.io.PrintStream;
import java.util.Collections;
import java.util.List;
import java.util.Locale;

/**
 * How much of what a server with our JAR does under load is our code.
 *
 * @param samples threads that were seen on the CPU during the requests, of all starts of the server
 * @param ours those of them that ran ours, or what it calls
 * @param ofStarts the share in each start of the server
 */
record CodeShare(String grant, int samples, int ours, List<Double> ofStarts) {

    /** Bounds that a share keeps to in 95 % of such measurements. */
    record Interval(double low, double high) {}

    /** Quantile of the normal distribution for 95 %, both sides. */
    private static final double Z = 1.96;

    double share() {
        return (double) ours / samples;
    }

    /** Wilson's score interval, which also holds for shares of almost nothing. */
    Interval interval() {
        double square = Z * Z / samples;
        double middle = share() + square / 2;
        double half = Z * Math.sqrt(share() * (1 - share()) / samples + square / samples / 4);
        return new Interval((middle - half) / (1 + square), (middle + half) / (1 + square));
    }

    static void print(List<CodeShare> shares, PrintStream out) {
        for (CodeShare share : shares) {
            out.printf(
                    Locale.ROOT,
                    "Share of CPU samples in our code, %-19s %.2f %% (95 %%: %.2f to %.2f; ours %,d of %,d; starts %.2f to %.2f)%n",
                    share.grant + ":",
                    share.share() * 100,
                    share.interval().low * 100,
                    share.interval().high * 100,
                    share.ours,
                    share.samples,
                    Collections.min(share.ofStarts) * 100,
                    Collections.max(share.ofStarts) * 100);
        }
    }
}
