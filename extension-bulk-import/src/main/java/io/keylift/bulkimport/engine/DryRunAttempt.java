// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.keylift.bulkimport.job.ChunkEntry;
import io.keylift.bulkimport.job.JobLedger;
import io.keylift.bulkimport.kind.spi.Item;
import java.util.List;

/**
 * Resolves the records as an import or a removal does, and rolls back. A second transaction corrects their outcomes by
 * what earlier chunks would have written, and stores them.
 */
final class DryRunAttempt<V> implements ChunkAttempt<V> {

    private final KindRun<V> kind;
    private final WriteSteps<V> steps;
    private final ChunkNotes notes;
    private final Correction<V> correction;
    private final ChunkSettlement<V> settlement;

    DryRunAttempt(KindRun<V> kind, WriteSteps<V> steps, Correction<V> correction) {
        this.kind = kind;
        this.steps = steps;
        notes = new ChunkNotes(kind);
        this.correction = correction;
        settlement = new ChunkSettlement<>(kind);
    }

    /** Gives the records of a chunk the outcomes that they would have if earlier chunks had been written. */
    @FunctionalInterface
    interface Correction<V> {

        /** Also notes the writes of the chunk, in the transaction that appends its entry to the ledger. */
        void correct(List<Item<V>> items, Chunk.Pass pass, JobLedger ledger);
    }

    @Override
    public ChunkResult commit(ChunkWork<V> work) {
        work.doubts().begin();
        long wait = kind.sessions().inTransaction(work.known(), (context, ledger) -> {
            context.session().getTransactionManager().setRollbackOnly();
            long begun = steps.begin(work, ledger);
            steps.write(work, context, ledger);
            return begun;
        });
        ChunkEntry entry = kind.sessions().inTransaction((context, ledger) -> {
            correction.correct(work.items(), work.chunk().pass(), ledger);
            DroppedParts.requireNone(work.items());
            notes.noteNamed(context, ledger, work.chunk(), work.items());
            return settlement.append(work, ledger);
        });
        work.times().lap(ChunkPhase.COMMIT);
        return settlement.result(work, entry, wait);
    }
}
