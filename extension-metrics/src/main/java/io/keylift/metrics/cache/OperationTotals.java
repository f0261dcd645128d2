// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.cache;

import java.util.concurrent.atomic.LongAdder;

/**
 * The operations of one sort on one cache. A cache is asked so often that even a timer for each answer would be felt.
 */
final class OperationTotals {

    private final LongAdder count = new LongAdder();
    private final LongAdder nanos = new LongAdder();

    /** One more has been completed. */
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
