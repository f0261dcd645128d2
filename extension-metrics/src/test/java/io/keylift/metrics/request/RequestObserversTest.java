// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class RequestObserversTest {

    private final RequestObservers observers = new RequestObservers();
    private final RequestBreakdown request =
            new RequestWork(new BackgroundWork(observers)).end("/uri", "GET", 200, false);

    @AfterEach
    void letGo() {
        observers.set(List.of());
    }

    @Test
    void oneThatFailsKeepsNoOtherFromItsRequests() {
        List<RequestBreakdown> seen = new ArrayList<>();
        RequestObserver throwing = request -> {
            throw new IllegalStateException("as always");
        };
        RequestObserver unlinked = request -> {
            throw new NoSuchMethodError("gone");
        };
        observers.set(List.of(
                CalledObserver.immediate("throwing", throwing),
                CalledObserver.immediate("unlinked", unlinked),
                CalledObserver.immediate("collecting", seen::add)));

        tell(3);

        assertThat(seen).containsExactly(request, request, request);
    }

    @Test
    @Timeout(value = 1, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void oneThatWaitsMissesWhatItsQueueCannotHoldAndKeepsNoOtherWaiting() throws InterruptedException {
        List<RequestBreakdown> seen = new ArrayList<>();
        List<RequestBreakdown> slow = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch taken = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        CountDownLatch done = new CountDownLatch(3);
        RequestObserver waiting = request -> {
            taken.countDown();
            await(goOn);
            slow.add(request);
            done.countDown();
        };
        observers.set(List.of(
                CalledObserver.onItsOwnThread("waiting", waiting, 2),
                CalledObserver.immediate("collecting", seen::add)));

        tell(1);
        taken.await();
        tell(9);

        assertThat(seen).hasSize(10);
        assertThat(slow).isEmpty();
        goOn.countDown();
        done.await();
        assertThat(slow).containsExactly(request, request, request);
    }

    @Test
    @Timeout(value = 1, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void oneThatWaitsIsInterruptedWhenItIsLetGo() throws InterruptedException {
        CountDownLatch taken = new CountDownLatch(1);
        CountDownLatch interrupted = new CountDownLatch(1);
        RequestObserver waiting = request -> {
            taken.countDown();
            try {
                new CountDownLatch(1).await();
            } catch (InterruptedException e) {
                interrupted.countDown();
            }
        };
        observers.set(List.of(CalledObserver.onItsOwnThread("waiting", waiting, 2)));

        tell(1);
        taken.await();
        observers.set(List.of());
        interrupted.await();

        assertThat(observers.isEmpty()).isTrue();
    }

    private void tell(int times) {
        for (int i = 0; i < times; i++) {
            observers.all(observer -> observer.requestEnded(request));
        }
    }

    private static void await(CountDownLatch latch) {
        try {
            latch.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }
}
