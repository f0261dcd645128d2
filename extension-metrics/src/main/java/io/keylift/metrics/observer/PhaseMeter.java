// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.observer;

import io.micrometer.core.instrument.FunctionTimer;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.LongAdder;

/**
 * Time of one phase of an endpoint, and number of requests that had it. A {@link io.micrometer.core.instrument.Timer}
 * would count a request each time that some of its time is added.
 */
final class PhaseMeter {

    private final LongAdder requests = new LongAdder();
    private final LongAdder nanos = new LongAdder();
    private FunctionTimer registered;

    /** Registers it. The registry keeps no reference to it. */
    void register(MeterRegistry registry, Tags tags) {
        registered = FunctionTimer.builder(
                        Meters.PHASE.meterName,
                        this,
                        meter -> meter.requests.sum(),
                        meter -> meter.nanos.sum(),
                        TimeUnit.NANOSECONDS)
                .description(Meters.PHASE.description)
                .tags(tags)
                .register(registry);
    }

    void add(long moreNanos) {
        nanos.add(moreNanos);
    }

    void count() {
        requests.increment();
    }

    void remove(MeterRegistry registry) {
        if (registered != null) {
            registry.remove(registered);
        }
    }
}
