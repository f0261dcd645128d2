// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.observer;

import io.keylift.metrics.request.ConnectionWait;
import io.keylift.metrics.request.Phase;
import io.keylift.metrics.request.PhaseTimes;
import io.keylift.metrics.request.RequestBreakdown;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicReferenceArray;
import java.util.function.Supplier;

/**
 * The meters of one endpoint, created on first use. Its phases are created together: Prometheus sees no growth in a
 * series that begins, so the first stall of a phase would be missing.
 */
final class EndpointMeters {

    private static final Phase[] PHASES = Phase.values();

    /** Alert thresholds must be bucket boundaries, because a histogram has no information between two boundaries. */
    private static final Duration[] CONNECTION_BUCKETS = {
        Duration.ofMillis(5),
        Duration.ofMillis(50),
        Duration.ofMillis(500),
        Duration.ofSeconds(1),
        Duration.ofSeconds(2),
        Duration.ofSeconds(5)
    };

    /** Boundaries that include the targets of the objectives, for the same reason. */
    private static final Duration[] DURATION_BUCKETS = {
        Duration.ofMillis(10),
        Duration.ofMillis(25),
        Duration.ofMillis(50),
        Duration.ofMillis(100),
        Duration.ofMillis(250),
        Duration.ofMillis(500),
        Duration.ofSeconds(1),
        Duration.ofMillis(2500),
        Duration.ofSeconds(5),
        Duration.ofSeconds(10)
    };

    private static final int STATEMENTS = 0;
    private static final int CONNECTION_WAIT = 1;
    private static final int CONNECTION_USE = 2;
    private static final int ALLOCATED = 3;
    private static final int DURATIONS = 4;
    private static final int PLACES = DURATIONS + Outcome.values().length;

    private final MeterRegistry registry;
    private final Tags all;
    private final Tags pool;
    private final AtomicReferenceArray<Meter> meters = new AtomicReferenceArray<>(PLACES);
    private final AtomicReferenceArray<PhaseMeter> phases = new AtomicReferenceArray<>(PHASES.length);
    private volatile boolean hasAllPhases;
    private boolean isRemoved;

    /** @param more tags in addition to those of the endpoint */
    EndpointMeters(MeterRegistry registry, String uri, String method, String grantType, Tags more) {
        this.registry = registry;
        Tags uriAndMore = Tags.of(Meters.URI, uri).and(more);
        this.pool = uriAndMore.and(Meters.POOL_NAME, Meters.DEFAULT_POOL);
        this.all = uriAndMore.and(Meters.METHOD, method).and(Meters.GRANT_TYPE, grantType);
    }

    void record(RequestBreakdown request) {
        duration(Outcome.of(request), request.nanos());
        recordProgress(request);
        for (Phase phase : PHASES) {
            if (request.phases().nanos(phase) > 0) {
                phase(phase).count();
            }
        }
        statements(request.statements());
        summarize(ALLOCATED, Meters.ALLOCATED, "bytes", request.allocated());
        for (ConnectionWait wait : request.connectionWaits()) {
            connectionWait(wait.nanos());
        }
        for (long use : request.connectionUses()) {
            connectionUse(use);
        }
    }

    /** Adds the time that is not reported yet. The request counts when it has ended. */
    void recordProgress(RequestBreakdown request) {
        if (!hasAllPhases) {
            for (Phase phase : PHASES) {
                phase(phase);
            }
            hasAllPhases = true;
        }
        PhaseTimes more = request.unreported();
        for (Phase phase : PHASES) {
            long nanos = more.nanos(phase);
            if (nanos > 0) {
                phase(phase).add(nanos);
            }
        }
    }

    void record(Phase phase, long nanos) {
        PhaseMeter meter = phase(phase);
        meter.add(nanos);
        meter.count();
    }

    private PhaseMeter phase(Phase phase) {
        PhaseMeter known = phases.get(phase.ordinal());
        return known == null ? make(phase) : known;
    }

    void connectionWait(long nanos) {
        Meter known = meters.get(CONNECTION_WAIT);
        record(known == null ? make(CONNECTION_WAIT, () -> connectionTimer(Meters.CONNECTION_WAIT)) : known, nanos);
    }

    void connectionUse(long nanos) {
        Meter known = meters.get(CONNECTION_USE);
        record(known == null ? make(CONNECTION_USE, () -> connectionTimer(Meters.CONNECTION_USE)) : known, nanos);
    }

    private static void record(Meter timer, long nanos) {
        if (timer != null) {
            ((Timer) timer).record(nanos, TimeUnit.NANOSECONDS);
        }
    }

    private void duration(Outcome outcome, long nanos) {
        Meter known = meters.get(DURATIONS + outcome.ordinal());
        if (known == null) {
            known = make(outcome);
            // Created at once, like the phases: without that, the first errors would be missing.
            make(Outcome.SERVER_ERROR);
        }
        record(known, nanos);
    }

    void statement() {
        statements(1);
    }

    private void statements(long number) {
        summarize(STATEMENTS, Meters.STATEMENTS, null, number);
    }

    private void summarize(int place, Meters meter, String unit, long amount) {
        Meter known = meters.get(place);
        Meter summary = known == null ? make(place, () -> summary(meter, unit)) : known;
        if (summary != null) {
            ((DistributionSummary) summary).record(amount);
        }
    }

    private Meter make(Outcome outcome) {
        return make(
                DURATIONS + outcome.ordinal(),
                () -> Timer.builder(Meters.DURATION.meterName)
                        .description(Meters.DURATION.description)
                        .tags(all.and(Meters.OUTCOME, outcome.name()))
                        .serviceLevelObjectives(DURATION_BUCKETS)
                        .register(registry));
    }

    /** After {@link #remove()}, one that is not registered. */
    private synchronized PhaseMeter make(Phase phase) {
        if (phases.get(phase.ordinal()) == null) {
            PhaseMeter made = new PhaseMeter();
            if (!isRemoved) {
                made.register(registry, all.and(Meters.PHASE_TAG, phase.label()));
            }
            phases.set(phase.ordinal(), made);
        }
        return phases.get(phase.ordinal());
    }

    private DistributionSummary summary(Meters meter, String unit) {
        return DistributionSummary.builder(meter.meterName)
                .description(meter.description)
                .baseUnit(unit)
                .tags(all)
                .register(registry);
    }

    private Timer connectionTimer(Meters meter) {
        return Timer.builder(meter.meterName)
                .description(meter.description)
                .tags(pool)
                .serviceLevelObjectives(CONNECTION_BUCKETS)
                .register(registry);
    }

    /**
     * Returns the meter of this place, or {@code null} after {@link #remove()}, so that a late request does not
     * register a meter again.
     */
    private synchronized Meter make(int place, Supplier<Meter> maker) {
        if (meters.get(place) == null && !isRemoved) {
            meters.set(place, maker.get());
        }
        return meters.get(place);
    }

    /** Removes the meters from the registry for good. */
    synchronized void remove() {
        isRemoved = true;
        for (int place = 0; place < meters.length(); place++) {
            Meter known = meters.getAndSet(place, null);
            if (known != null) {
                registry.remove(known);
            }
        }
        for (int phase = 0; phase < phases.length(); phase++) {
            PhaseMeter known = phases.get(phase);
            if (known != null) {
                known.remove(registry);
            }
        }
    }
}
