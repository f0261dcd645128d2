// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.observer;

import io.keylift.metrics.request.Phase;
import io.keylift.metrics.request.RequestLoad;
import io.keylift.metrics.request.RequestTracker;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;

/** Gauges for the number of current requests, and a counter of abandoned ones. */
final class LoadGauges implements AutoCloseable {

    private static final long FRESH_NANOS = TimeUnit.MILLISECONDS.toNanos(100);

    private final MeterRegistry registry;
    private final RequestTracker tracker;
    private final List<Meter> gauges = new ArrayList<>();
    private Map<Phase, Integer> inFlight;
    private long countedAt;

    LoadGauges(MeterRegistry registry, RequestTracker tracker) {
        this.registry = registry;
        this.tracker = tracker;
        RequestLoad load = tracker.load();
        gauges.add(gauge(Meters.EXECUTOR_QUEUE, load::queued, Tags.empty()));
        gauges.add(gauge(Meters.EXECUTOR_ACTIVE, load::served, Tags.empty()));
        gauges.add(FunctionCounter.builder(Meters.ABANDONED.meterName, load, RequestLoad::abandonedSoFar)
                .description(Meters.ABANDONED.description)
                .register(registry));
        for (Phase phase : Phase.values()) {
            gauges.add(gauge(Meters.IN_FLIGHT, () -> inFlight(phase), Tags.of(Meters.PHASE_TAG, phase.label())));
        }
    }

    private Meter gauge(Meters meter, Supplier<Number> value, Tags tags) {
        return Gauge.builder(meter.meterName, value)
                .description(meter.description)
                .tags(tags)
                .strongReference(true)
                .register(registry);
    }

    /** A scrape reads all phases one after the other: they are counted once. */
    private synchronized int inFlight(Phase phase) {
        long now = System.nanoTime();
        if (inFlight == null || now - countedAt > FRESH_NANOS) {
            inFlight = tracker.inFlightByPhase();
            countedAt = now;
        }
        return inFlight.getOrDefault(phase, 0);
    }

    @Override
    public void close() {
        gauges.forEach(registry::remove);
    }
}
