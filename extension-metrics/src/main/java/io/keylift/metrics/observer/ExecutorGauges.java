// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.observer;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.ExecutorRecorder;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jboss.threads.EnhancedQueueExecutor;

/** Shows the load of the executor that serves requests; nothing if the server has another one than expected. */
final class ExecutorGauges implements AutoCloseable {

    private final MeterRegistry registry;
    private final List<Meter> gauges = new ArrayList<>();

    ExecutorGauges(MeterRegistry registry) {
        this.registry = registry;
        if (ExecutorRecorder.getCurrent() instanceof EnhancedQueueExecutor executor) {
            add(Meters.EXECUTOR_QUEUE, executor, EnhancedQueueExecutor::getQueueSize);
            add(Meters.EXECUTOR_ACTIVE, executor, EnhancedQueueExecutor::getActiveCount);
        }
    }

    private void add(Meters meter, EnhancedQueueExecutor executor, ToDoubleFunction<EnhancedQueueExecutor> value) {
        gauges.add(Gauge.builder(meter.meterName, executor, value)
                .description(meter.description)
                .register(registry));
    }

    @Override
    public void close() {
        gauges.forEach(registry::remove);
    }
}
