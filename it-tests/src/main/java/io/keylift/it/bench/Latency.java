// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.bench;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;

/**
 * How long single calls took.
 *
 * @param what what was called, in which surroundings
 * @param millis of each call
 */
record Latency(String what, List<Double> millis) {

    /** A call that is to be timed. */
    @FunctionalInterface
    interface Call {
        void run(int round) throws Exception;
    }

    /** Times a call again and again. */
    static Latency of(String what, int rounds, Call call) throws Exception {
        return of(what, rounds, round -> {}, call);
    }

    /** The same with something before each call that is not timed. */
    static Latency of(String what, int rounds, Call before, Call call) throws Exception {
        List<Double> millis = new ArrayList<>();
        for (int round = 0; round < rounds; round++) {
            before.run(round);
            long start = System.nanoTime();
            call.run(round);
            millis.add((System.nanoTime() - start) / 1e6);
        }
        return new Latency(what, millis);
    }

    double quantile(double share) {
        List<Double> sorted = millis.stream().sorted().toList();
        return sorted.get((int) Math.ceil(share * sorted.size()) - 1);
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
