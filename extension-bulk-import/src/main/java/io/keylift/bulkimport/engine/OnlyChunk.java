// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.keylift.bulkimport.input.Fingerprint;
import io.keylift.bulkimport.job.Counters;
import io.keylift.bulkimport.job.ImportJob;
import io.keylift.bulkimport.job.JobLedger;
import io.keylift.bulkimport.job.JobSpec;
import io.keylift.bulkimport.job.Operation;
import java.util.Set;

/**
 * A chunk of few records that is the whole input of a job. Its transaction ends the job as well, unless something is
 * left to do or to decide after it, or other jobs wait for the transaction. Then the run ends the job, with fewer
 * statements than a job of several chunks.
 */
final class OnlyChunk {

    /** With fewer records, no record gives reason for a warning of the job. */
    private static final int FEW = (int) WarningCount.MANY;

    private static final Set<Operation> ENDING = Set.of(Operation.IMPORT, Operation.REMOVE);

    private final ImportJob job;
    private final ImportOptions options;
    private final ChunkInput input;
    private final boolean again;
    private volatile Noted noted;

    /** Input that has one chunk, read by another thread perhaps than that which writes the chunk. */
    private record Noted(Chunk chunk, ImportJob.Input input) {}

    /** @param again whether earlier runs of the job may have committed chunks */
    OnlyChunk(ImportJob job, ImportOptions options, ChunkInput input, boolean again) {
        this.job = job;
        this.options = options;
        this.input = input;
        this.again = again;
    }

    /**
     * Called by the thread that has read the chunk, before any other thread works on it.
     *
     * @return whether it is the only one
     */
    boolean note(Chunk read) {
        boolean isOnly = !again
                && read.number() == 1
                && input.isComplete()
                && read.records().size() < FEW;
        if (isOnly && hasNothingToDoAfterwards() && input.warnings().isEmpty()) {
            Fingerprint all = input.fingerprint();
            noted = new Noted(read, new ImportJob.Input(all.sha256(), all.bytes()));
        }
        return isOnly;
    }

    private boolean hasNothingToDoAfterwards() {
        JobSpec spec = job.spec();
        return ENDING.contains(spec.operation())
                && !spec.isOfRealm()
                && !spec.dryRun()
                && spec.drops().isEmpty();
    }

    /** Whether nothing may be left to do after a chunk that was noted. */
    boolean isNoted() {
        return noted != null;
    }

    /**
     * Ends the job in the transaction that has written a chunk with these outcomes.
     *
     * @return whether it ends with the transaction; not if records wait, if rejects may stop the job, or if the job was
     *     paused, cancelled or taken over
     */
    boolean endJob(Chunk written, Counters outcomes, JobLedger ledger) {
        return noted != null && written == noted.chunk() && endJob(outcomes, ledger);
    }

    /**
     * Ends the job after the chunk.
     *
     * @param outcomes those that the ledger has
     * @return as above; also not if the job has another chunk, or more to do
     */
    boolean endJob(Counters outcomes, JobLedger ledger) {
        long rejected = outcomes.rejected();
        boolean mayStop = rejected > 0 && (options.stopOnReject() || rejected > options.maxRejects());
        return noted != null
                && outcomes.read() == noted.chunk().records().size()
                && !mayStop
                && ledger.complete(job.uid(), job.run(), noted.input(), System.currentTimeMillis());
    }
}
