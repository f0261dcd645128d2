// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

@Timeout(value = 1, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
class EndedRequestsTest {

    private static final int MANY = 200_000;

    private final List<RequestBreakdown> told = Collections.synchronizedList(new ArrayList<>());

    /** Usually there is nothing to deliver, as on an idle server. */
    @Test
    void whoTellsWhileAnotherAddsTellsOfEachOnce() throws InterruptedException {
        EndedRequests requests = new EndedRequests(256, told::add);
        AtomicBoolean hasEnded = new AtomicBoolean();
        AtomicReference<Throwable> thrown = new AtomicReference<>();
        Thread teller = new Thread(() -> {
            while (!hasEnded.get()) {
                requests.tell();
            }
        });
        teller.setUncaughtExceptionHandler((thread, failure) -> thrown.set(failure));
        teller.start();
        RequestBreakdown request = request();
        for (int i = 0; i < MANY; i++) {
            requests.add(request);
        }
        hasEnded.set(true);
        teller.join();
        requests.tell();

        assertThat(thrown).hasNullValue();
        assertThat(told).hasSize(MANY);
    }

    @Test
    void whoAddsDoesNotWaitForWhoTells() throws InterruptedException {
        CountDownLatch telling = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        EndedRequests requests = new EndedRequests(2, request -> {
            telling.countDown();
            await(goOn);
            told.add(request);
        });
        requests.add(request());
        Thread teller = new Thread(requests::tell);
        teller.start();
        telling.await();
        for (int i = 0; i < 5; i++) {
            requests.add(request());
        }
        assertThat(told).isEmpty();
        goOn.countDown();
        teller.join();
        requests.tell();

        assertThat(told).hasSize(6);
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private static RequestBreakdown request() {
        return TestWork.of(new BackgroundWork(new ObserverDispatch()), new RequestLoad())
                .end("/uri", 200, false);
    }
}
