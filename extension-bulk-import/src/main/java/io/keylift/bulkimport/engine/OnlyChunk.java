// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.keylift.bulkimport.input.Fingerprint;
import io.keylift.bulkimport.job.ChunkEntry;
import io.keylift.bulkimport.job.ImportJob;
import io.keylift.bulkimport.job.JobLedger;
import io.keylift.bulkimport.job.JobSpec;
import io.keylift.bulkimport.job.Operation;
import java.util.Set;

/**
 * A chunk of few records that is the whole input of a job. Its transaction ends the job as well, unless something is
 * left to do or to decide after it. Then the run ends the job, as it does with several chunks.
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

    /** Whether the transaction of this chunk may end the job. Its commit must then wait for the disk. */
    boolean mayEndJob(Chunk written) {
        return noted != null && written == noted.chunk();
    }

    /**
     * Ends the job in the transaction that has written this entry of a chunk.
     *
     * @return whether it ends with the transaction; not if records wait, if rejects may stop the job, or if the job was
     *     paused, cancelled or taken over
     */
    boolean endJob(Chunk written, ChunkEntry entry, JobLedger ledger) {
        long rejected = entry.counters().rejected();
        boolean mayStop = rejected > 0 && (options.stopOnReject() || rejected > options.maxRejects());
        boolean isAll = entry.counters().read() == written.records().size();
        return mayEndJob(written)
                && isAll
                && !mayStop
                && ledger.complete(job.uid(), job.run(), noted.input(), System.currentTimeMillis());
    }
}
