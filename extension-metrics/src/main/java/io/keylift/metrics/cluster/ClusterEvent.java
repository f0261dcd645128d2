// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.cluster;

import java.time.Instant;
import java.util.List;
import java.util.OptionalLong;
import java.util.TreeSet;

/**
 * An event of the cluster, as this node saw it. Immutable.
 *
 * @param at time at which this node received the event; for a rebalance, the time at which its first cache began
 * @param nanos for a rebalance that has ended, time from the beginning of its first cache to the end of its last, in
 *     nanoseconds
 * @param before names of the members before it
 * @param after names of the members after it
 * @param caches names of the caches of a rebalance, sorted; empty for other kinds
 */
public record ClusterEvent(
        ClusterEventKind kind,
        Instant at,
        OptionalLong nanos,
        List<String> before,
        List<String> after,
        List<String> caches) {

    public ClusterEvent {
        before = List.copyOf(before);
        after = List.copyOf(after);
        caches = List.copyOf(caches);
    }

    /** Names of the members that joined, sorted. */
    public List<String> joined() {
        return difference(after, before);
    }

    /** Names of the members that left, sorted. */
    public List<String> left() {
        return difference(before, after);
    }

    private static List<String> difference(List<String> of, List<String> without) {
        TreeSet<String> names = new TreeSet<>(of);
        without.forEach(names::remove);
        return List.copyOf(names);
    }

    /** Whether a part of it was between these moments. A rebalance that has not ended lasts until now. */
    public boolean overlaps(Instant from, Instant to) {
        boolean isOver = kind != ClusterEventKind.REBALANCE || nanos.isPresent();
        return !at.isAfter(to) && !(isOver && at.plusNanos(nanos.orElse(0)).isBefore(from));
    }
}
