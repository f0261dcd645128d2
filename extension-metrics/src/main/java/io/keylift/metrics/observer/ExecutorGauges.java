// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.observer;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.ExecutorRecorder;
import io.quarkus.runtime.util.ForwardingExecutorService;
import java.lang.reflect.Method;
import java.util.ArrayList;
import java.util.List;
import java.util.function.ToDoubleFunction;
import org.jboss.threads.EnhancedQueueExecutor;

/** Shows the load of the executor that serves requests. */
final class ExecutorGauges implements AutoCloseable {

    private final MeterRegistry registry;
    private final List<Meter> gauges = new ArrayList<>();

    /**
     * @throws ReflectiveOperationException if the server hides its executor in another way than expected
     * @throws ClassCastException if it has one of another sort
     */
    ExecutorGauges(MeterRegistry registry) throws ReflectiveOperationException {
        this.registry = registry;
        EnhancedQueueExecutor executor = EnhancedQueueExecutor.class.cast(unwrapped(ExecutorRecorder.getCurrent()));
        add(Meters.EXECUTOR_QUEUE, executor, EnhancedQueueExecutor::getQueueSize);
        add(Meters.EXECUTOR_ACTIVE, executor, EnhancedQueueExecutor::getActiveCount);
    }

    /** The server hands its executor out in a wrapper that cannot shut it down. */
    private static Object unwrapped(Object executor) throws ReflectiveOperationException {
        Object inner = executor;
        while (inner instanceof ForwardingExecutorService) {
            Method delegate = ForwardingExecutorService.class.getDeclaredMethod("delegate");
            delegate.setAccessible(true);
            inner = delegate.invoke(inner);
        }
        return inner;
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
