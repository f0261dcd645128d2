// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import java.util.concurrent.TimeUnit;

/**
 * Finds the number of chunks in flight that commits the most records per second, by hill climbing: it starts with few
 * chunks, measures the rate over a window of chunks, adds one chunk while that increases the rate, and goes back when
 * it does not. From time to time it tries again, with one chunk fewer and one chunk more in turn. A smaller number with
 * the same rate is better, because it leaves connections to others. A chunk that had to wait for its connection means
 * that others need the pool: the number is reduced by one at once.
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
     * A longer wait for a connection means that the pool is exhausted: a free connection is handed over in
     * microseconds.
     */
    private static final long SCARCE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final int max;
    private volatile int limit;

    private int bestLimit;
    private double bestRate;
    private int direction = 1;
    private int resting;

    private boolean measuring;
    private int toIgnore;
    private long windowStart;
    private int chunks;
    private long records;

    AdaptiveParallelism(int max) {
        this(max, 1);
    }

    /** @param start number of chunks to begin with, if that is not above the maximum */
    AdaptiveParallelism(int max, int start) {
        this.max = Math.max(1, max);
        limit = Math.min(start, this.max);
        bestLimit = limit;
    }

    @Override
    public int limit() {
        return limit;
    }

    @Override
    public synchronized void committed(int committedRecords, long connectionWaitNanos, long now) {
        if (connectionWaitNanos > SCARCE_NANOS) {
            giveWay();
        } else if (toIgnore > 0) {
            toIgnore--;
        } else if (!measuring) {
            measuring = true;
            windowStart = now;
        } else {
            chunks++;
            records += committedRecords;
            long elapsed = now - windowStart;
            if (chunks >= CHUNKS_PER_WINDOW && elapsed >= MIN_WINDOW_NANOS) {
                decide(records * (double) TimeUnit.SECONDS.toNanos(1) / elapsed);
            }
        }
    }

    private void giveWay() {
        bestLimit = Math.max(1, limit - 1);
        bestRate = 0;
        rest();
    }

    private void decide(double rate) {
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
            go(limit + direction);
        } else {
            rest();
        }
    }

    private boolean pays(double rate) {
        return rate > bestRate * (direction > 0 ? GAIN_OF_MORE : KEPT_BY_FEWER);
    }

    private void rest() {
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
        limit = next;
        measuring = false;
        chunks = 0;
        records = 0;
    }
}
