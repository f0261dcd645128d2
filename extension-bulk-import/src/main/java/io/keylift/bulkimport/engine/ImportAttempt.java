// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.keylift.bulkimport.job.ChunkEntry;
import io.keylift.bulkimport.job.JobLedger;
import io.keylift.bulkimport.job.JobLedger.KeyWatch;
import io.keylift.bulkimport.job.OtherJobs;
import io.keylift.bulkimport.kind.spi.Item;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Writes the records of an import, of a mirror or of an undo: rows, notes and ledger in one transaction. */
final class ImportAttempt<V> implements ChunkAttempt<V> {

    private final KindRun<V> kind;
    private final WriteSteps<V> steps;
    private final ChunkNotes notes;
    private final ChunkSettlement<V> settlement;
    private final OtherJobs others = new OtherJobs();

    ImportAttempt(KindRun<V> kind, WriteSteps<V> steps) {
        this.kind = kind;
        this.steps = steps;
        notes = new ChunkNotes(kind);
        settlement = new ChunkSettlement<>(kind);
    }

    private record Written(ChunkEntry entry, HeldEvents events, long connectionWaitNanos, boolean endsJob) {}

    @Override
    public ChunkResult commit(ChunkWork<V> work) {
        work.doubts().begin();
        Written written =
                kind.sessions().inTransaction(work.known(), (context, ledger) -> write(work, context, ledger));
        work.times().lap(ChunkPhase.COMMIT);
        kind.sessions().tell(written.events());
        return settlement
                .result(work, written.entry(), written.connectionWaitNanos())
                .endingJob(written.endsJob());
    }

    private Written write(ChunkWork<V> work, ChunkContext context, JobLedger ledger) {
        long wait = steps.begin(work, ledger);
        KeyWatch keys = watchKeys(work, ledger);
        work.times().lap(ChunkPhase.WAIT);
        steps.write(
                work, context, ledger, items -> endAwaiting(items, work.chunk().pass()));
        notes.noteNamed(context, ledger, work.chunk(), work.items());
        ChunkEntry entry = settlement.append(work, ledger);
        boolean endsJob = !keys.makesOthersWait() && steps.endJob(work, entry, ledger);
        steps.keepRealm(ledger);
        work.times().lap(ChunkPhase.WRITE);
        if (!keys.take()) {
            throw new KeysTakenException();
        }
        work.times().lap(ChunkPhase.WAIT);
        return new Written(entry, context.heldEvents(), wait, endsJob);
    }

    /** Keys that another job could take or exclude without violating a constraint of the database. */
    private KeyWatch watchKeys(ChunkWork<V> work, JobLedger ledger) {
        Set<String> keys = new HashSet<>();
        for (Item<V> item : work.valid()) {
            kind.operation().unconstrainedKeys(item.record()).forEach(key -> keys.add(key.text()));
            kind.operation().excludedKeys(item.record()).forEach(key -> keys.add(key.text()));
        }
        return ledger.watchKeys(kind.job().uid(), kind.spec(), others, keys);
    }

    /**
     * Rejects deferred records that wait for an object that no record defines. Records that still wait in the end wait
     * for each other.
     */
    private void endAwaiting(List<Item<V>> items, Chunk.Pass pass) {
        if (pass == Chunk.Pass.LAST) {
            items.forEach(DroppedParts::close);
            items.forEach(Item::rejectAwaiting);
        } else if (pass == Chunk.Pass.DROP) {
            items.forEach(item -> item.rejectAwaiting(key -> !kind.waiting().include(key)));
        }
    }
}
