// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.evaluation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keylift.capability.catalog.Catalog;
import io.keylift.capability.catalog.Catalogs;
import java.util.ArrayList;
import java.util.List;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.atomic.AtomicInteger;
import org.awaitility.Awaitility;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class CapabilityCacheTest {

    private static final int THREADS = 8;
    private static final String REALM = "realm";

    private final CapabilityCache cache = new CapabilityCache(1000);
    private final AtomicInteger reads = new AtomicInteger();

    @Test
    @Timeout(20)
    void threadsThatNeedTheSameCatalogShareOneRead() throws InterruptedException {
        CountDownLatch goOn = new CountDownLatch(1);
        Queue<Catalog> answers = new ConcurrentLinkedQueue<>();
        List<Thread> threads = new ArrayList<>();
        for (int i = 0; i < THREADS; i++) {
            Thread thread = new Thread(() -> answers.add(cache.catalog(REALM, "one", () -> {
                await(goOn);
                return read("one");
            })));
            threads.add(thread);
            thread.start();
            // The first one waits in its read, the others wait for the first one.
            Awaitility.await()
                    .until(() ->
                            thread.getState() == Thread.State.WAITING || thread.getState() == Thread.State.BLOCKED);
        }

        goOn.countDown();
        for (Thread thread : threads) {
            thread.join();
        }

        assertThat(answers).hasSize(THREADS).allMatch(catalog -> catalog == answers.peek());
        assertThat(reads).hasValue(1);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            throw new IllegalStateException(e);
        }
    }

    @Test
    void law10_anotherRevisionIsReadAndReplacesTheOneBefore() {
        current("one");
        current("one");
        assertThat(reads).hasValue(1);

        assertThat(current("two").revision()).isEqualTo("two");
        assertThat(current("one").revision()).isEqualTo("one");
        assertThat(reads).hasValue(3);
    }

    @Test
    void aFailedReadIsTriedAgainByTheNextRequest() {
        assertThatThrownBy(() -> cache.catalog(REALM, "one", () -> {
                    throw new IllegalStateException("no database");
                }))
                .hasMessage("no database");

        assertThat(current("one").revision()).isEqualTo("one");
    }

    private Catalog current(String revision) {
        return cache.catalog(REALM, revision, () -> read(revision));
    }

    private Catalog read(String revision) {
        reads.incrementAndGet();
        return Catalogs.empty(revision);
    }
}
