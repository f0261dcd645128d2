// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.cluster;

import io.quarkus.arc.Arc;
import io.quarkus.arc.Unremovable;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Supplier;

/**
 * The latest events of the cluster since this node has started, in bounded memory. Empty on a node without a cluster.
 * Thread-safe; no call blocks for longer than it takes to copy the events.
 */
@Singleton
@Unremovable
public class ClusterEvents {

    /** Maximum number of events. */
    public static final int MOST = 200;

    private final LongSupplier clock;
    private final Supplier<Instant> now;

    /** The newest first. A rebalance changes until its end. */
    private final Deque<Supplier<ClusterEvent>> events = new ArrayDeque<>();

    private final Map<ClusterEventKind, Long> counts = new EnumMap<>(ClusterEventKind.class);
    private String node;
    private Rebalance latest;
    private long rebalances;
    private long rebalanceNanos;

    public ClusterEvents() {
        this(System::nanoTime, Instant::now);
    }

    /** @param clock time in nanoseconds, for durations */
    public ClusterEvents(LongSupplier clock, Supplier<Instant> now) {
        this.clock = clock;
        this.now = now;
    }

    /** The events of this server, or empty outside a server, as in a command that exports realms. */
    public static Optional<ClusterEvents> instance() {
        return Optional.ofNullable(Arc.container())
                .map(container -> container.instance(ClusterEvents.class).get());
    }

    synchronized void joined(String name) {
        node = name;
    }

    /** @param kind {@link ClusterEventKind#VIEW_CHANGE} or {@link ClusterEventKind#MERGE} */
    public synchronized void viewChanged(ClusterEventKind kind, List<String> before, List<String> after) {
        ClusterEvent event = new ClusterEvent(kind, now.get(), OptionalLong.empty(), before, after, List.of());
        add(kind, () -> event);
        if (latest != null) {
            latest.viewChanged();
        }
    }

    /** A cache of this node begins to rebalance. */
    public synchronized void rebalanceStarted(String cache, List<String> before, List<String> after) {
        long nanos = clock.getAsLong();
        if (latest == null || !latest.includes(nanos)) {
            latest = new Rebalance(now.get(), nanos);
            add(ClusterEventKind.REBALANCE, latest::event);
        }
        latest.started(cache, nanos, before, after);
    }

    /** All nodes have what they own of the cache. */
    public synchronized void rebalanceEnded(String cache) {
        if (latest != null) {
            latest.ended(cache, clock.getAsLong()).ifPresent(nanos -> {
                rebalances++;
                rebalanceNanos += nanos;
            });
        }
    }

    private void add(ClusterEventKind kind, Supplier<ClusterEvent> event) {
        events.addFirst(event);
        if (events.size() > MOST) {
            events.removeLast();
        }
        counts.merge(kind, 1L, Long::sum);
    }

    /** Name of this node in the events; empty on a node without a cluster. */
    public synchronized Optional<String> node() {
        return Optional.ofNullable(node);
    }

    /** The latest events, the newest first. */
    public synchronized List<ClusterEvent> newestFirst() {
        return events.stream().map(Supplier::get).toList();
    }

    /** Kinds of the latest events of which a part was between these moments. */
    public Set<ClusterEventKind> kindsBetween(Instant from, Instant to) {
        Set<ClusterEventKind> kinds = EnumSet.noneOf(ClusterEventKind.class);
        for (ClusterEvent event : newestFirst()) {
            if (event.overlaps(from, to)) {
                kinds.add(event.kind());
            }
        }
        return kinds;
    }

    /** Number of all events of this kind. */
    public synchronized long count(ClusterEventKind kind) {
        return counts.getOrDefault(kind, 0L);
    }

    /** Number of caches of this node that are rebalancing. */
    public synchronized int rebalancing() {
        return latest == null ? 0 : latest.inProgress();
    }

    /** How often a cache has rebalanced. Caches of one event count one by one. */
    public synchronized long rebalances() {
        return rebalances;
    }

    /** Sum of the times that caches were rebalancing until their ends, in nanoseconds. */
    public synchronized long rebalanceNanos() {
        return rebalanceNanos;
    }
}
