// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.keylift.bulkimport.input.InputRecord;
import io.keylift.bulkimport.job.ImportJob;
import io.keylift.bulkimport.job.JobLedger;
import io.keylift.bulkimport.job.JobLedger.UndoPart;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.RecordOperation;
import io.keylift.bulkimport.mirror.Mirror;
import io.keylift.bulkimport.mirror.NamedObjects;
import io.keylift.bulkimport.undo.ChunkImages;
import io.keylift.bulkimport.undo.LeftObjects;
import io.keylift.bulkimport.verification.ExtraObjects;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * Notes of a job on its chunks beside their outcomes, in their own transactions: what an undo needs or leaves, and what
 * the records of a mirror or a verification name.
 */
final class ChunkNotes {

    private final ImportJob job;
    private final Mirror<?, ?> mirror;
    private final UndoKeeping<?> undo;

    /** @param undo {@code null} if the job keeps nothing for an undo */
    ChunkNotes(ImportJob job, RecordOperation<?, ?> operation, UndoKeeping<?> undo) {
        this.job = job;
        mirror = operation instanceof Mirror<?, ?> own ? own : null;
        this.undo = undo;
    }

    /** One attempt to write the records of a chunk; keeps nothing by default. */
    interface Attempt {

        /** Called once the records are resolved. */
        default void resolved() {}

        /** Called once they are written. */
        default void written() {}
    }

    /** Called before anything is resolved: a writer may change entities as soon as it has decided what to write. */
    Attempt begin(ChunkContext context, JobLedger ledger, Chunk chunk, List<? extends Item<?>> items) {
        if (undo == null) {
            return new Attempt() {};
        }
        ChunkImages images = undo.before(context, chunk, items);
        return new Attempt() {
            @Override
            public void resolved() {
                undo.resolved(images, context);
            }

            @Override
            public void written() {
                undo.keep(images, context, ledger, job.uid(), chunk);
            }
        };
    }

    /** Notes what the records of a mirror name, whatever their outcomes, and what an undo leaves for another one. */
    void noteNamed(ChunkContext context, JobLedger ledger, Chunk chunk, List<? extends Item<?>> items) {
        if (job.spec().isUndo()) {
            leave(context, ledger, chunk, items);
        } else if (mirror != null) {
            List<InputRecord> records = chunk.records();
            List<NamedObjects.Sent> sent = new ArrayList<>(items.size());
            for (int i = 0; i < items.size(); i++) {
                sent.add(new NamedObjects.Sent(items.get(i), records.get(i).json()));
            }
            mirror.named(job.uid()).note(context, ledger, sent);
        } else if (job.spec().isMirror()
                && chunk.pass() != Chunk.Pass.EXTRA
                && chunk.records().stream().anyMatch(record -> record.json() == null)) {
            NamedObjects.noteUnread(ledger, job.uid());
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

    /** Notes what the records of a verification have found. */
    void noteFound(JobLedger ledger, List<? extends Item<?>> items) {
        if (job.spec().extra()) {
            List<String> ids = items.stream()
                    .map(item -> item.id())
                    .filter(Objects::nonNull)
                    .toList();
            ExtraObjects.note(ledger, job.uid(), job.spec().kind(), ids);
        }
    }
}
