// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.bulkimport.input.InputFormat;
import io.keylift.bulkimport.input.InputLimits;
import io.keylift.bulkimport.job.ChunkEntry;
import io.keylift.bulkimport.job.Counters;
import io.keylift.bulkimport.job.Drop;
import io.keylift.bulkimport.job.EventMode;
import io.keylift.bulkimport.job.ImportJob;
import io.keylift.bulkimport.job.JobLedger;
import io.keylift.bulkimport.job.JobOption;
import io.keylift.bulkimport.job.JobOptions;
import io.keylift.bulkimport.job.JobSpec;
import io.keylift.bulkimport.job.JobState;
import io.keylift.bulkimport.job.JobStatus;
import io.keylift.bulkimport.job.Operation;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.lang.reflect.Proxy;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;

/** Which jobs end in the transaction of their chunk. */
class OnlyChunkTest {

    private static final int CHUNK_SIZE = 200;

    private final List<String> completed = new ArrayList<>();
    private Counters counters = Counters.ZERO;
    private final JobLedger ledger = (JobLedger) Proxy.newProxyInstance(
            getClass().getClassLoader(), new Class<?>[] {JobLedger.class}, (proxy, method, arguments) -> {
                Stream<Object> shown = Stream.of(arguments)
                        .filter(argument -> !(argument instanceof Long))
                        .limit(4);
                completed.add(method.getName() + " "
                        + shown.filter(argument -> !(argument instanceof ImportJob.Input))
                                .map(String::valueOf)
                                .collect(Collectors.joining(" ")));
                return switch (method.getName()) {
                    case "counters" -> counters;
                    case "heartbeat" -> Map.of("uid", new JobState(1, JobStatus.RUNNING));
                    case "keepInput" -> null;
                    case "entry" -> Optional.empty();
                    default -> true;
                };
            });

    @Test
    void theOnlyChunkOfAFirstRunEndsItsJob() throws IOException {
        assertThat(ends(JobOptions.DEFAULTS, Operation.IMPORT, 3, new Counters(3, 0, 0, 0, 0)))
                .isTrue();
        assertThat(completed).containsExactly("complete uid 1");
    }

    /** A later run compares its input with the chunks of earlier ones. */
    @Test
    void thatOfALaterRunDoesNot() throws IOException {
        assertThat(ends(true, false, Long.MAX_VALUE, JobOptions.DEFAULTS, Operation.IMPORT, 3, added(3)))
                .isFalse();
    }

    @Test
    void aChunkOfManyRecordsOrOneOfSeveralDoesNot() throws IOException {
        assertThat(ends(JobOptions.DEFAULTS, Operation.IMPORT, 100, added(100))).isFalse();
        assertThat(ends(JobOptions.DEFAULTS, Operation.IMPORT, CHUNK_SIZE + 1, added(CHUNK_SIZE)))
                .isFalse();
    }

    @Test
    void aChunkWithADeferredRecordDoesNot() throws IOException {
        assertThat(ends(JobOptions.DEFAULTS, Operation.IMPORT, 3, added(2))).isFalse();
    }

    @ParameterizedTest
    @CsvSource({"true, 9, false", "false, 0, false", "false, 1, true"})
    void aChunkWhoseRejectsStopTheJobDoesNot(boolean stop, long maxRejects, boolean ends) throws IOException {
        assertThat(ends(false, stop, maxRejects, JobOptions.DEFAULTS, Operation.IMPORT, 3, new Counters(2, 0, 0, 0, 1)))
                .isEqualTo(ends);
    }

    @Test
    void aDryRunAndAJobThatDropsPartsDoNot() throws IOException {
        assertThat(ends(JobOptions.DEFAULTS.with(JobOption.DRY_RUN, true), Operation.IMPORT, 3, added(3)))
                .isFalse();
        Set<Drop> drops = Set.of(Drop.UNKNOWN_FIELDS);
        assertThat(ends(JobOptions.DEFAULTS.with(JobOption.DROP, drops), Operation.IMPORT, 3, added(3)))
                .isFalse();
    }

    /** A mirror and a verification go on after the last record, and an undo hands on what it has left. */
    @ParameterizedTest
    @EnumSource(names = {"VERIFY", "MIRROR"})
    void anOperationWithWorkAfterTheLastRecordDoesNot(Operation operation) throws IOException {
        assertThat(ends(JobOptions.DEFAULTS, operation, 3, added(3))).isFalse();
    }

    @Test
    void law2_theEndOfAJobOfOneChunkIsOneStatementUnlessTheDatabaseHasLostTheChunk() throws IOException {
        assertThat(storedEnd(added(2))).isEqualTo(JobStatus.COMPLETED);
        assertThat(completed).containsExactly("counters uid", "complete uid 1");
        completed.clear();

        assertThat(storedEnd(Counters.ZERO)).isEqualTo(JobStatus.INTERRUPTED);
        assertThat(completed).doesNotContain("complete uid 1").contains("move uid 1 INTERRUPTED commits_lost");
    }

    /** @param committed what the database knows to be committed of two records */
    private JobStatus storedEnd(Counters committed) throws IOException {
        JobSpec spec = new JobSpec("people", "realm", "users", Operation.IMPORT, CHUNK_SIZE, JobOptions.DEFAULTS);
        ImportInput input = input(2);
        OrderedResults results = new OrderedResults(new ReportedChunks());
        OnlyChunk only = new OnlyChunk(job(spec), options(spec, false, 0), input, false);
        Chunk chunk = input.next();
        only.note(chunk);
        results.add(new ChunkEntry(1, 1, 2, chunk.digest(), added(2), List.of(), null, 1), List.of(), false);
        counters = committed;
        RunEnd end = new RunEnd(job(spec), input, null, null, results, new WarningCount(input, List.of()), only);
        return end.store(RunEnd.COMPLETED, ledger).status();
    }

    private static Counters added(int records) {
        return new Counters(records, 0, 0, 0, 0);
    }

    private boolean ends(JobOptions options, Operation operation, int records, Counters counters) throws IOException {
        return ends(false, false, Long.MAX_VALUE, options, operation, records, counters);
    }

    private boolean ends(
            boolean again,
            boolean stop,
            long maxRejects,
            JobOptions options,
            Operation operation,
            int records,
            Counters counters)
            throws IOException {
        JobSpec spec = new JobSpec("people", "realm", "users", operation, CHUNK_SIZE, options);
        ImportInput input = input(records);
        Chunk chunk = input.next();
        OnlyChunk only = new OnlyChunk(job(spec), options(spec, stop, maxRejects), input, again);
        only.note(chunk);
        return only.endJob(chunk, counters, ledger);
    }

    private static ImportInput input(int records) throws IOException {
        return new ImportInput(
                InputFormat.NDJSON.open(
                        new ByteArrayInputStream("{}\n".repeat(records).getBytes(StandardCharsets.UTF_8)),
                        false,
                        new InputLimits(1000, 10, 0)),
                CHUNK_SIZE,
                1 << 20,
                ImportInput.UNKNOWN_SIZE);
    }

    private static ImportOptions options(JobSpec spec, boolean stop, long maxRejects) {
        return new ImportOptions(
                spec, 0, stop, maxRejects, EventMode.NONE, ImportOptions.Results.REJECTS, RemovalLimit.DEFAULT);
    }

    private static ImportJob job(JobSpec spec) {
        return new ImportJob(
                "uid",
                spec,
                JobStatus.RUNNING,
                1,
                "caller",
                "node",
                0,
                0,
                0,
                null,
                0,
                null,
                null,
                List.of(),
                null,
                Counters.ZERO);
    }
}
