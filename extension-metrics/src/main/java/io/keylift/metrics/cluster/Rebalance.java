// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.cluster;

import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;

/**
 * Caches that rebalance together: while another does, or soon after another in the same view, because the caches of a
 * node that joins start one after the other. Not thread-safe.
 */
final class Rebalance {

    /** Longest time between the end of one cache and the beginning of the next. */
    static final long PAUSE_NANOS = TimeUnit.SECONDS.toNanos(1);

    private final Instant at;
    private final long startNanos;
    private final Map<String, Long> inProgress = new HashMap<>();
    private final TreeSet<String> caches = new TreeSet<>();
    private List<String> before = List.of();
    private List<String> after = List.of();
    private long endNanos;
    private boolean isOfFormerView;

    /** @param startNanos the same moment as {@code at}, on the clock of all other times */
    Rebalance(Instant at, long startNanos) {
        this.at = at;
        this.startNanos = startNanos;
    }

    /** Whether a cache that begins at this time belongs to it. */
    boolean includes(long nanos) {
        return !inProgress.isEmpty() || !isOfFormerView && nanos - endNanos <= PAUSE_NANOS;
    }

    /** Caches that begin after its end do not belong to it any more. */
    void viewChanged() {
        isOfFormerView = true;
    }

    /** A cache begins, or begins anew before its end because the members have changed again. */
    void started(String cache, long nanos, List<String> membersBefore, List<String> membersAfter) {
        if (caches.isEmpty()) {
            before = membersBefore;
        }
        after = membersAfter;
        caches.add(cache);
        inProgress.putIfAbsent(cache, nanos);
    }

    /** @return for how long the cache was rebalancing, in nanoseconds; empty if its beginning is unknown */
    OptionalLong ended(String cache, long nanos) {
        Long began = inProgress.remove(cache);
        if (began == null) {
            return OptionalLong.empty();
        }
        endNanos = nanos;
        return OptionalLong.of(nanos - began);
    }

    /** Number of caches that have not ended. */
    int inProgress() {
        return inProgress.size();
    }

    ClusterEvent event() {
        return new ClusterEvent(
                ClusterEventKind.REBALANCE,
                at,
                inProgress.isEmpty() ? OptionalLong.of(endNanos - startNanos) : OptionalLong.empty(),
                before,
                after,
                List.copyOf(caches));
    }
}
