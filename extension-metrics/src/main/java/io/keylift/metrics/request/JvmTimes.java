// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

import java.lang.management.GarbageCollectorMXBean;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Times of this JVM. The processor time of a thread is a system call of 0.2 to 1.2 µs: callers read it sparingly. */
final class JvmTimes implements ThreadTimes {

    private final ThreadMXBean threads = ManagementFactory.getThreadMXBean();
    private final boolean isKnown = threads.isThreadCpuTimeSupported() && threads.isThreadCpuTimeEnabled();

    /** {@code null} if the JVM does not count what threads allocate. */
    private final com.sun.management.ThreadMXBean allocations = allocations(threads);

    /** Collectors that run beside the requests report their cycles apart from their pauses. */
    private final List<GarbageCollectorMXBean> collectors = ManagementFactory.getGarbageCollectorMXBeans().stream()
            .filter(collector -> !collector.getName().endsWith("Cycles"))
            .toList();

    private final CpuTimeEstimator estimator = new CpuTimeEstimator(this::ofCurrentThread);

    private volatile long paused;

    JvmTimes() {
        paused();
    }

    @Override
    public long ofCurrentThread() {
        return isKnown ? threads.getCurrentThreadCpuTime() : -1;
    }

    @Override
    public long whenWorkBegins(long now) {
        return estimator.begin(now);
    }

    @Override
    public void workEnded(long now, long ofCurrentThread) {
        estimator.end(now, ofCurrentThread);
    }

    @Override
    public long of(Thread thread) {
        return isKnown ? threads.getThreadCpuTime(thread.getId()) : -1;
    }

    @Override
    public long allocated(Thread thread) {
        if (allocations == null) {
            return 0;
        }
        // The JVM looks another thread up.
        long bytes = thread == Thread.currentThread()
                ? allocations.getCurrentThreadAllocatedBytes()
                : allocations.getThreadAllocatedBytes(thread.getId());
        return Math.max(0, bytes);
    }

    private static com.sun.management.ThreadMXBean allocations(ThreadMXBean threads) {
        return threads instanceof com.sun.management.ThreadMXBean counting
                        && counting.isThreadAllocatedMemorySupported()
                        && counting.isThreadAllocatedMemoryEnabled()
                ? counting
                : null;
    }

    @Override
    public long paused() {
        long millis = 0;
        for (GarbageCollectorMXBean collector : collectors) {
            millis += Math.max(0, collector.getCollectionTime());
        }
        paused = TimeUnit.MILLISECONDS.toNanos(millis);
        return paused;
    }

    @Override
    public long pausedWhenLastRead() {
        return paused;
    }
}
