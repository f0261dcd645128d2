// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.keylift.bulkimport.input.InputRecord;
import io.keylift.bulkimport.job.ImportJob;
import io.keylift.bulkimport.job.JobLedger;
import io.keylift.bulkimport.job.JobLedger.UndoPart;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.mirror.ListedObjects;
import io.keylift.bulkimport.mirror.Mirror;
import io.keylift.bulkimport.undo.LeftObjects;
import java.util.ArrayList;
import java.util.List;

/**
 * Notes of a job on its chunks beside their outcomes, in their own transactions: the objects that the records of a
 * mirror name, and the objects that an undo leaves.
 */
final class ChunkNotes {

    private final ImportJob job;
    private final Mirror<?, ?> mirror;

    ChunkNotes(KindRun<?> kind) {
        job = kind.job();
        mirror = kind.operation() instanceof Mirror<?, ?> own ? own : null;
    }

    /**
     * Notes the objects that records of a mirror name, once these have an outcome, and those that an undo leaves for
     * another.
     */
    void noteNamed(ChunkContext context, JobLedger ledger, Chunk chunk, List<? extends Item<?>> items) {
        if (job.spec().isUndo()) {
            leave(context, ledger, chunk, items);
        } else if (mirror != null) {
            List<InputRecord> records = chunk.records();
            List<ListedObjects.Sent> sent = new ArrayList<>(items.size());
            for (int i = 0; i < items.size(); i++) {
                if (items.get(i).awaited().isEmpty()) {
                    sent.add(new ListedObjects.Sent(items.get(i), records.get(i).json()));
                }
            }
            // A chunk of deferred lines that are all deferred again leaves its number to the next one.
            if (!sent.isEmpty()) {
                mirror.named(job.uid()).note(context, ledger, chunk.number(), sent);
            }
        } else if (job.spec().isMirror()
                && chunk.pass() != Chunk.Pass.EXTRA
                && chunk.records().stream().anyMatch(record -> record.json() == null)) {
            ListedObjects.noteUnread(ledger, job.uid());
        }
    }

    private void leave(ChunkContext context, JobLedger ledger, Chunk chunk, List<? extends Item<?>> items) {
        if (!LeftObjects.areAny(context, items)) {
            return;
        }
        UndoPart own = chunk.kept() == null ? freePart(ledger, chunk) : chunk.kept();
        leave(LeftObjects.rejected(context, own.firstLeftRows()), own, ledger, chunk, items);
        if (chunk.kept() != null && items.stream().anyMatch(LeftObjects::isWaiting)) {
            UndoPart free = freePart(ledger, chunk);
            leave(LeftObjects.waiting(context, free.firstLeftRows()), free, ledger, chunk, items);
        }
    }

    private void leave(LeftObjects left, UndoPart place, JobLedger ledger, Chunk chunk, List<? extends Item<?>> items) {
        for (int i = 0; i < items.size(); i++) {
            left.add(chunk.records().get(i).json(), items.get(i));
        }
        if (!left.isEmpty()) {
            ledger.leaveUndo(job.spec().undoes().uid(), job.uid(), place, left.count(), left.part(), left.rows());
        }
    }

    private UndoPart freePart(JobLedger ledger, Chunk chunk) {
        return ledger.freeUndoPart(job.spec().undoes().uid(), job.uid(), chunk.kind());
    }
}
