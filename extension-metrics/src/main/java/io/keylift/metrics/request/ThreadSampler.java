// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

import io.keylift.metrics.FailSafe;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;

/**
 * Samples the states of the threads that work for requests. A state costs 0.1 µs and stops no thread. At most five
 * times a second, the sampler inspects the long waits of a few threads ({@link LockInspector}), which may stop all
 * threads for less than a millisecond.
 */
final class ThreadSampler {

    /** Times between two samples: a thread that wakes up costs some 30 µs, whatever it does. */
    private static final long IDLE_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private static final long SHORT_REQUESTS_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    /** Interval for requests that have been sampled twice. */
    private static final long LONG_REQUESTS_NANOS = TimeUnit.MILLISECONDS.toNanos(10);

    private static final long BETWEEN_INSPECTIONS_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
    private static final int MOST_INSPECTED = 8;

    private final OpenRequests requests;
    private final ThreadTimes times;
    private final LockInspector inspector = new LockInspector();
    private final FailSafe failSafe = new FailSafe("waits of the threads of requests, which count as rest");
    private Thread thread;
    private long sampledAt;
    private long inspectedAt;

    ThreadSampler(OpenRequests requests, ThreadTimes times) {
        this.requests = requests;
        this.times = times;
    }

    synchronized void start() {
        stop();
        sampledAt = System.nanoTime();
        inspectedAt = sampledAt;
        times.paused();
        thread = OwnThread.daemon("keylift-thread-sampler", this::run);
        thread.start();
    }

    synchronized void stop() {
        if (thread != null) {
            thread.interrupt();
            thread = null;
        }
    }

    private void run() {
        while (!Thread.interrupted()) {
            LockSupport.parkNanos(failSafe.attempt(() -> sample(System.nanoTime()), IDLE_NANOS));
        }
    }

    /**
     * Takes a sample of each thread.
     *
     * @return time until the next one, in nanoseconds
     */
    long sample(long now) {
        times.paused();
        long stands = now - sampledAt;
        sampledAt = now;
        long next = IDLE_NANOS;
        List<RequestWork> waiting = new ArrayList<>();
        for (RequestWork request : requests) {
            boolean isSampledAgain = request.age(now) > stands;
            next = Math.min(next, isSampledAgain ? LONG_REQUESTS_NANOS : SHORT_REQUESTS_NANOS);
            if (request.sampleIsLongWait(now, stands)) {
                waiting.add(request);
            }
        }
        if (!waiting.isEmpty() && now - inspectedAt >= BETWEEN_INSPECTIONS_NANOS) {
            inspectedAt = now;
            waiting.sort(Comparator.comparingLong(RequestWork::inspectedAt));
            inspector.inspect(waiting.subList(0, Math.min(waiting.size(), MOST_INSPECTED)), now);
        }
        return next;
    }
}
