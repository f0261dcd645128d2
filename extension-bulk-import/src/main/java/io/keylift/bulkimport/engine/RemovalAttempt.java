// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.keylift.bulkimport.job.ChunkEntry;
import io.keylift.bulkimport.job.JobLedger;

/** Removes the objects that the records of a removal name, or that no record of a mirror names. */
final class RemovalAttempt<V> implements ChunkAttempt<V> {

    private final KindRun<V> kind;
    private final WriteSteps<V> steps;
    private final ChunkSettlement<V> settlement;

    RemovalAttempt(KindRun<V> kind, WriteSteps<V> steps) {
        this.kind = kind;
        this.steps = steps;
        settlement = new ChunkSettlement<>(kind);
    }

    private record Removed(ChunkEntry entry, HeldEvents events, long connectionWaitNanos, boolean endsJob) {}

    @Override
    public ChunkResult commit(ChunkWork<V> work) {
        work.doubts().begin();
        Removed removed =
                kind.sessions().inTransaction(work.known(), (context, ledger) -> remove(work, context, ledger));
        work.times().lap(ChunkPhase.COMMIT);
        kind.sessions().tell(removed.events());
        return settlement
                .result(work, removed.entry(), removed.connectionWaitNanos())
                .endingJob(removed.endsJob());
    }

    private Removed remove(ChunkWork<V> work, ChunkContext context, JobLedger ledger) {
        long wait = steps.begin(work, ledger);
        steps.write(work, context, ledger);
        ChunkEntry entry = settlement.append(work, ledger);
        boolean endsJob = steps.endJob(work, entry, ledger);
        steps.keepRealm(ledger);
        work.times().lap(ChunkPhase.WRITE);
        return new Removed(entry, context.heldEvents(), wait, endsJob);
    }
}
