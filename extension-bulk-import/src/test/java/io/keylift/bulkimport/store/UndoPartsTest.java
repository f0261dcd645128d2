// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.bulkimport.job.ChunkEntry;
import io.keylift.bulkimport.job.Counters;
import io.keylift.bulkimport.job.IfExists;
import io.keylift.bulkimport.job.ImportJob;
import io.keylift.bulkimport.job.JobLedger.UndoPart;
import io.keylift.bulkimport.job.JobOption;
import io.keylift.bulkimport.job.JobOptions;
import io.keylift.bulkimport.job.JobSpec;
import io.keylift.bulkimport.job.JobStatus;
import io.keylift.bulkimport.job.Operation;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class UndoPartsTest extends LedgerFixture {

    private static final byte[] FIRST = {1, 2, 3};
    private static final byte[] SECOND = {4, 5};

    private int undos;

    /** Deferred lines of a kind are written before those of the next kind, the first of them as chunk -1. */
    @Test
    void partsAreReadInTheReverseOrderOfTheirCommits() {
        ImportJob job = job("kept");
        for (int chunk : new int[] {1, 2, -1, 3, 10, -2, -3}) {
            ledger.keepUndo(job.uid(), chunk, List.of(FIRST, SECOND), List.of(FIRST, FIRST, SECOND));
            ledger.append(
                    job.uid(),
                    new ChunkEntry(chunk, 1, 1, digest("" + chunk), Counters.ZERO, List.of(), "kind-" + chunk, 1));
        }
        ledger.keepUndo(job.uid(), 2000, List.of(FIRST), List.of());

        List<UndoPart> parts = ledger.undoParts(job.uid());

        assertThat(parts.stream().map(UndoPart::chunk).distinct()).containsExactly(2000, -3, -2, 10, 3, -1, 2, 1);
        assertThat(parts.subList(0, 3))
                .containsExactly(
                        new UndoPart(2000, 0, null), new UndoPart(-3, 1, "kind--3"), new UndoPart(-3, 0, "kind--3"));
        assertThat(ledger.undoPart(job.uid(), new UndoPart(10, 1, null))).contains(SECOND);
        assertThat(ledger.undoPart(job.uid(), new UndoPart(4, 0, null))).isEmpty();
        assertThat(ledger.undoRows(job.uid(), 10, 2)).contains(SECOND);
        assertThat(ledger.undoRows(job.uid(), 10, 3)).isEmpty();
    }

    @Test
    void theBytesOfAJobAreCounted_andGoWithWhatItKept() {
        ImportJob job = job("counted");
        ImportJob other = job("other");
        ledger.keepUndo(job.uid(), 1, List.of(FIRST, SECOND), List.of());
        ledger.keepUndo(other.uid(), 1, List.of(FIRST), List.of());

        long sealed = ledger.undoBytes(other.uid());
        assertThat(sealed).isGreaterThan(FIRST.length);
        assertThat(ledger.undoBytes(job.uid())).isEqualTo(2 * sealed + SECOND.length - FIRST.length);
        ledger.settleUndo(job.uid(), undone(job, "undo", 2).uid(), true);
        assertThat(ledger.undoBytes(job.uid())).isZero();
        assertThat(ledger.undoBytes(other.uid())).isEqualTo(sealed);
    }

    @Test
    void whatAJobKeptGoesWithTheJob() {
        ImportJob job = job("removed");
        ledger.keepUndo(job.uid(), 1, List.of(FIRST), List.of());
        store(job, JobStatus.COMPLETED);

        ledger.delete(job.uid());

        assertThat(ledger.undoParts(job.uid())).isEmpty();
    }

    @Test
    void theLatestUndoOfAJobIsFound() {
        ImportJob job = job("undone");
        assertThat(ledger.undoOf(REALM, job.uid())).isEmpty();
        undo(job, "first", NOW - 2);
        ImportJob second = undo(job, "second", NOW - 1);

        assertThat(ledger.undoOf(REALM, job.uid())).contains(second);
        assertThat(second.spec().undoes()).isEqualTo(new JobSpec.Undone(job.uid(), "undone"));
        assertThat(ledger.undoOf("realm-2", job.uid())).isEmpty();
    }

    @Test
    void law15_anUndoLeavesWhatItCouldNotGiveBack() {
        ImportJob job = job("left");
        ledger.keepUndo(job.uid(), 1, List.of(FIRST, SECOND), List.of(FIRST));
        ImportJob undo = undone(job, "first", 2);
        UndoPart part = new UndoPart(1, 1, null);
        ledger.leaveUndo(job.uid(), undo.uid(), part, 3, SECOND, List.of(FIRST, SECOND));
        assertThat(ledger.left(List.of(job.uid()))).isEmpty();

        ledger.settleUndo(job.uid(), undo.uid(), true);
        ledger.settleUndo(job.uid(), undo.uid(), true);

        assertThat(ledger.left(List.of(job.uid(), undo.uid()))).isEqualTo(Map.of(job.uid(), 3L));
        assertThat(ledger.undoParts(job.uid())).containsExactly(part);
        assertThat(ledger.undoPart(job.uid(), part)).contains(SECOND);
        assertThat(ledger.undoRows(job.uid(), 1, 0)).isEmpty();
        assertThat(ledger.undoRows(job.uid(), 1, part.firstLeftRows())).contains(FIRST);
        assertThat(ledger.undoRows(job.uid(), 1, part.firstLeftRows() + 1)).contains(SECOND);

        ledger.settleUndo(job.uid(), undone(job, "second", 1).uid(), true);

        assertThat(ledger.undoBytes(job.uid())).isZero();
        assertThat(ledger.left(List.of(job.uid()))).isEmpty();
    }

    /** It began with the last part. */
    @Test
    void law15_anUndoThatEndedEarlyLeavesThePartsThatItDidNotReach() {
        ImportJob job = job("cancelled");
        ledger.keepUndo(job.uid(), 1, List.of(FIRST, SECOND), List.of(FIRST));
        ledger.keepUndo(job.uid(), 2, List.of(FIRST), List.of());
        ImportJob undo = undone(job, "early", 2);
        UndoPart reached = new UndoPart(1, 1, null);
        ledger.leaveUndo(job.uid(), undo.uid(), reached, 1, FIRST, List.of(SECOND));

        ledger.settleUndo(job.uid(), undo.uid(), false);

        assertThat(ledger.undoParts(job.uid())).containsExactly(reached, new UndoPart(1, 0, null));
        assertThat(ledger.undoPart(job.uid(), reached)).contains(FIRST);
        assertThat(ledger.undoRows(job.uid(), 1, 0)).contains(FIRST);
        assertThat(ledger.undoRows(job.uid(), 1, reached.firstLeftRows())).contains(SECOND);
    }

    @Test
    void law15_anUndoThatEndedEarlyLeavesWhatItWouldHaveTriedAgain() {
        ImportJob job = job("waiting");
        ledger.keepUndo(job.uid(), 1, List.of(FIRST), List.of(FIRST));
        UndoPart again = leaveForLater(job, "cancelled");

        ledger.settleUndo(job.uid(), undoOf(job), false);

        assertThat(ledger.undoParts(job.uid())).containsExactly(again);
        assertThat(ledger.undoPart(job.uid(), again)).contains(SECOND);
        assertThat(ledger.undoRows(job.uid(), 1, again.firstLeftRows())).contains(SECOND);
        assertThat(ledger.left(List.of(job.uid()))).isEmpty();

        assertThat(leaveForLater(job, "completed")).isNotEqualTo(again);
        ledger.settleUndo(job.uid(), undoOf(job), true);

        assertThat(ledger.undoBytes(job.uid())).isZero();
    }

    /** Returns the part that an undo leaves in its first chunk, until it tries it again. */
    private UndoPart leaveForLater(ImportJob job, String id) {
        ImportJob undo = undone(job, id, 1);
        UndoPart part = ledger.freeUndoPart(job.uid(), undo.uid(), null);
        assertThat(ledger.hasLeft(undo.uid())).isFalse();
        ledger.leaveUndo(job.uid(), undo.uid(), part, 0, SECOND, List.of(SECOND));
        assertThat(ledger.hasLeft(undo.uid())).isTrue();
        return part;
    }

    private String undoOf(ImportJob job) {
        return ledger.undoOf(REALM, job.uid()).orElseThrow().uid();
    }

    @Test
    void whatAnUndoLeavesOfAJobThatIsGoneGoesWithTheUndo() {
        ImportJob job = job("gone");
        ledger.keepUndo(job.uid(), 1, List.of(FIRST), List.of());
        ImportJob undo = undone(job, "alone", 1);
        ledger.leaveUndo(job.uid(), undo.uid(), new UndoPart(1, 0, null), 1, FIRST, List.of());
        store(job, JobStatus.COMPLETED);
        ledger.delete(job.uid());

        ledger.settleUndo(job.uid(), undo.uid(), true);

        assertThat(ledger.hasLeft(undo.uid())).isTrue();
        store(undo, JobStatus.COMPLETED);
        ledger.delete(undo.uid());
        assertThat(ledger.hasLeft(undo.uid())).isFalse();
    }

    /** An undo that has committed some chunks. */
    private ImportJob undone(ImportJob job, String id, int chunks) {
        ImportJob undo = undo(job, id, NOW + undos++);
        for (int chunk = 1; chunk <= chunks; chunk++) {
            ledger.append(
                    undo.uid(), new ChunkEntry(chunk, 1, 1, digest("" + chunk), Counters.ZERO, List.of(), null, 1));
        }
        return undo;
    }

    private ImportJob undo(ImportJob job, String id, long now) {
        JobSpec spec = new JobSpec(
                id,
                REALM,
                "users",
                Operation.UNDO,
                1000,
                new JobSpec.Undone(job.uid(), job.spec().id()),
                JobOptions.DEFAULTS.with(JobOption.IF_EXISTS, IfExists.OVERWRITE));
        return ledger.open(spec, CALLER, "node-a", now);
    }
}
