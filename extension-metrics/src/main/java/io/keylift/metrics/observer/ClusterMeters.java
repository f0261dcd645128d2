// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.observer;

import io.keylift.metrics.cluster.ClusterEventKind;
import io.keylift.metrics.cluster.ClusterEvents;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;

/** Meters of the events of the cluster. They are there from the start, so that a rate shows the first event, too. */
final class ClusterMeters implements AutoCloseable {

    private final MeterRegistry registry;
    private final List<Meter> meters = new ArrayList<>();

    ClusterMeters(MeterRegistry registry, ClusterEvents events) {
        this.registry = registry;
        for (ClusterEventKind kind : ClusterEventKind.values()) {
            meters.add(FunctionCounter.builder(Meters.CLUSTER_EVENTS.meterName, events, seen -> seen.count(kind))
                    .description(Meters.CLUSTER_EVENTS.description)
                    .tag(Meters.KIND, kind.label())
                    .register(registry));
        }
        meters.add(FunctionTimer.builder(
                        Meters.CLUSTER_REBALANCE.meterName,
                        events,
                        ClusterEvents::rebalances,
                        ClusterEvents::rebalanceNanos,
                        TimeUnit.NANOSECONDS)
                .description(Meters.CLUSTER_REBALANCE.description)
                .register(registry));
        meters.add(Gauge.builder(Meters.CLUSTER_REBALANCING.meterName, events, ClusterEvents::rebalancing)
                .description(Meters.CLUSTER_REBALANCING.description)
                .register(registry));
    }

    @Override
    public void close() {
        meters.forEach(registry::remove);
    }
}
