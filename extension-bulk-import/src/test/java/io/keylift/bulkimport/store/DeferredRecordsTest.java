// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keylift.bulkimport.job.ImportJob;
import io.keylift.bulkimport.seal.SealException;
import io.keylift.bulkimport.seal.SealingKeys;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class DeferredRecordsTest extends LedgerFixture {

    private static final Map<Long, String> RECORDS = Map.of(1L, "{\"secret\":\"one\"}", 3L, "{\"secret\":\"three\"}");

    private final SealingKeys otherNode = SealingKeys.temporary();
    private ImportJob job;

    @BeforeEach
    void deferSomeLines() {
        job = job("people");
        ledger.defer(job.uid(), RECORDS);
    }

    @Test
    void law9_aDeferredRecordIsStoredEncryptedAndReadAsItWas() {
        assertThat(stored()).hasSize(2).noneMatch(record -> record.contains("secret"));
        assertThat(ledger.deferred(job.uid(), 99, 10)).isEqualTo(RECORDS);
        assertThat(ledger.deferred(job.uid(), 3, 10)).isEqualTo(Map.of(1L, RECORDS.get(1L)));
    }

    @Test
    void recordsInTheRowsOfOthersAreNotRead() {
        database.sql("update KEYLIFT_IMPORT_DEFERRED set LINE = 2 where LINE = 1");

        assertThatThrownBy(() -> ledger.deferred(job.uid(), 99, 10)).isInstanceOf(SealException.class);
    }

    @Test
    void anotherNodeReadsTheRecordsAfterItHasReadTheInput() {
        assertThatThrownBy(() -> deferredOnOtherNode()).isInstanceOf(SealException.class);

        restoreOnOtherNode(Map.of(1L, RECORDS.get(1L), 2L, "{}", 3L, RECORDS.get(3L), 4L, "{}"));

        assertThat(deferredOnOtherNode()).isEqualTo(RECORDS);
        assertThat(stored()).noneMatch(record -> record.contains("secret"));
    }

    @Test
    void linesThatAreWrittenMeanwhileAreNotDeferredAgain() {
        ledger.settle(job.uid(), List.of(3L));

        restoreOnOtherNode(RECORDS);

        assertThat(deferredOnOtherNode()).isEqualTo(Map.of(1L, RECORDS.get(1L)));
    }

    @Test
    void aRecordThatCanBeReadStaysAsItIs() {
        List<String> before = stored();

        ledger.restoreDeferred(job.uid(), Map.of(1L, "{}", 3L, "{}"));

        assertThat(stored()).isEqualTo(before);
    }

    @Test
    void aRecordThatAnEarlierVersionStoredIsEncrypted() {
        database.sql("update KEYLIFT_IMPORT_DEFERRED set RECORD = ? where LINE = 3", RECORDS.get(3L));

        ledger.restoreDeferred(job.uid(), RECORDS);

        assertThat(stored()).noneMatch(record -> record.contains("secret"));
        assertThat(ledger.deferred(job.uid(), 99, 10)).isEqualTo(RECORDS);
    }

    private SortedMap<Long, String> deferredOnOtherNode() {
        return database.get(em -> ledger(em, otherNode).deferred(job.uid(), 99, 10));
    }

    private void restoreOnOtherNode(Map<Long, String> records) {
        database.run(em -> ledger(em, otherNode).restoreDeferred(job.uid(), records));
    }

    private List<String> stored() {
        return database.get(
                em -> em.createQuery("select d.record from KeyliftDeferredEntity d order by d.line", String.class)
                        .getResultList());
    }
}
