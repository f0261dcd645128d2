// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;
import java.util.function.Supplier;

/**
 * Compares the latencies of calls. Each round makes all calls in another order, so that none profits from code that is
 * compiled, or data that is cached, meanwhile. The first rounds are the warm-up.
 */
final class Latencies {

    private static final int WINDOWS = 6;

    private final List<Case> cases = new ArrayList<>();
    private final Random random = new Random(26);
    private final Supplier<CpuTimes> cpu;

    Latencies() {
        this(() -> null);
    }

    /** @param cpu reads the CPU times of the servers, which are then measured for each call, too */
    Latencies(Supplier<CpuTimes> cpu) {
        this.cpu = cpu;
    }

    /** A call to time. */
    @FunctionalInterface
    interface Call {
        void run(int round) throws Exception;
    }

    private final class Case {

        private final String what;
        private final Call before;
        private final Call call;
        private final List<Double> millis = new ArrayList<>();
        private CpuTimes spent;

        Case(String what, Call before, Call call) {
            this.what = what;
            this.before = before;
            this.call = call;
        }

        void run(int round) throws Exception {
            before.run(round);
            CpuTimes cpuBefore = cpu.get();
            long start = System.nanoTime();
            call.run(round);
            millis.add((System.nanoTime() - start) / 1e6);
            if (cpuBefore != null) {
                CpuTimes ofCall = cpu.get().perRecord(cpuBefore, 1);
                spent = spent == null ? ofCall : spent.plus(ofCall);
            }
        }

        void forget() {
            millis.clear();
            spent = null;
        }

        Latency latency() {
            CpuTimes none = new CpuTimes(0, 0);
            return new Latency(what, millis, spent == null ? null : spent.perRecord(none, millis.size()));
        }
    }

    void add(String what, Call call) {
        add(what, round -> {}, call);
    }

    /** @param before preparation of each call, which is not timed */
    void add(String what, Call before, Call call) {
        cases.add(new Case(what, before, call));
    }

    /** Warms up for at least these seconds, then times this number of rounds. */
    List<Latency> measure(int rounds, double warmUpSeconds) throws Exception {
        WarmUp warmUp = new WarmUp(warmUpSeconds);
        do {
            window(warmUp, warmUpSeconds / WINDOWS);
        } while (!warmUp.isDone());
        WarmUp.Result warm = warmUp.result();
        System.out.printf(
                Locale.ROOT, "Warmed up for %.0f s%s%n", warm.seconds(), warm.steady() ? "" : ", still changing");
        cases.forEach(Case::forget);
        for (int round = 0; round < rounds; round++) {
            round(round);
        }
        return cases.stream().map(Case::latency).toList();
    }

    private void window(WarmUp warmUp, double atLeast) throws Exception {
        long start = System.nanoTime();
        double seconds;
        int rounds = 0;
        do {
            round(rounds++);
            seconds = (System.nanoTime() - start) / 1e9;
        } while (seconds < atLeast);
        warmUp.add(rounds / seconds, seconds);
    }

    private void round(int round) throws Exception {
        List<Case> order = new ArrayList<>(cases);
        Collections.shuffle(order, random);
        for (Case one : order) {
            one.run(round);
        }
    }
}
