// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.observer;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.metrics.cluster.ClusterEventKind;
import io.keylift.metrics.cluster.ClusterEvents;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.time.Instant;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.Test;

class ClusterMetersTest {

    private static final List<String> ONE = List.of("a");
    private static final List<String> TWO = List.of("a", "b");

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final AtomicLong clock = new AtomicLong();
    private final ClusterEvents events = new ClusterEvents(clock::get, () -> Instant.EPOCH);
    private final ClusterMeters meters = new ClusterMeters(registry, events);

    @Test
    void eventsAreCountedByKindFromZero() {
        assertThat(count("view-change")).isZero();
        assertThat(count("merge")).isZero();
        assertThat(count("rebalance")).isZero();
        events.viewChanged(ClusterEventKind.VIEW_CHANGE, ONE, TWO);
        events.viewChanged(ClusterEventKind.VIEW_CHANGE, TWO, ONE);
        events.viewChanged(ClusterEventKind.MERGE, ONE, TWO);

        assertThat(count("view-change")).isEqualTo(2);
        assertThat(count("merge")).isEqualTo(1);
        assertThat(count("rebalance")).isZero();
    }

    @Test
    void whatRebalancesIsSeenWhileItLastsAndAfterwards() {
        events.rebalanceStarted("sessions", ONE, TWO);
        events.rebalanceStarted("work", ONE, TWO);
        clock.addAndGet(TimeUnit.MILLISECONDS.toNanos(500));
        assertThat(rebalancing()).isEqualTo(2);
        events.rebalanceEnded("sessions");
        events.rebalanceEnded("work");

        assertThat(rebalancing()).isZero();
        FunctionTimer timer =
                registry.get("keycloak.cluster.rebalance.duration").functionTimer();
        assertThat(timer.count()).isEqualTo(2);
        assertThat(timer.totalTime(TimeUnit.SECONDS)).isEqualTo(1);
        assertThat(count("rebalance")).isEqualTo(1);
    }

    @Test
    void whenTheyAreClosedNothingIsLeft() {
        assertThat(registry.getMeters()).hasSize(ClusterEventKind.values().length + 2);
        meters.close();

        assertThat(registry.getMeters()).isEmpty();
    }

    private double count(String kind) {
        return registry.get("keycloak.cluster.events")
                .tag("kind", kind)
                .functionCounter()
                .count();
    }

    private double rebalancing() {
        return registry.get("keycloak.cluster.rebalancing").gauge().value();
    }
}
