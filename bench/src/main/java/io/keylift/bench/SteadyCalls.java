// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;

/**
 * Makes calls at fixed moments, whether the previous calls are answered or not. The latency of a call counts from its
 * moment, so that a stall of the server is not hidden.
 */
public final class SteadyCalls {

    /**
     * Maximum number of calls that wait for their answer at the same time. Further calls begin late, which counts as
     * latency.
     */
    private static final int THREADS = 64;

    private SteadyCalls() {}

    /** A call that may fail. */
    @FunctionalInterface
    public interface Call {
        void run(int index) throws Exception;
    }

    /** Makes the calls and returns the milliseconds of each. */
    public static List<Double> send(int perSecond, int seconds, Call call) throws Exception {
        ScheduledExecutorService threads = Executors.newScheduledThreadPool(THREADS);
        try {
            long start = System.nanoTime();
            List<Future<Double>> all = new ArrayList<>();
            for (int i = 0; i < perSecond * seconds; i++) {
                int index = i;
                long due = start + TimeUnit.SECONDS.toNanos(1) * i / perSecond;
                all.add(threads.schedule(
                        () -> {
                            call.run(index);
                            return (System.nanoTime() - due) / 1e6;
                        },
                        due - System.nanoTime(),
                        TimeUnit.NANOSECONDS));
            }
            List<Double> millis = new ArrayList<>();
            for (Future<Double> one : all) {
                millis.add(one.get());
            }
            return millis;
        } finally {
            threads.shutdownNow();
        }
    }
}
