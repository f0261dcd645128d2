// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.ReentrantLock;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** The sampler with real threads that wait for each other. */
class ThreadSamplerTest {

    private static final class Monitor {}

    private final OpenRequests open = new OpenRequests();
    private final JvmTimes times = new JvmTimes();
    private final ThreadSampler sampler = new ThreadSampler(open, times);
    private final RequestWork request =
            TestWork.of(new BackgroundWork(new ObserverDispatch()), new RequestLoad(), open);
    private final CountDownLatch release = new CountDownLatch(1);

    @BeforeEach
    void start() {
        open.add(request);
        sampler.start();
    }

    @AfterEach
    void stop() {
        release.countDown();
        sampler.stop();
    }

    @Test
    void aMonitorIsNamedWithWhatItsHolderDoes() throws InterruptedException {
        Monitor monitor = new Monitor();
        CountDownLatch held = new CountDownLatch(1);
        Thread holder = new Thread(() -> {
            synchronized (monitor) {
                hold(held);
            }
        });
        holder.start();
        held.await();
        Thread worker = serve(() -> {
            synchronized (monitor) {
                assertThat(monitor).isNotNull();
            }
        });
        await().until(() -> isLong(Phase.BLOCKED) && inFlight().lock() != null);

        assertThat(inFlight().lock().lock()).isEqualTo(Monitor.class.getName());
        assertThat(inFlight().lock().holder())
                .anyMatch(frame -> frame.startsWith(getClass().getName() + ".hold:"));
        assertThat(inFlight().thread()).isEqualTo(worker.getId());
        release.countDown();
        RequestBreakdown ended = end(worker);
        assertThat(ended.lock().lock()).isEqualTo(Monitor.class.getName());
        assertThat(ended.phases().nanos(Phase.BLOCKED)).isGreaterThan(served(ended) * 9 / 10);
        assertThat(ended.phases().total()).isEqualTo(ended.nanos());
    }

    @Test
    void aLockIsNamedWithWhatItsHolderDoes() throws InterruptedException {
        ReentrantLock lock = new ReentrantLock();
        CountDownLatch held = new CountDownLatch(1);
        Thread holder = new Thread(() -> {
            lock.lock();
            hold(held);
            lock.unlock();
        });
        holder.start();
        held.await();
        Thread worker = serve(() -> {
            lock.lock();
            lock.unlock();
        });
        await().until(() -> isLong(Phase.PARKED) && inFlight().lock() != null);

        assertThat(inFlight().lock().lock()).startsWith(ReentrantLock.class.getName());
        assertThat(inFlight().lock().holder())
                .anyMatch(frame -> frame.startsWith(getClass().getName() + ".hold:"));
        release.countDown();
        RequestBreakdown ended = end(worker);
        assertThat(ended.phases().nanos(Phase.PARKED)).isGreaterThan(served(ended) * 9 / 10);
    }

    @Test
    void aThreadThatComputesIsOnAProcessor() throws InterruptedException {
        Thread worker = serve(() -> {
            while (release.getCount() > 0) {
                Thread.onSpinWait();
            }
        });
        await().until(() -> inFlight().nanos() > 200_000_000 && inFlight().phase() == Phase.CPU);
        release.countDown();
        RequestBreakdown ended = end(worker);

        assertThat(ended.phases().nanos(Phase.CPU)).isPositive();
        assertThat(ended.phases().nanos(Phase.BLOCKED) + ended.phases().nanos(Phase.PARKED))
                .isZero();
        assertThat(ended.lock()).isNull();
    }

    @Test
    void aRequestWhoseClientHasGoneIsInFlightUntilItsThreadIsDone() throws InterruptedException {
        Thread worker = serve(() -> {
            try {
                release.await();
            } catch (InterruptedException e) {
                Thread.currentThread().interrupt();
            }
        });
        await().until(() -> inFlight().phase() == Phase.PARKED);
        request.end("/uri", 0, true);

        assertThat(open).containsExactly(request);
        assertThat(inFlight().isAbandoned()).isTrue();
        assertThat(inFlight().phase()).isEqualTo(Phase.PARKED);
        release.countDown();
        worker.join();
        assertThat(open).isEmpty();
    }

    /** A thread that wakes up costs more than what it does then. */
    @Test
    void requestsAreSampledOftenOnceTheyTakeLong() {
        OpenRequests some = new OpenRequests();
        ThreadSampler other = new ThreadSampler(some, times);
        long now = System.nanoTime();
        assertThat(other.sample(now)).isEqualTo(millis(100));

        some.add(TestWork.of(new BackgroundWork(new ObserverDispatch()), new RequestLoad(), some));
        assertThat(other.sample(now + millis(100))).isEqualTo(millis(50));
        assertThat(other.sample(now + millis(150))).isEqualTo(millis(10));
    }

    private static long millis(long millis) {
        return TimeUnit.MILLISECONDS.toNanos(millis);
    }

    @Test
    void aRequestIsInFlightUntilItEnds() {
        assertThat(open).containsExactly(request);
        assertThat(inFlight().phase()).isEqualTo(Phase.QUEUE);
        assertThat(inFlight().thread()).isZero();
        request.end("/uri", 200, false);

        assertThat(open.isEmpty()).isTrue();
    }

    /** Whether the phase is so long that the moments before and after are negligible. */
    private boolean isLong(Phase phase) {
        return inFlight().phase() == phase && inFlight().phaseNanos() > 500_000_000;
    }

    private static long served(RequestBreakdown request) {
        return request.nanos() - request.phases().nanos(Phase.QUEUE);
    }

    private InFlightRequest inFlight() {
        return request.inFlight(System.nanoTime());
    }

    private void hold(CountDownLatch held) {
        held.countDown();
        try {
            release.await();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private Thread serve(Runnable work) {
        Thread worker = new Thread(() -> {
            request.takenUp();
            work.run();
            request.done();
        });
        worker.start();
        return worker;
    }

    private RequestBreakdown end(Thread worker) throws InterruptedException {
        worker.join();
        return request.end("/uri", 200, false);
    }
}
