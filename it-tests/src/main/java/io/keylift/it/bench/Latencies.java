// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.bench;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Random;

/**
 * Calls that are compared. Each round makes all of them, in another order, so that none gains from what is compiled or
 * cached in the meantime; rounds before that are the warm-up.
 */
final class Latencies {

    private static final int WINDOWS = 6;

    private final List<Case> cases = new ArrayList<>();
    private final Random random = new Random(26);

    /** A call that is to be timed. */
    @FunctionalInterface
    interface Call {
        void run(int round) throws Exception;
    }

    private record Case(Latency latency, Call before, Call call) {

        void run(int round) throws Exception {
            before.run(round);
            long start = System.nanoTime();
            call.run(round);
            latency.millis().add((System.nanoTime() - start) / 1e6);
        }
    }

    void add(String what, Call call) {
        add(what, round -> {}, call);
    }

    /** @param before what comes before each call and is not timed */
    void add(String what, Call before, Call call) {
        cases.add(new Case(new Latency(what, new ArrayList<>()), before, call));
    }

    /** Warms up for so many seconds at least, then times so many rounds. */
    List<Latency> measure(int rounds, double warmUpSeconds) throws Exception {
        WarmUp warmUp = new WarmUp(warmUpSeconds);
        do {
            window(warmUp, warmUpSeconds / WINDOWS);
        } while (!warmUp.isDone());
        WarmUp.Result warm = warmUp.result();
        System.out.printf(
                Locale.ROOT, "Warmed up for %.0f s%s%n", warm.seconds(), warm.steady() ? "" : ", still changing");
        for (Case one : cases) {
            one.latency.millis().clear();
        }
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
