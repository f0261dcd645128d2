// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class ObserverDispatchTest {

    private final RequestLoad load = new RequestLoad();
    private final ObserverDispatch observers = new ObserverDispatch();
    private final RequestBreakdown request = request("/uri");

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
        RequestObserver overflowing = request -> {
            throw new StackOverflowError("endless");
        };
        observers.set(List.of(
                ObserverHandle.immediate("throwing", throwing),
                ObserverHandle.immediate("unlinked", unlinked),
                ObserverHandle.immediate("overflowing", overflowing),
                ObserverHandle.immediate("collecting", seen::add)));

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
                ObserverHandle.onItsOwnThread("waiting", waiting, 2),
                ObserverHandle.immediate("collecting", seen::add)));

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
        observers.set(List.of(ObserverHandle.onItsOwnThread("waiting", waiting, 2)));

        tell(1);
        taken.await();
        observers.set(List.of());
        interrupted.await();

        assertThat(observers.isEmpty()).isTrue();
    }

    @Test
    @Timeout(value = 1, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void oneWithAThreadOfItsOwnHearsOfWhatWaitsWhenItIsLetGo() throws InterruptedException {
        List<RequestBreakdown> seen = Collections.synchronizedList(new ArrayList<>());
        CountDownLatch taken = new CountDownLatch(1);
        CountDownLatch goOn = new CountDownLatch(1);
        observers.set(List.of(ObserverHandle.onItsOwnThread(
                "waiting",
                request -> {
                    taken.countDown();
                    await(goOn);
                    seen.add(request);
                },
                5)));
        tell(1);
        taken.await();
        tell(3);
        Thread later = new Thread(() -> {
            while (!observers.isEmpty()) {
                Thread.onSpinWait();
            }
            goOn.countDown();
        });
        later.start();
        observers.set(List.of());
        later.join();

        assertThat(seen).hasSize(4);
    }

    @Test
    void aBatchedOneIsToldInTheOrderInWhichRequestsHaveEnded() {
        List<RequestBreakdown> seen = new ArrayList<>();
        observers.set(List.of(ObserverHandle.batched("batched", batched(seen, request -> true))));
        List<RequestBreakdown> ended = List.of(request("/first"), request("/second"), request("/third"));
        ended.forEach(observers::requestEnded);

        assertThat(seen).isEmpty();
        observers.catchUp();
        assertThat(seen).isEqualTo(ended);
        observers.catchUp();
        assertThat(seen).isEqualTo(ended);
    }

    @Test
    void aBatchedOneIsToldAtOnceOfWhatCannotWait() {
        List<RequestBreakdown> seen = new ArrayList<>();
        observers.set(List.of(ObserverHandle.batched(
                "batched", batched(seen, request -> !request.uri().equals("/urgent")))));
        RequestBreakdown urgent = request("/urgent");
        observers.requestEnded(request("/first"));
        observers.requestEnded(urgent);

        assertThat(seen).containsExactly(urgent);
    }

    @Test
    void onlySoManyWaitForABatchedOne() {
        List<RequestBreakdown> seen = new ArrayList<>();
        observers.set(List.of(ObserverHandle.batched("batched", batched(seen, request -> true))));

        tell(BatchedObservers.MOST_ENDED - 1);
        assertThat(seen).isEmpty();
        tell(1);
        assertThat(seen).hasSize(BatchedObservers.MOST_ENDED);
    }

    @Test
    void aBatchedOneIsToldOfTheLastRequestsWhenItIsLetGo() {
        List<RequestBreakdown> seen = new ArrayList<>();
        observers.set(List.of(ObserverHandle.batched("batched", batched(seen, request -> true))));

        tell(2);
        observers.set(List.of());

        assertThat(seen).containsExactly(request, request);
    }

    @Test
    void allBatchedOnesAreToldOfARequestBeforeTheNextOne() {
        List<RequestBreakdown> seen = new ArrayList<>();
        observers.set(List.of(
                ObserverHandle.batched("one", batched(seen, request -> true)),
                ObserverHandle.batched("another", batched(seen, request -> true))));
        List<RequestBreakdown> ended = List.of(request("/first"), request("/second"));
        ended.forEach(observers::requestEnded);

        observers.catchUp();
        assertThat(seen).containsExactly(ended.get(0), ended.get(0), ended.get(1), ended.get(1));
    }

    @Test
    void whatCannotWaitForOneOfThemWaitsForNone() {
        List<RequestBreakdown> patient = new ArrayList<>();
        List<RequestBreakdown> urgent = new ArrayList<>();
        observers.set(List.of(
                ObserverHandle.batched("patient", batched(patient, request -> true)),
                ObserverHandle.batched("urgent", batched(urgent, request -> false))));

        tell(1);
        assertThat(patient).containsExactly(request);
        assertThat(urgent).containsExactly(request);
        observers.catchUp();
        assertThat(patient).containsExactly(request);
        assertThat(urgent).containsExactly(request);
    }

    @Test
    void oneThatFailsWhenItIsAskedWhetherARequestCanWaitMissesNone() {
        List<RequestBreakdown> seen = new ArrayList<>();
        observers.set(List.of(
                ObserverHandle.batched("failing", batched(seen, request -> {
                    throw new IllegalStateException("as always");
                })),
                ObserverHandle.batched("another", batched(seen, request -> true))));

        tell(1);
        assertThat(seen).isEmpty();
        observers.catchUp();
        assertThat(seen).containsExactly(request, request);
    }

    @Test
    void aBatchedOneThatFailsHearsOfTheOtherRequests() {
        List<RequestBreakdown> seen = new ArrayList<>();
        observers.set(List.of(ObserverHandle.batched(
                "batched",
                batched(
                        new ArrayList<>() {
                            @Override
                            public boolean add(RequestBreakdown request) {
                                if (seen.isEmpty()) {
                                    seen.add(request);
                                    throw new IllegalStateException("at the first");
                                }
                                return seen.add(request);
                            }
                        },
                        request -> true))));

        tell(3);
        observers.catchUp();

        assertThat(seen).containsExactly(request, request, request);
    }

    @Test
    @Timeout(value = 1, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void noRequestIsLostOrToldOfTwiceWhenManyEndAtATime() throws InterruptedException {
        List<RequestBreakdown> seen = new ArrayList<>();
        observers.set(List.of(ObserverHandle.batched("batched", batched(seen, request -> true))));
        List<RequestBreakdown> ended = Collections.synchronizedList(new ArrayList<>());
        List<Thread> threads = IntStream.range(0, 4)
                .mapToObj(thread -> new Thread(() -> {
                    for (int i = 0; i < 5_000; i++) {
                        RequestBreakdown one = request("/" + thread + "/" + i);
                        ended.add(one);
                        observers.requestEnded(one);
                        if (i % 100 == 0) {
                            observers.catchUp();
                        }
                    }
                }))
                .toList();
        threads.forEach(Thread::start);
        for (Thread thread : threads) {
            thread.join();
        }
        observers.catchUp();

        assertThat(seen).hasSameSizeAs(ended).doesNotHaveDuplicates();
        assertThat(new HashSet<>(seen)).isEqualTo(new HashSet<>(ended));
    }

    private RequestBreakdown request(String uri) {
        return TestWork.of(new BackgroundWork(observers), load).end(uri, 200, false);
    }

    private static RequestObserver batched(List<RequestBreakdown> seen, Predicate<RequestBreakdown> canWait) {
        return new RequestObserver() {
            @Override
            public boolean canBeBatched(RequestBreakdown request) {
                return canWait.test(request);
            }

            @Override
            public void requestEnded(RequestBreakdown request) {
                seen.add(request);
            }
        };
    }

    private void tell(int times) {
        for (int i = 0; i < times; i++) {
            observers.requestEnded(request);
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
