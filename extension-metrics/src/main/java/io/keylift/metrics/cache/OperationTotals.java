// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.cache;

import java.util.concurrent.atomic.LongAdder;

/**
 * Totals of one operation on one cache. Caches are read so often that even a timer for each result would be noticeable.
 */
final class OperationTotals {

    private final LongAdder count = new LongAdder();
    private final LongAdder nanos = new LongAdder();

    /** Adds one completed operation. */
    void add(long durationNanos) {
        count.increment();
        nanos.add(durationNanos);
    }

    long count() {
        return count.sum();
    }

    long nanos() {
        return nanos.sum();
    }
}
