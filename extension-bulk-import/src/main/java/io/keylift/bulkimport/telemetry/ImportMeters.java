// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.telemetry;

import io.keylift.bulkimport.engine.Phase;
import io.keylift.bulkimport.engine.PhaseTimes;
import io.keylift.bulkimport.job.Counters;
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

    void jobEnded(String kind, JobStatus status) {
        // In this order: a server that is idle has counted everything.
        counter(ImportMeter.JOBS, kind, ImportMeter.STATUS, status.name()).increment();
        jobsActive.decrementAndGet();
    }

    void chunkStarted() {
        chunksInFlight.incrementAndGet();
    }

    void chunkCommitted(String kind, Counters counters, PhaseTimes times) {
        chunksInFlight.decrementAndGet();
        count(kind, Outcome.ADDED, counters.added());
        count(kind, Outcome.UPDATED, counters.updated());
        count(kind, Outcome.SKIPPED, counters.skipped());
        count(kind, Outcome.REJECTED, counters.rejected());
        for (Phase phase : Phase.values()) {
            timer(kind, phase).record(times.nanos(phase), TimeUnit.NANOSECONDS);
        }
    }

    void chunkFailed(String kind) {
        chunksInFlight.decrementAndGet();
        Counter failed = meter(
                kind + ".failed",
                key -> Counter.builder(ImportMeter.CHUNKS_FAILED.meterName)
                        .description(ImportMeter.CHUNKS_FAILED.description)
                        .tag(ImportMeter.KIND, kind)
                        .register(registry));
        failed.increment();
    }

    private void count(String kind, Outcome outcome, long records) {
        if (records > 0) {
            counter(ImportMeter.RECORDS, kind, ImportMeter.OUTCOME, outcome.name())
                    .increment(records);
        }
    }

    private Counter counter(ImportMeter meter, String kind, String tag, String value) {
        return meter(
                meter.meterName + kind + value,
                key -> Counter.builder(meter.meterName)
                        .description(meter.description)
                        .tag(ImportMeter.KIND, kind)
                        .tag(tag, value.toLowerCase(Locale.ROOT))
                        .register(registry));
    }

    private Timer timer(String kind, Phase phase) {
        return meter(
                ImportMeter.CHUNK.meterName + kind + phase,
                key -> Timer.builder(ImportMeter.CHUNK.meterName)
                        .description(ImportMeter.CHUNK.description)
                        .tag(ImportMeter.KIND, kind)
                        .tag(ImportMeter.PHASE, phase.name().toLowerCase(Locale.ROOT))
                        .register(registry));
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
