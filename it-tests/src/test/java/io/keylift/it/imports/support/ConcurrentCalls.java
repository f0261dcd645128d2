// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.support;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.Callable;
import java.util.concurrent.CyclicBarrier;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/** Makes the same call several times concurrently. */
public final class ConcurrentCalls {

    private ConcurrentCalls() {}

    public static <T> List<T> run(int times, Callable<T> work) throws Exception {
        CyclicBarrier start = new CyclicBarrier(times);
        ExecutorService threads = Executors.newFixedThreadPool(times);
        try {
            List<Future<T>> running = new ArrayList<>();
            for (int i = 0; i < times; i++) {
                running.add(threads.submit(() -> {
                    start.await();
                    return work.call();
                }));
            }
            List<T> results = new ArrayList<>();
            for (Future<T> each : running) {
                results.add(each.get());
            }
            return results;
        } finally {
            threads.shutdownNow();
        }
    }
}
