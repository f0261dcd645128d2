// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.timings;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * Makes something anew for whoever asks, one at a time. What takes long it makes so seldom that this takes a tenth of
 * the time at most, however often somebody asks; meanwhile all get the last one.
 */
final class Sparing<T> {

    private static final long LONG_NANOS = TimeUnit.MILLISECONDS.toNanos(200);
    private static final int ONE_IN = 10;

    private final Supplier<T> maker;
    private final LongSupplier nanoTime;

    /** {@code null} if it did not take long. */
    private T last;

    private long madeAt;
    private long took;

    /** @param nanoTime as {@link System#nanoTime()} */
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
