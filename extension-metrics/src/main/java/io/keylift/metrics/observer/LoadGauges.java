// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.observer;

import io.keylift.metrics.request.RequestLoad;
import io.micrometer.core.instrument.FunctionCounter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import java.util.List;
import java.util.function.ToDoubleFunction;

/** Gauges for the number of current requests, and a counter of abandoned ones. */
final class LoadGauges implements AutoCloseable {

    private final MeterRegistry registry;
    private final List<Meter> gauges;

    LoadGauges(MeterRegistry registry, RequestLoad load) {
        this.registry = registry;
        this.gauges = List.of(
                gauge(Meters.EXECUTOR_QUEUE, load, RequestLoad::queued),
                gauge(Meters.EXECUTOR_ACTIVE, load, RequestLoad::served),
                FunctionCounter.builder(Meters.ABANDONED.meterName, load, RequestLoad::abandonedSoFar)
                        .description(Meters.ABANDONED.description)
                        .register(registry));
    }

    private Meter gauge(Meters meter, RequestLoad load, ToDoubleFunction<RequestLoad> value) {
        return Gauge.builder(meter.meterName, load, value)
                .description(meter.description)
                .strongReference(true)
                .register(registry);
    }

    @Override
    public void close() {
        gauges.forEach(registry::remove);
    }
}
