// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.bulkimport.job.ImportJob;
import io.keylift.bulkimport.job.JobStatus;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DryRunKeysTest extends LedgerFixture {

    @Test
    void laterChunksFindTheKeysOfEarlierOnesOfTheirOwnJobOnly() {
        ImportJob job = job("dry");
        ImportJob other = job("other");
        together(ledger -> {
            ledger.noteKeys(job.uid(), List.of(1L, Long.MIN_VALUE, Long.MAX_VALUE));
            ledger.noteKeys(other.uid(), List.of(2L));
        });

        assertThat(ledger.notedKeys(job.uid(), List.of(1L, 2L, Long.MAX_VALUE))).isEqualTo(Set.of(1L, Long.MAX_VALUE));
        assertThat(ledger.notedKeys(job.uid(), List.of())).isEmpty();
    }

    @Test
    void keysGoWithTheEndOfTheirJob() {
        ImportJob job = job("dry");
        ledger.noteKeys(job.uid(), List.of(1L));

        ledger.move(job.uid(), job.run(), JobStatus.INTERRUPTED, null, null, 1);
        assertThat(ledger.notedKeys(job.uid(), List.of(1L))).containsExactly(1L);

        ledger.reopen(job.uid(), CALLER, "node", 2);
        ledger.move(job.uid(), null, JobStatus.COMPLETED, null, null, 3);
        assertThat(ledger.notedKeys(job.uid(), List.of(1L))).isEmpty();
    }

    @Test
    void keysOfARemovedJobGo() {
        ImportJob removed = job("removed");
        ImportJob running = job("running");
        ledger.noteKeys(removed.uid(), List.of(1L));
        ledger.noteKeys(running.uid(), List.of(2L));
        ledger.move(removed.uid(), removed.run(), JobStatus.INTERRUPTED, null, null, 1);

        ledger.deleteFinishedBefore(Long.MAX_VALUE, 10);

        assertThat(ledger.notedKeys(removed.uid(), List.of(1L))).isEmpty();
        assertThat(ledger.notedKeys(running.uid(), List.of(2L))).containsExactly(2L);
    }

    @Test
    void keysOfARemovedRealmGo() {
        ImportJob job = job("dry");
        ledger.noteKeys(job.uid(), List.of(1L));

        ledger.deleteRealm(REALM);

        assertThat(ledger.notedKeys(job.uid(), List.of(1L))).isEmpty();
    }
}
