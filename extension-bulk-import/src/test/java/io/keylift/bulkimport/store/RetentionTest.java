// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.bulkimport.job.Counters;
import io.keylift.bulkimport.job.ImportJob;
import io.keylift.bulkimport.job.JobStatus;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

class RetentionTest extends LedgerFixture {

    private static final long DAY = 86_400_000;

    @BeforeEach
    void oneThatStays() {
        withChunks(job("realm-2", "stays", NOW));
    }

    @Test
    void endedJobsGoWithTheirChunksAndDeferredRecordsWhenTheirTimeIsOver() {
        ledger.defer(ended("old", NOW - 10 * DAY).uid(), Map.of(7L, "{}"));
        ended("young", NOW - DAY);
        withChunks(job("running", NOW - 20 * DAY, NOW));

        assertThat(ledger.deleteFinishedBefore(NOW - 5 * DAY, 100)).isOne();

        assertThat(ledger.find(REALM, "old")).isEmpty();
        assertThat(present("young").counters().added()).isEqualTo(2);
        assertThat(present("running").counters().added()).isEqualTo(2);
        assertThat(database.count("KEYLIFT_IMPORT_JOB")).isEqualTo(3);
        assertThat(database.count("KEYLIFT_IMPORT_CHUNK")).isEqualTo(6);
        assertThat(database.count("KEYLIFT_IMPORT_DEFERRED")).isZero();
    }

    @Test
    void aJobThatFinishedAtTheLimitStays() {
        ended("people", NOW - DAY);

        assertThat(ledger.deleteFinishedBefore(NOW - DAY, 100)).isZero();
        assertThat(ledger.deleteFinishedBefore(NOW - DAY + 1, 100)).isOne();
    }

    @Test
    void noMoreThanAskedForAreDeletedOldestFirst() {
        for (int i = 1; i <= 5; i++) {
            ended("job " + i, NOW - (100 - i) * DAY);
        }

        assertThat(ledger.deleteFinishedBefore(NOW, 2)).isEqualTo(2);
        assertThat(ledger.list(REALM, ALL, null, 0, 10))
                .extracting(job -> job.spec().id())
                .containsExactly("job 5", "job 4", "job 3");
        assertThat(ledger.deleteFinishedBefore(NOW, 100)).isEqualTo(3);
        assertThat(ledger.deleteFinishedBefore(NOW, 100)).isZero();
    }

    @Test
    void moreThanOneStatementTakesAreDeletedToo() {
        ImportJob job = ended("people", NOW - 9 * DAY);
        database.sql(
                "insert into KEYLIFT_IMPORT_JOB (UID, REALM_ID, JOB_ID, KIND, IF_EXISTS, DRY_RUN, CHUNK_SIZE, "
                        + "STATUS, RUN, CREATED_AT, STARTED_AT, HEARTBEAT_AT, FINISHED_AT) "
                        + "select X, REALM_ID, X, KIND, IF_EXISTS, DRY_RUN, CHUNK_SIZE, "
                        + "STATUS, RUN, CREATED_AT, STARTED_AT, HEARTBEAT_AT, FINISHED_AT "
                        + "from KEYLIFT_IMPORT_JOB, system_range(1, 1099) where UID = ?",
                job.uid());

        assertThat(ledger.deleteFinishedBefore(NOW, 1050)).isEqualTo(1050);
        assertThat(database.count("KEYLIFT_IMPORT_JOB")).isEqualTo(51);
    }

    @Test
    void jobsWhoseNodeDiedGoToo() {
        withChunks(job("node died long ago", NOW - 10 * DAY));
        withChunks(job("node died lately", NOW - LIMIT - 1));

        assertThat(ledger.deleteFinishedBefore(NOW - DAY, 100)).isOne();
        assertThat(present("node died lately").status()).isEqualTo(JobStatus.INTERRUPTED);
    }

    @Test
    void aLiveJobIsNeverTooOld() {
        withChunks(job("people"));

        assertThat(ledger.deleteFinishedBefore(NOW + DAY, 100)).isZero();
    }

    @Test
    void aRealmTakesItsJobsAlong() {
        ended("ended", NOW - DAY);
        withChunks(job("running"));

        ledger.deleteRealm(REALM);

        assertThat(database.count("KEYLIFT_IMPORT_JOB")).isOne();
        assertThat(database.count("KEYLIFT_IMPORT_CHUNK")).isEqualTo(2);
    }

    @Test
    void anEndedJobIsDeletedWithItsChunks() {
        ImportJob ended = ended("ended", NOW - DAY);
        ImportJob stale = job("node died", NOW - DAY);
        withChunks(stale);

        ledger.delete(ended.uid());
        ledger.delete(stale.uid());

        assertThat(database.count("KEYLIFT_IMPORT_JOB")).isOne();
        assertThat(database.count("KEYLIFT_IMPORT_CHUNK")).isEqualTo(2);
    }

    @Test
    void aLiveJobIsNotDeleted() {
        ImportJob job = job("people");

        ledger.delete(job.uid());

        assertThat(present("people")).isEqualTo(job);
    }

    private ImportJob ended(String name, long finishedAt) {
        ImportJob job = job(name, finishedAt - 1000, finishedAt);
        withChunks(job);
        assertThat(ledger.move(job.uid(), 1, JobStatus.COMPLETED, null, null, finishedAt))
                .isTrue();
        return job;
    }

    private ImportJob job(String name, long createdAt, long heartbeatAt) {
        ImportJob job = job(name, createdAt);
        heartbeatAt(job, heartbeatAt);
        return job;
    }

    private void withChunks(ImportJob job) {
        together(ledger -> {
            ledger.append(job.uid(), chunk(1, new Counters(1, 0, 0, 0, 0)));
            ledger.append(job.uid(), chunk(2, new Counters(1, 0, 0, 0, 0)));
        });
    }
}
