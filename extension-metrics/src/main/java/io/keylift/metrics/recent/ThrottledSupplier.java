// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.recent;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Computes a value for each caller, one at a time. If the computation is slow, callers get the last value instead, so
 * that at most a tenth of the time goes into it, however often it is called.
 */
final class Sparing<T> {

    private static final long LONG_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
    private static final int ONE_IN = 10;

    private final Supplier<T> maker;
    private final LongSupplier nanoTime;

    /** {@code null} if the last computation was fast. */
    private T last;

    private long madeAt;
    private long took;

    /** @param nanoTime time as {@link System#nanoTime()} */
    Sparing(Supplier<T> maker, LongSupplier nanoTime) {
        this.maker = maker;
        this.nanoTime = nanoTime;
    }

    synchronized T get() {
        long start = nanoTime.getAsLong();
        if (last != null && start - madeAt < (ONE_IN - 1) * took) {
            return last;
        }
        T made = maker.get();
        madeAt = nanoTime.getAsLong();
        took = madeAt - start;
        last = took > LONG_NANOS ? made : null;
        return made;
    }
}
