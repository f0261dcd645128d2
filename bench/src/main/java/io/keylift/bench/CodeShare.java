// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import java.io.PrintStream;
import java.util.List;
import java.util.Locale;
import java.util.function.ToIntFunction;

/**
 * Share of our code in the CPU time of token requests to a server with our JAR.
 *
 * @param starts samples of each start of the server
 * @param ofProcess share of all threads, over all starts
 * @param ofJavaThreads share without the JVM's own threads, which {@code ofProcess} approaches when nothing is left to
 *     compile
 */
record CodeShare(String grant, List<CpuSamples> starts, Share ofProcess, Share ofJavaThreads) {

    static CodeShare of(Grant grant, List<CpuSamples> starts) {
        int ours = sum(starts, CpuSamples::ours);
        return new CodeShare(
                grant.label(),
                starts,
                Share.of(ours, sum(starts, CpuSamples::all)),
                Share.of(ours, sum(starts, CpuSamples::ofJavaThreads)));
    }

    private static int sum(List<CpuSamples> starts, ToIntFunction<CpuSamples> samples) {
        return starts.stream().mapToInt(samples).sum();
    }

    static void print(List<CodeShare> shares, PrintStream out) {
        for (CodeShare share : shares) {
            out.printf(
                    Locale.ROOT,
                    "Share of CPU samples in our code, %-19s %s; of Java threads alone %s%n",
                    share.grant + ":",
                    text(share.ofProcess),
                    text(share.ofJavaThreads));
        }
    }

    private static String text(Share share) {
        return String.format(
                Locale.ROOT,
                "%.2f %% (95 %%: %.2f to %.2f; ours %,d of %,d)",
                share.share() * 100,
                share.low() * 100,
                share.high() * 100,
                share.ours(),
                share.of());
    }
}
