// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

/**
 * Divides the time of one request among the phases. All times are those of {@link System#nanoTime()}; a time before an
 * earlier one counts as the earlier one. Thread-safe.
 */
final class Timeline {

    private static final int QUEUE = Phase.QUEUE.ordinal();
    private static final int REST = Phase.REST.ordinal();

    private final long start;
    private final int[] open = new int[REST];
    private final long[] nanos = new long[REST + 1];
    private long last;

    /** Written under the lock and read without it, because each cache operation reads it. */
    private volatile boolean hasEnded;

    /** Starts in phase {@link Phase#QUEUE}. */
    Timeline(long now) {
        start = now;
        last = now;
        open[QUEUE] = 1;
    }

    synchronized void enter(Phase phase, long now) {
        advance(now);
        open[phase.ordinal()]++;
    }

    /** @return whether the request had not ended before */
    synchronized boolean exit(Phase phase, long now) {
        advance(now);
        open[phase.ordinal()]--;
        return !hasEnded;
    }

    /**
     * Records that a worker thread has taken the request. Further calls have no effect.
     *
     * @return whether the request was in the queue until now
     */
    synchronized boolean leaveQueue(long now) {
        if (!isQueued()) {
            return false;
        }
        advance(now);
        open[QUEUE] = 0;
        return true;
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
        advance(now);
        hasEnded = true;
        if (wasServed && open[QUEUE] > 0) {
            nanos[REST] += nanos[QUEUE];
            nanos[QUEUE] = 0;
        }
        return true;
    }

    /** Adds the time until now to the current phase. */
    synchronized void advanceTo(long now) {
        advance(now);
    }

    private void advance(long now) {
        long elapsed = now - last;
        if (elapsed > 0 && !hasEnded) {
            nanos[current()] += elapsed;
            last = now;
        }
    }

    private int current() {
        for (int phase = 0; phase < REST; phase++) {
            if (open[phase] > 0) {
                return phase;
            }
        }
        return REST;
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

    synchronized PhaseTimes phases() {
        return new PhaseTimes(nanos);
    }
}
