// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.keylift.bulkimport.place.Processors;
import java.util.concurrent.TimeUnit;

/**
 * Finds the number of chunks in flight that commits the most records per second, by hill climbing: it starts with few
 * chunks, measures the rate over a window of chunks, adds chunks while that increases the rate, and goes back when it
 * does not. From time to time it tries again, with one chunk fewer and one chunk more in turn. A smaller number with
 * the same rate is better, because it leaves connections to others. A chunk that had to wait for its connection means
 * that others need the pool: the number is reduced by one at once.
 *
 * <p>The first climb begins with the first chunk, and takes large steps where chunks wait for a distant database: the
 * processors of the node are idle then.
 */
final class AdaptiveParallelism implements Parallelism {

    /** A window is long enough to level out single chunks, short enough to find the best within seconds. */
    private static final long MIN_WINDOW_NANOS = TimeUnit.MILLISECONDS.toNanos(400);

    private static final int CHUNKS_PER_WINDOW = 6;

    /** One more chunk in flight must raise the rate by at least this factor. */
    private static final double GAIN_OF_MORE = 1.04;

    /** One chunk fewer must keep at least this share of the rate. */
    private static final double KEPT_BY_FEWER = 0.99;

    private static final int RESTING_WINDOWS = 20;

    /**
     * A wait that is so much longer than the shortest one means that the pool is exhausted: a free connection is handed
     * over in microseconds, and then the first statement takes one round trip.
     */
    private static final long SCARCE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final int max;
    private final Processors processors;
    private volatile int limit;

    private int bestLimit;
    private double bestRate;
    private int direction = 1;
    private int resting;
    private boolean hasBegun;
    private boolean isFirstClimb = true;

    private boolean measuring;
    private int toIgnore;
    private boolean opensConnections;
    private long shortestWait = Long.MAX_VALUE;
    private long windowStart;
    private long busyAtStart;
    private int chunks;
    private long records;

    /** @param start number of chunks to begin with, if that is not above the maximum */
    AdaptiveParallelism(int max, int start, Processors processors) {
        this.max = Math.max(1, max);
        this.processors = processors;
        limit = Math.min(start, this.max);
        bestLimit = limit;
    }

    @Override
    public int limit() {
        return limit;
    }

    @Override
    public synchronized void begun(long now) {
        if (!hasBegun) {
            hasBegun = true;
            measureFrom(now);
        }
    }

    @Override
    public synchronized void committed(int committedRecords, long connectionWaitNanos, long now) {
        shortestWait = Math.min(shortestWait, connectionWaitNanos);
        if (connectionWaitNanos - shortestWait > SCARCE_NANOS && !opensConnections) {
            giveWay();
        } else if (toIgnore > 0) {
            toIgnore--;
            opensConnections &= toIgnore > 0;
        } else if (!measuring) {
            measureFrom(now);
        } else {
            chunks++;
            records += committedRecords;
            long elapsed = now - windowStart;
            if (bestRate == 0 && isFirstClimb && elapsed > 0 || isLongEnough(elapsed)) {
                decide(records * (double) TimeUnit.SECONDS.toNanos(1) / elapsed, elapsed);
            }
        }
    }

    private void measureFrom(long now) {
        measuring = true;
        windowStart = now;
        busyAtStart = processors.busyNanos();
    }

    private boolean isLongEnough(long elapsed) {
        return chunks >= CHUNKS_PER_WINDOW && elapsed >= MIN_WINDOW_NANOS;
    }

    private void giveWay() {
        bestLimit = Math.max(1, limit - 1);
        bestRate = 0;
        rest();
    }

    private void decide(double rate, long elapsed) {
        if (resting > 0) {
            resting--;
            bestRate = bestRate == 0 ? rate : (3 * bestRate + rate) / 4;
            if (resting == 0) {
                direction = -direction;
                go(bestLimit + direction);
            } else {
                go(bestLimit);
            }
        } else if (pays(rate)) {
            bestLimit = limit;
            bestRate = rate;
            go(isFirstClimb ? limit + step(elapsed) : limit + direction);
        } else {
            rest();
        }
    }

    /** Chunks to add, at least one. */
    private int step(long elapsed) {
        double share = processors.share(processors.busyNanos() - busyAtStart, elapsed);
        return (int) Math.max(1, Math.min(Processors.more(limit, share), max - limit));
    }

    private boolean pays(double rate) {
        return rate > bestRate * (direction > 0 ? GAIN_OF_MORE : KEPT_BY_FEWER);
    }

    private void rest() {
        isFirstClimb = false;
        resting = RESTING_WINDOWS;
        go(bestLimit);
    }

    private void go(int next) {
        if (next < 1 || next > max) {
            rest();
            return;
        }
        // Chunks that began under the previous limit say nothing about the new one.
        toIgnore = next == limit ? 0 : Math.max(limit, next);
        // The pool may have to open connections for the others, which takes many round trips.
        opensConnections = isFirstClimb && next > limit;
        limit = next;
        measuring = false;
        chunks = 0;
        records = 0;
    }
}
