// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class SingleFlightTest {

    private static final int THREADS = 8;

    private final SingleFlight<String, Integer> flight = new SingleFlight<>();
    private final AtomicInteger runs = new AtomicInteger();

    @Test
    @Timeout(20)
    void threadsThatWantTheSameShareTheWork() throws InterruptedException {
        CountDownLatch goOn = new CountDownLatch(1);
        Queue<Integer> answers = new ConcurrentLinkedQueue<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            Thread thread = new Thread(() -> answers.add(flight.run("key", () -> {
                await(goOn);
                return runs.incrementAndGet();
            })));
            threads.add(thread);
            thread.start();
            // The first one in its work, the others for it.
            Awaitility.await().until(() -> thread.getState() == Thread.State.WAITING);
        }

        goOn.countDown();
        for (Thread thread : threads) {
            thread.join();
        }

        assertThat(answers).hasSize(THREADS).containsOnly(1);
        assertThat(runs).hasValue(1);
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
