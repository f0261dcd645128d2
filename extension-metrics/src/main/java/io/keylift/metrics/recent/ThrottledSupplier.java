// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.recent;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Computes a value for each caller, one at a time. If the computation is slow, callers receive the last value instead,
 * so that it takes at most a tenth of the time.
 */
final class ThrottledSupplier<T> {

    private static final long LONG_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
    private static final int ONE_IN = 10;

    private final Supplier<T> supplier;
    private final LongSupplier nanoTime;

    /** {@code null} if the last computation was fast. */
    private T last;

    private long madeAt;
    private long took;

    /** @param nanoTime time as {@link System#nanoTime()} */
    ThrottledSupplier(Supplier<T> supplier, LongSupplier nanoTime) {
        this.supplier = supplier;
        this.nanoTime = nanoTime;
    }

    synchronized T get() {
        long start = nanoTime.getAsLong();
        if (last != null && start - madeAt < (ONE_IN - 1) * took) {
            return last;
        }
        T made = supplier.get();
        madeAt = nanoTime.getAsLong();
        took = madeAt - start;
        last = took > LONG_NANOS ? made : null;
        return made;
    }
}
