// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.bulkimport.job.ImportJob;
import io.keylift.bulkimport.job.JobLedger;
import io.keylift.bulkimport.job.JobStatus;
import io.keylift.bulkimport.job.KeyHash;
import io.keylift.bulkimport.job.ListedIds;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

class ListedKeysTest extends LedgerFixture {

    private static final List<String> IDS =
            IntStream.range(0, 5000).mapToObj(i -> "object " + i).toList();

    @Test
    void anIdThatNoChunkNamesIsFoundAmongManyChunks() {
        ImportJob job = job("mirror");
        ImportJob other = job("other");
        together(ledger -> {
            for (int chunk = -300; chunk <= 300; chunk++) {
                list(ledger, job, chunk, IDS.get(chunk + 300), IDS.get(chunk + 1300));
            }
            list(ledger, other, 1, IDS.get(2000));
        });

        List<String> missing = new ArrayList<>(IDS);
        missing.subList(1000, 1601).clear();
        missing.subList(0, 601).clear();
        assertThat(unlisted(job, IDS)).isEqualTo(missing);
    }

    @Test
    void anIdThatIsAskedForTwiceIsMissingTwice() {
        ImportJob job = job("mirror");
        together(ledger -> list(ledger, job, 1, "a"));

        assertThat(unlisted(job, List.of("b", "a", "b", "a"))).containsExactly("b", "b");
        assertThat(unlisted(job, List.of())).isEmpty();
    }

    @Test
    void objectsThatAnEarlierReleaseNotedAreListed() {
        ImportJob job = job("mirror");
        together(ledger -> {
            ledger.noteKeys(job.uid(), List.of(KeyHash.of("a")));
            list(ledger, job, 2, "b");
        });

        assertThat(unlisted(job, List.of("a", "b", "c"))).containsExactly("c");
    }

    @Test
    void listsGoWithTheEndOfTheirJob() {
        ImportJob job = job("mirror");
        together(ledger -> list(ledger, job, 1, "a"));

        ledger.move(job.uid(), job.run(), JobStatus.INTERRUPTED, null, null, 1);
        assertThat(unlisted(job, List.of("a"))).isEmpty();

        ledger.reopen(job.uid(), CALLER, "node", 2);
        ledger.move(job.uid(), null, JobStatus.COMPLETED, null, null, 3);
        assertThat(database.count("KEYLIFT_IMPORT_LISTED")).isZero();
    }

    @Test
    void listsOfARemovedRealmGo() {
        ImportJob job = job("mirror");
        together(ledger -> list(ledger, job, 1, "a"));

        ledger.deleteRealm(REALM);

        assertThat(database.count("KEYLIFT_IMPORT_LISTED")).isZero();
    }

    private static void list(JobLedger ledger, ImportJob job, int chunk, String... ids) {
        ledger.list(job.uid(), chunk, List.of(ids).stream().map(KeyHash::of).toList());
    }

    private List<String> unlisted(ImportJob job, List<String> ids) {
        return ListedIds.without(ledger, job.uid(), ids, KeyHash::of);
    }
}
