// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.telemetry;

import io.keylift.bulkimport.engine.Phase;
import io.keylift.bulkimport.engine.PhaseTimes;
import io.keylift.bulkimport.job.Counters;
import io.keylift.bulkimport.job.JobSpec;
import io.keylift.bulkimport.job.JobStatus;
import io.keylift.bulkimport.job.Outcome;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Timer;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** Counts and times imports in a registry, and takes its meters out of it when closed. */
final class ImportMeters implements AutoCloseable {

    private final MeterRegistry registry;
    private final AtomicInteger chunksInFlight = new AtomicInteger();
    private final AtomicInteger jobsActive = new AtomicInteger();
    private final Map<String, Meter> meters = new ConcurrentHashMap<>();

    ImportMeters(MeterRegistry registry) {
        this.registry = registry;
        meters.put(
                ImportMeter.CHUNKS_IN_FLIGHT.meterName,
                Gauge.builder(ImportMeter.CHUNKS_IN_FLIGHT.meterName, chunksInFlight, AtomicInteger::get)
                        .description(ImportMeter.CHUNKS_IN_FLIGHT.description)
                        .register(registry));
        meters.put(
                ImportMeter.JOBS_ACTIVE.meterName,
                Gauge.builder(ImportMeter.JOBS_ACTIVE.meterName, jobsActive, AtomicInteger::get)
                        .description(ImportMeter.JOBS_ACTIVE.description)
                        .register(registry));
    }

    void jobStarted() {
        jobsActive.incrementAndGet();
    }

    void jobEnded(JobSpec spec, JobStatus status) {
        // In this order: a server that is idle has counted everything.
        counter(ImportMeter.JOBS, spec, ImportMeter.STATUS, status.name()).increment();
        jobsActive.decrementAndGet();
    }

    void chunkStarted() {
        chunksInFlight.incrementAndGet();
    }

    void chunkCommitted(JobSpec spec, Counters counters, PhaseTimes times) {
        chunksInFlight.decrementAndGet();
        count(spec, Outcome.ADDED, counters.added());
        count(spec, Outcome.UPDATED, counters.updated());
        count(spec, Outcome.REMOVED, counters.removed());
        count(spec, Outcome.SKIPPED, counters.skipped());
        count(spec, Outcome.REJECTED, counters.rejected());
        for (Phase phase : Phase.values()) {
            timer(spec, phase).record(times.nanos(phase), TimeUnit.NANOSECONDS);
        }
    }

    void chunkFailed(JobSpec spec) {
        chunksInFlight.decrementAndGet();
        Counter failed = meter(
                key(spec) + ".failed",
                key -> Counter.builder(ImportMeter.CHUNKS_FAILED.meterName)
                        .description(ImportMeter.CHUNKS_FAILED.description)
                        .tag(ImportMeter.KIND, spec.kind())
                        .tag(ImportMeter.OP, op(spec))
                        .register(registry));
        failed.increment();
    }

    private void count(JobSpec spec, Outcome outcome, long records) {
        if (records > 0) {
            counter(ImportMeter.RECORDS, spec, ImportMeter.OUTCOME, outcome.name())
                    .increment(records);
        }
    }

    private Counter counter(ImportMeter meter, JobSpec spec, String tag, String value) {
        return meter(
                meter.meterName + key(spec) + value,
                key -> Counter.builder(meter.meterName)
                        .description(meter.description)
                        .tag(ImportMeter.KIND, spec.kind())
                        .tag(ImportMeter.OP, op(spec))
                        .tag(tag, value.toLowerCase(Locale.ROOT))
                        .register(registry));
    }

    private Timer timer(JobSpec spec, Phase phase) {
        return meter(
                ImportMeter.CHUNK.meterName + key(spec) + phase,
                key -> Timer.builder(ImportMeter.CHUNK.meterName)
                        .description(ImportMeter.CHUNK.description)
                        .tag(ImportMeter.KIND, spec.kind())
                        .tag(ImportMeter.OP, op(spec))
                        .tag(ImportMeter.PHASE, phase.name().toLowerCase(Locale.ROOT))
                        .register(registry));
    }

    private static String op(JobSpec spec) {
        return spec.operation().name().toLowerCase(Locale.ROOT);
    }

    private static String key(JobSpec spec) {
        return spec.kind() + "." + op(spec) + ".";
    }

    @SuppressWarnings("unchecked") // a key always stands for the same sort of meter
    private <M extends Meter> M meter(String key, Function<String, M> made) {
        return (M) meters.computeIfAbsent(key, made);
    }

    @Override
    public void close() {
        meters.values().forEach(registry::remove);
        meters.clear();
    }
}
