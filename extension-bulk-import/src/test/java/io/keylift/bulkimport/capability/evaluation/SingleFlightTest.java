// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.capability.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import org.junit.jupiter.api.Test;

class SingleFlightTest {

    private static final int THREADS = 8;

    private final SingleFlight<String, Integer> flight = new SingleFlight<>();
    private final AtomicInteger runs = new AtomicInteger();

    @Test
    void threadsThatWantTheSameShareTheWork() throws Exception {
        ExecutorService threads = Executors.newFixedThreadPool(THREADS);
        try {
            CountDownLatch begun = new CountDownLatch(1);
            CountDownLatch asked = new CountDownLatch(THREADS - 1);
            List<Future<Integer>> answers = new ArrayList<>();
            answers.add(threads.submit(() -> flight.run("key", () -> {
                begun.countDown();
                await(asked);
                return runs.incrementAndGet();
            })));
            begun.await();
            for (int i = 1; i < THREADS; i++) {
                answers.add(threads.submit(() -> {
                    asked.countDown();
                    return flight.run("key", () -> 0);
                }));
            }
            // Those that came too late for the work that is under way have done their own.
            for (Future<Integer> answer : answers) {
                assertThat(answer.get()).isIn(0, 1);
            }
            assertThat(runs).hasValue(1);
        } finally {
            threads.shutdownNow();
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void whatFailsForOneIsTriedByTheNext() {
        assertThatThrownBy(() -> flight.run("key", () -> {
                    throw new IllegalStateException("no database");
                }))
                .hasMessage("no database");

        assertThat(flight.run("key", runs::incrementAndGet)).isEqualTo(1);
    }
}
