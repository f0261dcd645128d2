// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import java.util.concurrent.TimeUnit;

/**
 * Finds the number of chunks in flight that commits most records a second, by climbing: it starts with one, measures the rate over a
 * window of chunks, takes one more as long as that pays, goes back when it does not, and tries again from time to time. A chunk that
 * had to wait for its connection means that others need the pool: then one fewer, at once.
 */
final class AdaptiveParallelism implements Parallelism {

    /** A window is long enough to level out single chunks, short enough to find the best within seconds. */
    private static final long MIN_WINDOW_NANOS = TimeUnit.MILLISECONDS.toNanos(400);

    private static final int CHUNKS_PER_WINDOW = 6;

    /** One chunk more must pay at least so much, or it only takes connections away from others. */
    private static final double WORTHWHILE = 1.04;

    private static final int WINDOWS_UNTIL_NEXT_TRY = 25;

    /** A free connection is handed over in microseconds. */
    private static final long SCARCE_NANOS = TimeUnit.MILLISECONDS.toNanos(20);

    private final int max;
    private volatile int limit = 1;

    private long windowStart = Long.MIN_VALUE;
    private int toIgnore;
    private int chunks;
    private long records;

    private int bestLimit = 1;
    private double bestRate;
    private int restWindows;
    private boolean tryFewer;

    AdaptiveParallelism(int max) {
        this.max = Math.max(1, max);
    }

    @Override
    public int limit() {
        return limit;
    }

    @Override
    public synchronized void committed(int committedRecords, long connectionWaitNanos, long now) {
        if (connectionWaitNanos > SCARCE_NANOS && limit > 1) {
            bestLimit = limit - 1;
            bestRate = 0;
            restWindows = WINDOWS_UNTIL_NEXT_TRY;
            startWindow(limit - 1);
            return;
        }
        if (toIgnore > 0) {
            toIgnore--;
            return;
        }
        if (windowStart == Long.MIN_VALUE) {
            windowStart = now;
            return;
        }
        chunks++;
        records += committedRecords;
        long elapsed = now - windowStart;
        if (chunks >= CHUNKS_PER_WINDOW * limit && elapsed >= MIN_WINDOW_NANOS) {
            decide(records * (double) TimeUnit.SECONDS.toNanos(1) / elapsed);
        }
    }

    private void decide(double rate) {
        if (restWindows > 0) {
            restWindows--;
            bestRate = bestRate == 0 ? rate : 0.8 * bestRate + 0.2 * rate;
            startWindow(restWindows == 0 ? explore() : limit);
            return;
        }
        boolean pays = limit >= bestLimit ? rate > bestRate * WORTHWHILE : rate * WORTHWHILE > bestRate;
        if (pays || bestRate == 0) {
            bestLimit = limit;
            bestRate = rate;
            startWindow(explore());
        } else {
            restWindows = WINDOWS_UNTIL_NEXT_TRY;
            tryFewer = !tryFewer;
            startWindow(bestLimit);
        }
        if (limit == bestLimit && restWindows == 0) {
            restWindows = WINDOWS_UNTIL_NEXT_TRY;
        }
    }

    private int explore() {
        int next = tryFewer ? limit - 1 : limit + 1;
        return Math.min(max, Math.max(1, next));
    }

    private void startWindow(int next) {
        // Chunks that began under the former limit say nothing about the new one.
        toIgnore = next == limit ? 0 : Math.max(limit, next);
        limit = next;
        windowStart = Long.MIN_VALUE;
        chunks = 0;
        records = 0;
    }
}
