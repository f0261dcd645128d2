// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

import java.util.function.LongSupplier;
import java.util.stream.Stream;

/**
 * Divides the time of one request among the phases. All times are those of {@link System#nanoTime()}; a time before an
 * earlier one counts as the earlier one. Thread-safe.
 */
final class Timeline {

    private static final int QUEUE = Phase.QUEUE.ordinal();
    private static final int REST = Phase.REST.ordinal();

    /** The phases that are opened and closed come first. */
    private static final int OPENED =
            (int) Stream.of(Phase.values()).filter(Phase::isOpened).count();

    private static final Phase[] PHASES = Phase.values();

    private final long start;
    private final int[] open = new int[OPENED];
    private final long[] nanos = new long[REST + 1];
    private final UnattributedTime rest;
    private long last;
    private int present = QUEUE;
    private long presentSince;

    /** Written under the lock and read without it, because each cache operation reads it. */
    private volatile boolean hasEnded;

    /** Starts in phase {@link Phase#QUEUE}. */
    Timeline(long now, ThreadTimes times) {
        start = now;
        last = now;
        presentSince = now;
        open[QUEUE] = 1;
        rest = new UnattributedTime(times);
    }

    /**
     * Enters a phase, which begins after the thread's processor time has been read: on a busy machine, that system call
     * is an occasion to give the processor to another thread for milliseconds.
     *
     * @return when the phase begins
     */
    synchronized long enter(Phase phase, LongSupplier clock) {
        rest.worksNow();
        long now = clock.getAsLong();
        advance(now);
        if (rest.readIfDue(last, nanos[REST])) {
            now = clock.getAsLong();
            advance(now);
        }
        open[phase.ordinal()]++;
        present(now);
        return now;
    }

    /** @return whether the request had not ended before */
    synchronized boolean exit(Phase phase, long now) {
        advance(now);
        rest.readIfDue(last, nanos[REST]);
        open[phase.ordinal()]--;
        present(now);
        return !hasEnded;
    }

    /**
     * Records that a worker thread, the current one, has taken the request. Further calls have no effect.
     *
     * @return whether the request was in the queue until now
     */
    synchronized boolean leaveQueue(long now) {
        if (open[QUEUE] == 0) {
            return false;
        }
        boolean isQueued = isQueued();
        advance(now);
        open[QUEUE] = 0;
        rest.begin(last, nanos[REST]);
        present(now);
        return isQueued;
    }

    /** Records that the worker thread no longer works for the request. */
    synchronized void leaveWorker(long now) {
        if (!hasEnded) {
            advance(now);
            rest.readNow(last, nanos[REST]);
            rest.workEnded(last);
        }
        rest.release();
    }

    /** Whether the request waits for a worker thread. */
    synchronized boolean isQueued() {
        return open[QUEUE] > 0 && !hasEnded;
    }

    /**
     * Ends the request.
     *
     * @param wasServed whether a response was sent: then a request without a worker thread was answered by the event
     *     loop, and its time was not queue time
     * @return whether the request had not ended before
     */
    synchronized boolean end(long now, boolean wasServed) {
        if (hasEnded) {
            return false;
        }
        advanceTo(now);
        hasEnded = true;
        if (wasServed && open[QUEUE] > 0) {
            nanos[REST] += nanos[QUEUE];
            nanos[QUEUE] = 0;
        }
        return true;
    }

    /** Adds the time until now to its phases. */
    synchronized void advanceTo(long now) {
        if (!hasEnded) {
            advance(now);
            rest.readNow(last, nanos[REST]);
        }
    }

    private void advance(long now) {
        long elapsed = now - last;
        if (elapsed > 0 && !hasEnded) {
            nanos[present] += elapsed;
            last = now;
        }
    }

    private void present(long now) {
        int before = present;
        present = REST;
        for (int phase = OPENED - 1; phase >= 0; phase--) {
            if (open[phase] > 0) {
                present = phase;
            }
        }
        if (present != before) {
            presentSince = now;
            if (present == REST) {
                rest.stretchBegins(now);
            }
        }
    }

    /** The thread that works for the request, or {@code null}. */
    synchronized Thread worker() {
        return rest.worker();
    }

    /**
     * Records a sample of the worker's state.
     *
     * @param worker the thread that was sampled
     * @param stands time since the sample before
     * @return the phase that the request is in, see {@link #present()}
     */
    synchronized Phase sample(Thread worker, Thread.State state, long now, long stands) {
        if (present == REST && worker == rest.worker()) {
            long since = Math.max(0, now - presentSince);
            rest.sample(state, now, since, Math.min(stands, since));
        }
        return present();
    }

    /** Records whether the worker, which waits, does so for the client. */
    synchronized void inspected(boolean isForClient) {
        rest.inspected(isForClient);
    }

    /** The phase that the request is in, or its worker, if the request has ended and the worker has not. */
    synchronized Phase present() {
        return present == REST ? rest.present() : PHASES[present];
    }

    /** Since when the request is in its phase. */
    synchronized long presentSince() {
        return present == REST ? rest.presentSince() : presentSince;
    }

    boolean hasEnded() {
        return hasEnded;
    }

    /** The last time reported; after the end, the time of the end. */
    synchronized long lastTime() {
        return last;
    }

    /** From the start to the last reported time, in nanoseconds. */
    synchronized long duration() {
        return last - start;
    }

    /** From the start to this time, in nanoseconds. */
    long sinceStart(long now) {
        return now - start;
    }

    /** Memory that the worker has allocated, in bytes. */
    synchronized long allocated() {
        return rest.allocated();
    }

    synchronized PhaseTimes phases() {
        long[] divided = nanos.clone();
        rest.divide(divided);
        return new PhaseTimes(divided);
    }
}
