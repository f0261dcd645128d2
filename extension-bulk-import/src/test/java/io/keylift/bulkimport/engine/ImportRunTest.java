// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.bulkimport.input.InputFormat;
import io.keylift.bulkimport.input.InputLimits;
import io.keylift.bulkimport.input.SpoolException;
import io.keylift.bulkimport.job.Caller;
import io.keylift.bulkimport.job.Counters;
import io.keylift.bulkimport.job.EventMode;
import io.keylift.bulkimport.job.ImportJob;
import io.keylift.bulkimport.job.JobOption;
import io.keylift.bulkimport.job.JobOptions;
import io.keylift.bulkimport.job.JobSpec;
import io.keylift.bulkimport.job.JobState;
import io.keylift.bulkimport.job.JobStatus;
import io.keylift.bulkimport.job.Operation;
import io.keylift.bulkimport.place.Holder;
import io.keylift.bulkimport.place.Patience;
import io.keylift.bulkimport.place.Places;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.RejectedExecutionException;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * How a run ends that has committed nothing, and which of two runs goes on. Without a database its end cannot be
 * recorded, but the sink gets it.
 */
@Timeout(30)
class ImportRunTest {

    private static final JobSpec SPEC = new JobSpec(
            "people", "realm", "users", Operation.IMPORT, 1, JobOptions.DEFAULTS.with(JobOption.DRY_RUN, true));

    private static final Caller CALLER = new Caller("master", "caller", "client", 0, Set.of(), Map.of(), null);

    private final ReportedChunks reported = new ReportedChunks();

    @AutoClose
    private final Patience patience = new Patience(0);

    private final Places places = new Places(10, patience);

    @Test
    void aRunWhoseChunkNoWorkerTakesEndsAtOnceAndIsInterrupted() throws IOException {
        run(new ByteArrayInputStream("{}\n{}\n{}\n".getBytes(StandardCharsets.UTF_8)), chunk -> {
            throw new RejectedExecutionException("The engine is closed");
        });

        assertThat(reported.ends()).containsExactly("INTERRUPTED shutdown");
    }

    @Test
    void anInputThatTheServerCannotKeepIsToldApartFromOneThatBreaksOff() throws IOException {
        run(broken(new SpoolException(new IOException("No space left on device"))), Runnable::run);
        run(broken(new IOException("Connection reset")), Runnable::run);

        assertThat(reported.ends()).containsExactly("INTERRUPTED insufficient_storage", "INTERRUPTED input_broke_off");
    }

    @Test
    void law2_ofTwoRunsOfAJobTheLaterAttemptStaysInWhicheverOrderTheyCome() throws IOException {
        ActiveRuns inOrder = new ActiveRuns();
        ActiveRuns swapped = new ActiveRuns();
        ImportRun first = run(1);
        ImportRun second = run(2);
        ImportRun third = run(1);
        ImportRun fourth = run(2);

        inOrder.add(first);
        inOrder.add(second);
        swapped.add(fourth);
        swapped.add(third);

        assertThat(List.of(first, third)).extracting(run -> run.control().end()).containsOnly(RunControl.SUPERSEDED);
        assertThat(List.of(second, fourth))
                .isNotEmpty()
                .allMatch(run -> !run.control().isEnding());
        swapped.remove(third);
        assertThat(swapped.sharedPlace("uid")).isPresent();
    }

    /** Its run may be about to be taken over: two runs of a job should not both work on it. */
    @Test
    void law2_aPausedRunDoesNotGoOnInAJobThatHasEnded() throws IOException {
        ActiveRuns active = new ActiveRuns();
        ImportRun run = run(1);
        active.add(run);
        active.follow("uid", new JobState(1, JobStatus.PAUSED));

        active.follow("uid", new JobState(1, JobStatus.INTERRUPTED));

        assertThat(run.control().isPaused()).isTrue();
        active.follow("uid", new JobState(1, JobStatus.RUNNING));
        assertThat(run.control().isPaused()).isFalse();
    }

    @Test
    void law2_whatAHeartbeatReadBeforeARequestDoesNotUndoTheRequest() throws IOException {
        ActiveRuns active = new ActiveRuns();
        ImportRun run = run(1);
        active.add(run);
        long requested = active.requested();
        Map<String, JobState> read = Map.of("uid", new JobState(1, JobStatus.RUNNING));
        active.follow("uid", new JobState(1, JobStatus.PAUSED));

        active.follow(active.uids(), read, requested);

        assertThat(run.control().isPaused()).isTrue();
        active.follow(active.uids(), read, active.requested());
        assertThat(run.control().isPaused()).isFalse();
    }

    @Test
    void law2_whatAHeartbeatReadBeforeARunTookOverDoesNotEndThatRun() throws IOException {
        ActiveRuns active = new ActiveRuns();
        ImportRun second = run(2);
        active.add(second);

        active.follow("uid", new JobState(1, JobStatus.RUNNING));

        assertThat(second.control().isEnding()).isFalse();
        active.follow("uid", new JobState(3, JobStatus.RUNNING));
        assertThat(second.control().end()).isEqualTo(RunControl.SUPERSEDED);
    }

    private static InputStream broken(IOException failure) {
        return new SequenceInputStream(new ByteArrayInputStream(new byte[] {'\n'}), new InputStream() {
            @Override
            public int read() throws IOException {
                throw failure;
            }
        });
    }

    private void run(InputStream body, ChunkThreads threads) throws IOException {
        run(1, input(body), threads).run();
    }

    private static ImportInput input(InputStream body) throws IOException {
        return new ImportInput(
                InputFormat.NDJSON.open(body, false, new InputLimits(1000, 10, 0)), 1, 1000, ImportInput.UNKNOWN_SIZE);
    }

    private ImportRun run(int attempt) throws IOException {
        return run(attempt, input(InputStream.nullInputStream()), Runnable::run);
    }

    private ImportRun run(int attempt, ImportInput input, ChunkThreads threads) {
        ImportJob job = new ImportJob(
                "uid",
                SPEC,
                JobStatus.RUNNING,
                attempt,
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
        ImportOptions options = new ImportOptions(
                SPEC, 1, false, Long.MAX_VALUE, EventMode.NONE, ImportOptions.Results.REJECTS, RemovalLimit.DEFAULT);
        return new ImportRun(
                new ImportRun.Work(job, options, input, false, places.take(new Holder("realm", "caller")), reported),
                new EngineSettings("node", 1, 1, 1000, false, Duration.ofSeconds(1), 1L, Duration.ZERO),
                parts(job, options, input),
                null,
                threads,
                new ImportListener() {},
                ended -> {});
    }

    private static RunParts parts(ImportJob job, ImportOptions options, ImportInput input) {
        RunControl control = new RunControl();
        return new RunParts(
                new ImportSessions(null, session -> null, job.uid(), options, CALLER),
                control,
                new UniqueKeyGate(),
                new Retry(Duration.ofSeconds(1), control::isEnding),
                null,
                new OnlyChunk(job, options, input, true));
    }
}
