// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.store;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.bulkimport.job.Caller;
import io.keylift.bulkimport.job.ImportJob;
import io.keylift.bulkimport.job.JobStatus;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** In whose name a job is at work. */
class JobCallerTest extends LedgerFixture {

    private static final Caller OTHER = new Caller(
            "realm-id",
            "other-id",
            "other-client",
            CALLER.issuedAt() + 1,
            IntStream.range(0, 20_000).mapToObj(i -> "role-" + i).collect(Collectors.toSet()),
            Map.of(),
            null);

    @Test
    void aJobHasTheCallerWhoOpenedIt() {
        assertThat(ledger.caller(job("people").uid())).contains(CALLER);
    }

    @Test
    void noJobHasNoCaller() {
        assertThat(ledger.caller("nobody")).isEmpty();
    }

    @Test
    void whoeverSendsItAgainTakesItOver_andItStaysTheirsWhoOpenedIt() {
        ImportJob job = job("people");
        ledger.move(job.uid(), null, JobStatus.FAILED, null, null, NOW);

        ImportJob reopened = ledger.reopen(job.uid(), OTHER, "node-b", NOW);

        assertThat(ledger.caller(job.uid())).contains(OTHER);
        assertThat(reopened.createdBy()).isEqualTo(CALLER.userId());
    }

    @Test
    void aPausedJobKeepsItsCallerWhoeverResumesIt() {
        ImportJob job = job("people");
        ledger.move(job.uid(), null, JobStatus.PAUSED, null, null, NOW);

        assertThat(ledger.resume(job.uid(), NOW + 1)).isTrue();

        assertThat(ledger.caller(job.uid())).contains(CALLER);
        ImportJob resumed = present("people");
        assertThat(resumed.status()).isEqualTo(JobStatus.RUNNING);
        assertThat(resumed.createdBy()).isEqualTo(CALLER.userId());
        assertThat(resumed.heartbeatAt()).isEqualTo(NOW + 1);
    }

    @ParameterizedTest
    @EnumSource(value = JobStatus.class, names = "PAUSED", mode = EnumSource.Mode.EXCLUDE)
    void aJobThatIsNotPausedIsNotResumed(JobStatus status) {
        ImportJob job = job("people");
        store(job, status);

        assertThat(ledger.resume(job.uid(), NOW)).isFalse();

        assertThat(ledger.caller(job.uid())).contains(CALLER);
        assertThat(present("people").status()).isEqualTo(status);
    }
}
