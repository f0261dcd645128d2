// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.bulkimport.engine.RunControl.End;
import io.keylift.bulkimport.input.Fingerprint;
import io.keylift.bulkimport.job.ChunkEntry;
import io.keylift.bulkimport.job.Counters;
import io.keylift.bulkimport.job.IfExists;
import io.keylift.bulkimport.job.ImportJob;
import io.keylift.bulkimport.job.JobLedger;
import io.keylift.bulkimport.job.JobOption;
import io.keylift.bulkimport.job.JobOptions;
import io.keylift.bulkimport.job.JobSpec;
import io.keylift.bulkimport.job.JobState;
import io.keylift.bulkimport.job.JobStatus;
import io.keylift.bulkimport.job.Operation;
import io.keylift.bulkimport.job.Warning;
import java.lang.reflect.Proxy;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;

class RunEndTest {

    private static final int RUN = 2;
    private static final End COMPLETED = new End(JobStatus.COMPLETED, null, null);

    private final List<String> written = new ArrayList<>();
    private final ReportedChunks reported = new ReportedChunks();
    private final Map<Integer, ChunkEntry> entries = new HashMap<>();

    @Test
    void theEndOfAnUndoIsStoredWithItsInputAndWarnings() {
        assertThat(store(RUN, Counters.ZERO).status()).isEqualTo(JobStatus.COMPLETED);

        assertThat(written).containsExactly("move", "keepInput", "settleUndo", "warn");
    }

    @Test
    void law2_aRunWhoseJobANewerOneHasTakenOverWritesNothing() {
        assertThat(store(RUN + 1, Counters.ZERO).code()).isEqualTo("superseded");

        assertThat(written).isEmpty();
    }

    @Test
    void law15_anUndoThatLostCommitsKeepsWhatItNeedsToResume() {
        assertThat(store(RUN, new Counters(1, 0, 0, 0, 0)).code()).isEqualTo("commits_lost");

        assertThat(written).contains("move").doesNotContain("settleUndo");
    }

    /** The last objects of a mirror, or the last lines that wait, may be those of such a chunk. */
    @Test
    void law2_chunksThatTheRunBeforeHasCommittedMeanwhileAreReported() {
        entries.put(-1, entry(-1));
        entries.put(-2, entry(-2));

        assertThat(store(RUN, new Counters(2, 0, 0, 0, 0))).isEqualTo(COMPLETED);

        assertThat(reported.numbers()).containsExactly(-1, -2);
    }

    /** A request to cancel may come when the transaction of the only chunk has just ended the job. */
    @Test
    void law2_aJobThatItsChunkHasEndedKeepsThatEnd() throws InterruptedException {
        RunEnd end = end();
        end.noteStored();

        assertThat(end.complete()).isEqualTo(COMPLETED);
        assertThat(end.record(RunControl.CANCELLED)).isEqualTo(COMPLETED);
        assertThat(written).isEmpty();
    }

    /**
     * Ends the run of an undo that has read its whole input.
     *
     * @param latest number of the job's latest run
     * @param committed what the database knows to be committed
     */
    private End store(int latest, Counters committed) {
        return end().store(COMPLETED, ledger(latest, committed));
    }

    /** The end of a run whose sessions cannot be opened. */
    private RunEnd end() {
        JobSpec spec = new JobSpec(
                "undo",
                "realm",
                "users",
                Operation.UNDO,
                1,
                new JobSpec.Undone("undone", "people"),
                JobOptions.DEFAULTS.with(JobOption.IF_EXISTS, IfExists.OVERWRITE));
        ImportJob job = new ImportJob(
                "uid",
                spec,
                JobStatus.RUNNING,
                RUN,
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
        ChunkInput input = new Empty();
        return new RunEnd(
                job,
                input,
                null,
                null,
                new OrderedResults(reported),
                new WarningCount(input, List.of()),
                new OnlyChunk(job, null, input, false));
    }

    private JobLedger ledger(int latest, Counters committed) {
        return (JobLedger) Proxy.newProxyInstance(
                getClass().getClassLoader(), new Class<?>[] {JobLedger.class}, (proxy, method, arguments) -> {
                    switch (method.getName()) {
                        case "heartbeat":
                            return Map.of("uid", new JobState(latest, JobStatus.RUNNING));
                        case "counters":
                            return committed;
                        case "entry":
                            return Optional.ofNullable(entries.get(arguments[1]));
                        case "left":
                            return Map.of("undone", 2L);
                        default:
                            written.add(method.getName());
                            return method.getName().equals("move") ? true : null;
                    }
                });
    }

    private static ChunkEntry entry(int chunk) {
        return new ChunkEntry(chunk, 0, 0, new byte[0], new Counters(1, 0, 0, 0, 0), List.of(), null, 0);
    }

    private static final class Empty extends ChunkInput {

        @Override
        Chunk next() {
            return null;
        }

        @Override
        double readShare() {
            return 1;
        }

        @Override
        Fingerprint fingerprint() {
            return new Fingerprint("", 0);
        }

        @Override
        List<Warning> warnings() {
            return List.of(new Warning("code", "Message."));
        }

        @Override
        boolean isComplete() {
            return true;
        }
    }
}
