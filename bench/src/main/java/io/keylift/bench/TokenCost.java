// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import java.io.PrintStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.ToDoubleFunction;
import org.apache.commons.math3.stat.StatUtils;

/**
 * Cost of token requests of one grant to instrumented servers.
 *
 * @param sorts sorts of servers
 * @param ofTheSame ratio of two servers of one sort in the same set, without the compiler, which shows the effect of
 *     chance
 */
record TokenCost(Grant grant, List<Sort> sorts, List<Double> ofTheSame) {

    /**
     * Servers with one way of instrumentation; one figure for each set.
     *
     * @param micros CPU time of a request in microseconds
     * @param ofPlain {@code micros} as a share of that of the plain servers of the set
     * @param ofPlainCompiled {@code ofPlain} without the compiler
     */
    record Sort(Instrumentation observed, List<Double> micros, List<Double> ofPlain, List<Double> ofPlainCompiled) {}

    /** @param servers the sorts that are measured */
    static TokenCost of(Grant grant, List<Instrumentation> servers) {
        TokenCost cost = new TokenCost(grant, new ArrayList<>(), new ArrayList<>());
        for (Instrumentation observed : servers) {
            cost.sorts.add(new Sort(observed, new ArrayList<>(), new ArrayList<>(), new ArrayList<>()));
        }
        return cost;
    }

    /** Adds the CPU times of the servers of a set. */
    void add(List<TokenCpuTime> set) {
        double plain = mean(set, Instrumentation.PLAIN, TokenCpuTime::all);
        double plainCompiled = mean(set, Instrumentation.PLAIN, TokenCpuTime::withoutCompiler);
        for (Sort sort : sorts) {
            double micros = mean(set, sort.observed, TokenCpuTime::all);
            sort.micros.add(micros);
            sort.ofPlain.add(micros / plain);
            sort.ofPlainCompiled.add(mean(set, sort.observed, TokenCpuTime::withoutCompiler) / plainCompiled);
            List<TokenCpuTime> alike = of(set, sort.observed);
            for (int other = 1; other < alike.size(); other++) {
                ofTheSame.add(alike.get(other).withoutCompiler() / alike.get(0).withoutCompiler());
            }
        }
    }

    private static double mean(List<TokenCpuTime> set, Instrumentation observed, ToDoubleFunction<TokenCpuTime> time) {
        return of(set, observed).stream().mapToDouble(time).average().orElseThrow();
    }

    private static List<TokenCpuTime> of(List<TokenCpuTime> set, Instrumentation observed) {
        return set.stream().filter(spent -> spent.observed() == observed).toList();
    }

    void print(PrintStream out) {
        out.printf("%nCPU of a request, %s:%n", grant.label());
        out.printf("%-16s %9s  %-50s %s%n", "server", "us", "of plain", "of plain, both without the compiler");
        for (Sort sort : sorts) {
            out.printf(
                    Locale.ROOT,
                    "%-16s %,9.0f  %-50s %s%n",
                    sort.observed.label(),
                    Quantiles.median(sort.micros),
                    Mean.of(sort.ofPlain),
                    Mean.of(sort.ofPlainCompiled));
        }
        if (!ofTheSame.isEmpty()) {
            out.printf("%-16s %9s  %-50s %s%n", "two of one sort", "", "", spread());
        }
    }

    /** Difference of two servers of one sort, whichever is larger. */
    private String spread() {
        double[] apart = ofTheSame.stream()
                .mapToDouble(ratio -> Math.abs(ratio - 1) * 100)
                .toArray();
        return String.format(
                Locale.ROOT,
                "differ by %.1f %%, at most %.1f %% (%d pairs)",
                StatUtils.mean(apart),
                StatUtils.max(apart),
                apart.length);
    }
}
