// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

/**
 * Divides the time of one request among the phases. All times are those of {@link System#nanoTime()}; a time before one
 * that was already given counts as that. Safe for use by several threads.
 */
final class Timeline {

    private static final int QUEUE = Phase.QUEUE.ordinal();
    private static final int REST = Phase.REST.ordinal();

    private final long start;
    private final int[] open = new int[REST];
    private final long[] nanos = new long[REST + 1];
    private long last;

    /** Written under the lock, read without: it is asked at each operation of a cache. */
    private volatile boolean hasEnded;

    /** Starts in {@link Phase#QUEUE}. */
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
     * A worker thread has taken the request up; says so as often as one likes.
     *
     * @return whether it was in the queue until now
     */
    synchronized boolean leaveQueue(long now) {
        if (!isQueued()) {
            return false;
        }
        advance(now);
        open[QUEUE] = 0;
        return true;
    }

    /** Whether it waits for a worker thread. */
    synchronized boolean isQueued() {
        return open[QUEUE] > 0 && !hasEnded;
    }

    /**
     * Ends the request.
     *
     * @param wasServed whether it was answered: then time in the queue without a worker thread was that of an answer by
     *     the event loop
     * @return whether it had not ended before
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

    /** The time until now is that of the phases that are open. */
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

    /** The last time given; once it has ended, that of its end. */
    synchronized long lastTime() {
        return last;
    }

    /** From the start to the last time given, in nanoseconds. */
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
