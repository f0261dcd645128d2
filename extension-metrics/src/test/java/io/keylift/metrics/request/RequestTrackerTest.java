// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

class RequestTrackerTest {

    /** Waits for the first request that is delivered. */
    private static final class Batched implements RequestObserver {

        private final CountDownLatch told = new CountDownLatch(1);

        @Override
        public void requestEnded(RequestBreakdown request) {
            told.countDown();
        }
    }

    private final Batched batched = new Batched();
    private final RequestTracker tracker = new RequestTracker();

    @AfterEach
    void stop() {
        tracker.stop();
    }

    @Test
    @Timeout(value = 1, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void batchedObserversAreToldThoughNobodyAsks() throws InterruptedException {
        start();
        end();

        batched.told.await();
        assertThat(tracker.isOff()).isFalse();
    }

    @Test
    void batchedObserversAreToldBeforeTheirFiguresAreRead() {
        start();
        end();
        tracker.catchUp();

        assertThat(batched.told.getCount()).isZero();
    }

    @Test
    @Timeout(value = 1, unit = TimeUnit.MINUTES, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
    void itsThreadEndsWithIt() throws InterruptedException {
        start();
        Thread thread = Thread.getAllStackTraces().keySet().stream()
                .filter(one -> one.getName().equals("keylift-observers"))
                .findAny()
                .orElseThrow();
        tracker.stop();
        thread.join();

        assertThat(tracker.isOff()).isTrue();
    }

    @Test
    void anObserverThatCannotBeMadeKeepsNoOtherFromItsRequests() {
        TestObservers.start(tracker, unmakeable(), TestObservers.batched(batched));
        end();
        tracker.catchUp();

        assertThat(batched.told.getCount()).isZero();
    }

    private static RequestObserverFactory unmakeable() {
        return new RequestObserverFactory() {
            @Override
            public String getId() {
                return "unmakeable";
            }

            @Override
            public RequestObserver observer() {
                throw new IllegalStateException("as always");
            }
        };
    }

    private void end() {
        tracker.ended(TestWork.of(new BackgroundWork(new ObserverDispatch()), new RequestLoad())
                .end("/uri", 200, false));
    }

    private void start() {
        TestObservers.start(tracker, TestObservers.batched(batched));
    }
}
