// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.keylift.bulkimport.job.JobLedger;
import io.keylift.bulkimport.kind.spi.ChunkWriter;
import io.keylift.bulkimport.kind.spi.Item;
import java.util.List;
import java.util.function.Consumer;

/** The steps of an attempt within the transaction that writes the records. */
final class WriteSteps<V> {

    private final KindRun<V> kind;
    private final UndoKeeping<?> undo;
    private final boolean relaxedCommits;

    /**
     * @param undo {@code null} if the job keeps nothing for an undo
     * @param relaxedCommits whether a crash of the database may lose the commit
     */
    WriteSteps(KindRun<V> kind, UndoKeeping<?> undo, boolean relaxedCommits) {
        this.kind = kind;
        this.undo = undo;
        this.relaxedCommits = relaxedCommits;
    }

    /** Executes the first statement. Returns its time, which is the wait for the connection. */
    long begin(ChunkWork<V> work, JobLedger ledger) {
        long begin = System.nanoTime();
        boolean isThere = ledger.prepareForChunk(kind.spec().realmId(), relaxedCommits);
        work.times().lap(ChunkPhase.WAIT);
        if (!isThere) {
            throw new ImportSessions.RealmGoneException();
        }
        return System.nanoTime() - begin;
    }

    /** Resolves and writes the records that are not rejected. */
    void write(ChunkWork<V> work, ChunkContext context, JobLedger ledger) {
        write(work, context, ledger, resolved -> {});
    }

    /** @param afterResolve gets the records between the two */
    void write(ChunkWork<V> work, ChunkContext context, JobLedger ledger, Consumer<List<Item<V>>> afterResolve) {
        context.requirePermission(kind.operation());
        ChunkWriter<V> writer = kind.operation().writer(context);
        List<Item<V>> valid = work.valid();
        if (valid.isEmpty()) {
            return;
        }
        UndoKeeping.Kept kept = undo == null ? UndoKeeping.Kept.nothing() : undo.begin(context, ledger, work);
        writer.resolve(valid);
        work.doubts().check(valid);
        afterResolve.accept(valid);
        DroppedParts.requireNone(valid);
        kept.resolved();
        work.times().lap(ChunkPhase.RESOLVE);
        writer.write(valid);
        if (kind.spec().isUndo()) {
            work.doubts().check(valid); // only what was written shows which objects have to wait
        }
        kept.written();
        work.times().lap(ChunkPhase.WRITE);
    }

    /** Executes the last statement but for those of {@link JobLedger.KeyWatch}. */
    void keepRealm(JobLedger ledger) {
        if (!ledger.keepRealm(kind.spec().realmId())) {
            throw new ChunkAttempt.RealmBusyException();
        }
    }
}
