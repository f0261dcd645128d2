// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.observer;

import io.keylift.metrics.request.ConnectionWait;
import io.keylift.metrics.request.Phase;
import io.keylift.metrics.request.RequestBreakdown;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;

/** The meters of one endpoint. Each is made when it is needed first: an endpoint that hashes no passwords has no series for it. */
final class EndpointMeters {

    private static final Phase[] PHASES = Phase.values();

    private static final Duration[] BUCKETS = {
        Duration.ofMillis(5), Duration.ofMillis(50), Duration.ofMillis(500), Duration.ofSeconds(5)
    };

    private static final int STATEMENTS = PHASES.length;
    private static final int CONNECTION_WAIT = PHASES.length + 1;
    private static final int CONNECTION_USE = PHASES.length + 2;

    private final MeterRegistry registry;
    private final Tags all;
    private final Tags uriAndMore;
    private final AtomicReferenceArray<Meter> meters = new AtomicReferenceArray<>(PHASES.length + 3);

    /** @param more tags beside those of the endpoint */
    EndpointMeters(MeterRegistry registry, String uri, String method, Tags more) {
        this.registry = registry;
        this.uriAndMore = Tags.of(Meters.URI, uri).and(more);
        this.all = uriAndMore.and(Meters.METHOD, method);
    }

    void record(RequestBreakdown request) {
        for (Phase phase : PHASES) {
            long nanos = request.phases().nanos(phase);
            if (nanos > 0) {
                record(phase, nanos);
            }
        }
        statements().record(request.statements());
        for (ConnectionWait wait : request.connectionWaits()) {
            connectionWait(wait.nanos());
        }
        for (long use : request.connectionUses()) {
            connectionUse(use);
        }
    }

    void record(Phase phase, long nanos) {
        Timer known = (Timer) meters.get(phase.ordinal());
        if (known == null) {
            known = timer(phase.ordinal(), Meters.PHASE, all.and(Meters.PHASE_TAG, phase.label()));
        }
        known.record(nanos, TimeUnit.NANOSECONDS);
    }

    void connectionWait(long nanos) {
        timer(CONNECTION_WAIT, Meters.CONNECTION_WAIT, uriAndMore).record(nanos, TimeUnit.NANOSECONDS);
    }

    void connectionUse(long nanos) {
        timer(CONNECTION_USE, Meters.CONNECTION_USE, uriAndMore).record(nanos, TimeUnit.NANOSECONDS);
    }

    void statement() {
        statements().record(1);
    }

    private DistributionSummary statements() {
        Meter known = meters.get(STATEMENTS);
        if (known == null) {
            known = DistributionSummary.builder(Meters.STATEMENTS.meterName)
                    .description(Meters.STATEMENTS.description)
                    .tags(all)
                    .register(registry);
            meters.set(STATEMENTS, known);
        }
        return (DistributionSummary) known;
    }

    private Timer timer(int place, Meters meter, Tags tags) {
        Meter known = meters.get(place);
        if (known == null) {
            known = Timer.builder(meter.meterName)
                    .description(meter.description)
                    .tags(tags)
                    .serviceLevelObjectives(BUCKETS)
                    .register(registry);
            meters.set(place, known);
        }
        return (Timer) known;
    }

    /** Takes them out of the registry. */
    void remove() {
        for (int place = 0; place < meters.length(); place++) {
            Meter known = meters.getAndSet(place, null);
            if (known != null) {
                registry.remove(known);
            }
        }
    }
}
