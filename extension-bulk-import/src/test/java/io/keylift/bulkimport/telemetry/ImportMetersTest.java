// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.telemetry;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.bulkimport.engine.ChunkPhaseTimes;
import io.keylift.bulkimport.job.Counters;
import io.keylift.bulkimport.job.JobOptions;
import io.keylift.bulkimport.job.JobSpec;
import io.keylift.bulkimport.job.JobStatus;
import io.keylift.bulkimport.job.Operation;
import io.micrometer.core.instrument.Counter;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ImportMetersTest {

    private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
    private final ImportMeters meters = new ImportMeters(registry);

    @ParameterizedTest
    @EnumSource(Operation.class)
    void everySeriesOfAKindBeginsAtZeroWithItsFirstJob(Operation operation) {
        JobSpec spec = spec("users", operation);
        meters.jobStarted(spec);
        meters.jobEnded(spec, JobStatus.COMPLETED);
        List<Meter.Id> before = ids();
        assertThat(registry.find("keylift.import.records").counters())
                .isNotEmpty()
                .allSatisfy(counter -> assertThat(counter.count()).isZero());

        boolean isRemoval = operation == Operation.REMOVE;
        meters.chunkStarted(spec);
        meters.chunkCommitted(
                spec, isRemoval ? new Counters(0, 0, 3, 4, 5) : new Counters(1, 2, 0, 4, 5), new ChunkPhaseTimes());
        meters.chunkStarted(spec);
        meters.chunkFailed(spec);
        for (JobStatus status : JobStatus.values()) {
            if (status.isEnded() && status != JobStatus.COMPLETED) {
                meters.jobStarted(spec);
                meters.jobEnded(spec, status);
            }
        }

        assertThat(ids()).containsExactlyInAnyOrderElementsOf(before);
        assertThat(registry.get("keylift.import.chunks.failed").counter().count())
                .isEqualTo(1);
        assertThat(registry.get("keylift.import.jobs").counters()).isNotEmpty().allMatch(jobs -> jobs.count() == 1);
    }

    @Test
    void outcomesThatAnOperationCannotHaveAreNotShown() {
        meters.jobStarted(spec("users", Operation.IMPORT));
        meters.jobStarted(spec("users", Operation.REMOVE));

        assertThat(registry.get("keylift.import.records").counters().stream()
                        .collect(Collectors.groupingBy(counter -> tag(counter, "op"), Collectors.counting())))
                .isEqualTo(Map.of("import", 4L, "remove", 3L));
    }

    /** A node that imports nothing has no idle series. */
    @Test
    void aKindHasNoSeriesBeforeItsFirstJob() {
        assertThat(registry.getMeters())
                .extracting(meter -> meter.getId().getName())
                .containsExactlyInAnyOrder("keylift.import.chunks.in.flight", "keylift.import.jobs.active");
    }

    /** The job itself has another kind. */
    @Test
    void aKindInAJobOfSeveralBeginsWithItsFirstChunk() {
        meters.jobStarted(spec(JobSpec.REALM, Operation.IMPORT));
        meters.chunkStarted(spec("users", Operation.IMPORT));

        assertThat(registry.get("keylift.import.records").tag("kind", "users").counters())
                .hasSize(4)
                .allSatisfy(counter -> assertThat(counter.count()).isZero());
    }

    @Test
    void whenTheyAreClosedNothingIsLeft() {
        meters.jobStarted(spec("users", Operation.IMPORT));
        meters.close();

        assertThat(registry.getMeters()).isEmpty();
    }

    private static JobSpec spec(String kind, Operation operation) {
        return new JobSpec("id", "realm", kind, operation, 10, JobOptions.DEFAULTS);
    }

    private static String tag(Counter counter, String key) {
        return counter.getId().getTag(key);
    }

    private List<Meter.Id> ids() {
        return registry.getMeters().stream().map(Meter::getId).toList();
    }
}
