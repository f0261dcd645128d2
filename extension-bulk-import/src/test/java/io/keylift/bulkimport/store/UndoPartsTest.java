// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.bulkimport.job.ChunkEntry;
import io.keylift.bulkimport.job.Counters;
import io.keylift.bulkimport.job.IdMode;
import io.keylift.bulkimport.job.IfExists;
import io.keylift.bulkimport.job.ImportJob;
import io.keylift.bulkimport.job.JobLedger.UndoPart;
import io.keylift.bulkimport.job.JobSpec;
import io.keylift.bulkimport.job.JobStatus;
import io.keylift.bulkimport.job.NoPassword;
import io.keylift.bulkimport.job.Operation;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class UndoPartsTest extends LedgerFixture {

    private static final byte[] FIRST = {1, 2, 3};
    private static final byte[] SECOND = {4, 5};

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
        ledger.forgetUndo(job.uid());
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

    private ImportJob undo(ImportJob job, String id, long now) {
        JobSpec spec = new JobSpec(
                id,
                REALM,
                "users",
                Operation.UNDO,
                IfExists.OVERWRITE,
                IdMode.STRICT,
                false,
                1000,
                false,
                false,
                new JobSpec.Undone(job.uid(), job.spec().id()),
                Map.of(),
                Set.of(),
                NoPassword.ACCEPT);
        return ledger.open(spec, CALLER, "node-a", now);
    }
}
