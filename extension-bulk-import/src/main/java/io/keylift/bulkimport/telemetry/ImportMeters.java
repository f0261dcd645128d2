// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.telemetry;

import io.keylift.bulkimport.engine.ChunkPhase;
import io.keylift.bulkimport.engine.ChunkPhaseTimes;
import io.keylift.bulkimport.job.Counters;
import io.keylift.bulkimport.job.JobSpec;
import io.keylift.bulkimport.job.JobStatus;
import io.keylift.bulkimport.job.Operation;
import io.keylift.bulkimport.job.Outcome;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.Tags;
import io.micrometer.core.instrument.Timer;
import java.util.Arrays;
import java.util.EnumSet;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;

/** Counts and times imports in a registry. Removes its meters from the registry when closed. */
final class ImportMeters implements AutoCloseable {

    private final MeterRegistry registry;
    private final AtomicInteger chunksInFlight = new AtomicInteger();
    private final AtomicInteger jobsActive = new AtomicInteger();
    private final Set<Tags> registered = ConcurrentHashMap.newKeySet();
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

    /**
     * Registers all series of this kind and operation at its first job, so that they begin at 0: a counter that first
     * appears with its final value never shows a rate. The series of all kinds would be thousands, most of them idle.
     */
    private void register(String kind, Operation operation) {
        if (!registered.add(tags(kind, operation))) {
            return;
        }
        outcomes(operation).forEach(outcome -> records(kind, operation, outcome));
        for (ChunkPhase phase : ChunkPhase.values()) {
            timer(kind, operation, phase);
        }
        failed(kind, operation);
        Arrays.stream(JobStatus.values()).filter(JobStatus::isEnded).forEach(status -> jobs(kind, operation, status));
    }

    private static Set<Outcome> outcomes(Operation operation) {
        return switch (operation) {
            case IMPORT -> EnumSet.complementOf(EnumSet.of(Outcome.REMOVED));
            case REMOVE -> EnumSet.of(Outcome.REMOVED, Outcome.SKIPPED, Outcome.REJECTED);
            case VERIFY, UNDO, MIRROR -> EnumSet.allOf(Outcome.class);
        };
    }

    void jobStarted(JobSpec spec) {
        register(spec.kind(), spec.operation());
        jobsActive.incrementAndGet();
    }

    void jobEnded(JobSpec spec, JobStatus status) {
        // In this order: when no job is active, everything has been counted.
        jobs(spec.kind(), spec.operation(), status).increment();
        jobsActive.decrementAndGet();
    }

    /** @param spec of the job, or of its part with the records of one kind */
    void chunkStarted(JobSpec spec) {
        register(spec.kind(), spec.operation());
        chunksInFlight.incrementAndGet();
    }

    void chunkCommitted(JobSpec spec, Counters counters, ChunkPhaseTimes times) {
        chunksInFlight.decrementAndGet();
        count(spec, Outcome.ADDED, counters.added());
        count(spec, Outcome.UPDATED, counters.updated());
        count(spec, Outcome.REMOVED, counters.removed());
        count(spec, Outcome.SKIPPED, counters.skipped());
        count(spec, Outcome.REJECTED, counters.rejected());
        for (ChunkPhase phase : ChunkPhase.values()) {
            timer(spec.kind(), spec.operation(), phase).record(times.nanos(phase), TimeUnit.NANOSECONDS);
        }
    }

    void chunkFailed(JobSpec spec) {
        chunksInFlight.decrementAndGet();
        failed(spec.kind(), spec.operation()).increment();
    }

    private void count(JobSpec spec, Outcome outcome, long records) {
        if (records > 0) {
            records(spec.kind(), spec.operation(), outcome).increment(records);
        }
    }

    private Counter records(String kind, Operation operation, Outcome outcome) {
        return counter(ImportMeter.RECORDS, kind, operation, Tags.of(ImportMeter.OUTCOME, outcome.name(operation)));
    }

    private Counter jobs(String kind, Operation operation, JobStatus status) {
        return counter(ImportMeter.JOBS, kind, operation, Tags.of(ImportMeter.STATUS, lower(status)));
    }

    private Counter failed(String kind, Operation operation) {
        return counter(ImportMeter.CHUNKS_FAILED, kind, operation, Tags.empty());
    }

    private Counter counter(ImportMeter meter, String kind, Operation operation, Tags more) {
        Tags tags = tags(kind, operation).and(more);
        return meter(
                meter.meterName + tags,
                key -> Counter.builder(meter.meterName)
                        .description(meter.description)
                        .tags(tags)
                        .register(registry));
    }

    private Timer timer(String kind, Operation operation, ChunkPhase phase) {
        Tags tags = tags(kind, operation).and(ImportMeter.PHASE, lower(phase));
        return meter(
                ImportMeter.CHUNK.meterName + tags,
                key -> Timer.builder(ImportMeter.CHUNK.meterName)
                        .description(ImportMeter.CHUNK.description)
                        .tags(tags)
                        .register(registry));
    }

    private static Tags tags(String kind, Operation operation) {
        return Tags.of(ImportMeter.KIND, kind, ImportMeter.OP, lower(operation));
    }

    private static String lower(Enum<?> value) {
        return value.name().toLowerCase(Locale.ROOT);
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
