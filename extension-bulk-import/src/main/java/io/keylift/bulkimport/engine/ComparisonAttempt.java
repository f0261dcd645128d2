// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.keylift.bulkimport.job.ChunkEntry;
import io.keylift.bulkimport.job.JobLedger;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.verification.UnlistedObjects;
import java.util.List;
import java.util.Objects;

/** Compares the records with one state of the realm. A second transaction stores the findings. */
final class ComparisonAttempt<V> implements ChunkAttempt<V> {

    private final KindRun<V> kind;
    private final WriteSteps<V> steps;
    private final ChunkSettlement<V> settlement;

    ComparisonAttempt(KindRun<V> kind, WriteSteps<V> steps) {
        this.kind = kind;
        this.steps = steps;
        settlement = new ChunkSettlement<>(kind);
    }

    @Override
    public ChunkResult commit(ChunkWork<V> work) {
        long begin = System.nanoTime();
        long wait = kind.sessions().inSnapshot(work.known(), (context, ledger) -> {
            long begun = System.nanoTime() - begin;
            ledger.prepareForReading();
            work.times().lap(ChunkPhase.WAIT);
            steps.write(work, context, ledger);
            return begun;
        });
        ChunkEntry entry = kind.sessions().inTransaction((context, ledger) -> {
            noteFound(work, ledger);
            return settlement.append(work, ledger);
        });
        work.times().lap(ChunkPhase.COMMIT);
        ChunkResult result = settlement.result(work, entry, wait);
        work.items().forEach(item -> result.leftOut().addNotCompared(kind.spec().kind(), item));
        return result;
    }

    private void noteFound(ChunkWork<V> work, JobLedger ledger) {
        if (kind.spec().extra()) {
            List<String> ids =
                    work.items().stream().map(Item::id).filter(Objects::nonNull).toList();
            UnlistedObjects.note(
                    ledger, kind.job().uid(), work.chunk().number(), kind.spec().kind(), ids);
        }
    }
}
