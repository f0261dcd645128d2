// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

import java.util.Arrays;
import java.util.List;
import java.util.concurrent.TimeUnit;

/**
 * The time of a request that no collector measures, divided by the states of the request's thread. Not thread-safe: the
 * lock of the {@link Timeline} guards it.
 *
 * <ul>
 * <li>{@link Phase#CPU} is the thread's processor time, read at a change of phase, at most once in five milliseconds: a
 * reading takes up to a microsecond, and a request changes its phase a hundred times. Processor time since the last
 * reading is first taken from unattributed time, which limits the error to that interval.
 *   <li>{@link Phase#GC} comes from the JVM's own totals of pauses.
 * <li>The rest is divided by samples of the thread's state, which a separate thread takes every few milliseconds
 * ({@link ThreadSampler}). The JVM's own contention monitoring would have to be on for all threads, counts whole
 * milliseconds and does not report a monitor's holder.
 * </ul>
 *
 * The remainder is {@link Phase#REST}: native code and system calls, the wait for a processor, and
 * waits too short to be sampled.
 */
final class UnattributedTime {

    /** Shortest time between two readings. */
    static final long LEAST_NANOS = TimeUnit.MILLISECONDS.toNanos(5);

    /** Shortest time that is divided. */
    private static final long LEAST_DIVIDED_NANOS = TimeUnit.MILLISECONDS.toNanos(1);

    /** From this length on, a runnable thread that gets no processor is distinguished from a running one. */
    private static final long LONG_NANOS = TimeUnit.MILLISECONDS.toNanos(50);

    private static final int PHASES = Phase.values().length;

    private static final List<Phase> WAITS = List.of(Phase.BLOCKED, Phase.PARKED, Phase.CLIENT);

    private final ThreadTimes times;
    private final long[] nanos = new long[PHASES];

    /** The thread that works for the request, or {@code null} before and afterwards. */
    private Thread worker;

    /** Whether other threads work for the request, too: then the worker's waits say nothing. */
    private boolean isShared;

    /**
     * Until the worker is released, its allocations before the request; then its allocations for the request, in bytes.
     */
    private long allocated;

    private long readAt;
    private long restWhenRead;
    private long cpuWhenRead;
    private long pausedWhenRead;

    /** Sampled since the last reading. */
    private final long[] sampled = new long[PHASES];

    /** Samples of waits since the last inspection of the thread, in nanoseconds. */
    private long waited;

    private Phase present = Phase.REST;
    private long presentSince;
    private long cpuWhenSampled;

    UnattributedTime(ThreadTimes times) {
        this.times = times;
    }

    /** The thread that works for the request, or {@code null}. */
    Thread worker() {
        return worker;
    }

    /**
     * The current thread begins to work for the request.
     *
     * @param rest unexplained time so far
     */
    void begin(long now, long rest) {
        worker = Thread.currentThread();
        allocated = times.allocated(worker);
        read(now, rest, times.whenWorkBegins(now));
    }

    /** The current thread has ended its work for the request. */
    void workEnded(long now) {
        if (readAt == now && Thread.currentThread() == worker) {
            times.workEnded(now, cpuWhenRead);
        }
    }

    /** The worker is no longer the request's. Its time until now must have been read. */
    void release() {
        if (worker != null) {
            allocated = allocated();
            worker = null;
        }
    }

    /** Memory that the worker has allocated for the request, in bytes. */
    long allocated() {
        return worker == null ? allocated : Math.max(0, times.allocated(worker) - allocated);
    }

    /** The current thread works for the request, the worker or another one. */
    void worksNow() {
        isShared |= worker != null && Thread.currentThread() != worker;
    }

    /**
     * Divides the time since the last reading if that is long enough and the current thread is the worker.
     *
     * @return whether it did
     */
    boolean readIfDue(long now, long rest) {
        boolean isDue = now - readAt >= LEAST_NANOS && Thread.currentThread() == worker;
        if (isDue) {
            divide(now, rest, times.ofCurrentThread());
        }
        return isDue;
    }

    /** Divides the time since the last reading, on any thread. */
    void readNow(long now, long rest) {
        if (worker != null && rest > restWhenRead) {
            divide(now, rest, Thread.currentThread() == worker ? times.ofCurrentThread() : times.of(worker));
        }
    }

    private void divide(long now, long rest, long cpu) {
        long passed = rest - restWhenRead;
        if (cpu >= 0) {
            long used = Math.min(Math.max(0, cpu - cpuWhenRead), passed);
            nanos[Phase.CPU.ordinal()] += used;
            if (passed - used >= LEAST_DIVIDED_NANOS) {
                divideWaits(passed - used, used);
            }
        }
        read(now, rest, cpu);
    }

    private void divideWaits(long all, long used) {
        long paused = Math.min(all, Math.max(0, times.paused() - pausedWhenRead));
        nanos[Phase.GC.ordinal()] += paused;
        inspected(present == Phase.CLIENT);
        // A thread that could run and used no processor time was in native code or waited for a processor.
        long idle = Math.max(0, sampled[Phase.CPU.ordinal()] - used);
        double samples = idle;
        for (Phase wait : WAITS) {
            samples += sampled[wait.ordinal()];
        }
        if (samples > idle) {
            for (Phase wait : WAITS) {
                nanos[wait.ordinal()] += (long) ((all - paused) * (sampled[wait.ordinal()] / samples));
            }
        }
    }

    private void read(long now, long rest, long cpu) {
        readAt = now;
        restWhenRead = rest;
        cpuWhenRead = cpu;
        pausedWhenRead = times.pausedWhenLastRead();
        waited = 0;
        Arrays.fill(sampled, 0);
    }

    /** A stretch of unexplained time begins. */
    void stretchBegins(long now) {
        present = Phase.REST;
        presentSince = now;
        cpuWhenSampled = -1;
    }

    /**
     * Records a sample of the worker's state during unexplained time.
     *
     * @param since length of the stretch so far
     * @param stands length of the interval that the sample represents, in nanoseconds
     */
    void sample(Thread.State state, long now, long since, long stands) {
        if (isShared) {
            return;
        }
        switch (state) {
            case BLOCKED -> {
                sampled[Phase.BLOCKED.ordinal()] += stands;
                present(Phase.BLOCKED, now);
            }
            case WAITING, TIMED_WAITING -> {
                waited += stands;
                present(present == Phase.CLIENT ? Phase.CLIENT : Phase.PARKED, now);
            }
            default -> {
                sampled[Phase.CPU.ordinal()] += stands;
                present(since < LONG_NANOS || runs(stands) ? Phase.CPU : Phase.REST, now);
            }
        }
    }

    private boolean runs(long stands) {
        long cpu = times.of(worker);
        boolean runs = cpuWhenSampled < 0 || 2 * (cpu - cpuWhenSampled) >= stands;
        cpuWhenSampled = cpu;
        return runs;
    }

    private void present(Phase phase, long now) {
        if (present != phase) {
            present = phase;
            presentSince = now;
        }
    }

    /** Records the cause of the worker's wait: the client, or other threads. */
    void inspected(boolean isForClient) {
        sampled[(isForClient ? Phase.CLIENT : Phase.PARKED).ordinal()] += waited;
        waited = 0;
        if (isForClient && present == Phase.PARKED) {
            present = Phase.CLIENT;
        } else if (!isForClient && present == Phase.CLIENT) {
            present = Phase.PARKED;
        }
    }

    /** The phase of the last sample of this stretch. */
    Phase present() {
        return present;
    }

    /** The first sample of this stretch that showed the same as the last. */
    long presentSince() {
        return presentSince;
    }

    /** Moves the parts from the unexplained time to their phases. */
    void divide(long[] phases) {
        for (int part = 0; part < nanos.length; part++) {
            phases[part] += nanos[part];
            phases[Phase.REST.ordinal()] -= nanos[part];
        }
    }
}
