// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalStateException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.keylift.bulkimport.job.Drop;
import io.keylift.bulkimport.job.ImportJob;
import io.keylift.bulkimport.job.JobLedger;
import io.keylift.bulkimport.job.JobSpec;
import io.keylift.bulkimport.job.JobStatus;
import io.keylift.bulkimport.job.Warning;
import jakarta.persistence.PersistenceException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;

class JobMovesTest extends LedgerFixture {

    @Test
    void anOpenedJobRunsForTheFirstTime() {
        ImportJob opened = job("people");

        assertThat(opened.spec()).isEqualTo(spec(REALM, "people"));
        assertThat(opened.status()).isEqualTo(JobStatus.RUNNING);
        assertThat(opened.run()).isOne();
        assertThat(opened.createdBy()).isEqualTo("admin-id");
        assertThat(opened.node()).isEqualTo("node-a");
        assertThat(opened.createdAt()).isEqualTo(NOW);
        assertThat(opened.startedAt()).isEqualTo(NOW);
        assertThat(opened.heartbeatAt()).isEqualTo(NOW);
        assertThat(opened.finishedAt()).isNull();
        assertThat(present("people")).isEqualTo(opened);
    }

    @Test
    void aNameIsTakenOnceInARealm() {
        job("people");

        assertThatThrownBy(() -> job("people")).isInstanceOf(PersistenceException.class);
        assertThat(job("realm-2", "people", NOW).run()).isOne();
    }

    @ParameterizedTest
    @EnumSource
    void law2_onlyTheRunAtWorkIsCompletedWithItsChunk(JobStatus status) {
        ImportJob job = job("people");
        ledger.noteKeys(job.uid(), List.of(1L));
        store(job, status);
        ImportJob.Input input = new ImportJob.Input("digest", 7);

        assertThat(ledger.complete(job.uid(), job.run() + 1, input, NOW + 5)).isFalse();
        boolean completed = ledger.complete(job.uid(), job.run(), input, NOW + 5);

        assertThat(completed).isEqualTo(status == JobStatus.RUNNING);
        ImportJob after = present("people");
        assertThat(after.status()).isEqualTo(completed ? JobStatus.COMPLETED : status);
        assertThat(after.input()).isEqualTo(completed ? input : null);
        if (completed) {
            assertThat(after.finishedAt()).isEqualTo(NOW + 5);
        }
        assertThat(ledger.notedKeys(job.uid(), List.of(1L)).isEmpty()).isEqualTo(completed);
    }

    static Stream<Arguments> moves() {
        return Arrays.stream(JobStatus.values())
                .flatMap(from -> Arrays.stream(JobStatus.values()).map(to -> Arguments.of(from, to)));
    }

    @ParameterizedTest
    @MethodSource("moves")
    void onlyLegalMovesAreMade(JobStatus from, JobStatus to) {
        ImportJob job = job("people");
        store(job, from);

        boolean moved = ledger.move(job.uid(), null, to, "a_code", "because", NOW + 5);

        assertThat(moved).isEqualTo(from.canBecome(to));
        ImportJob after = present("people");
        if (moved) {
            assertThat(after.status()).isEqualTo(to);
            assertThat(after.message()).isEqualTo("because");
            assertThat(after.code()).isEqualTo("a_code");
            assertThat(after.finishedAt()).isEqualTo(to.isEnded() ? NOW + 5 : null);
        } else {
            assertThat(after.status()).isEqualTo(from);
            assertThat(after.message()).isNull();
            assertThat(after.finishedAt()).isEqualTo(from.isEnded() ? NOW - 1 : null);
        }
    }

    @Test
    void pausesAreAddedUpAndANewRunBeginsWithNone() {
        ImportJob job = job("people", NOW - 25_000);
        ledger.move(job.uid(), null, JobStatus.PAUSED, null, null, NOW - 20_000);
        ledger.move(job.uid(), null, JobStatus.PAUSED, null, null, NOW - 15_000);
        ledger.resume(job.uid(), NOW - 10_000);
        assertThat(present("people").pausedMillis()).isEqualTo(10_000);

        ledger.move(job.uid(), null, JobStatus.PAUSED, null, null, NOW - 3_000);
        ledger.move(job.uid(), null, JobStatus.STOPPED, null, null, NOW);
        assertThat(present("people").pausedMillis()).isEqualTo(13_000);

        ledger.reopen(job.uid(), CALLER, "node-b", NOW);
        assertThat(present("people")).returns(0L, ImportJob::pausedMillis).returns(null, ImportJob::code);
    }

    @Test
    void warningsGoWithTheRunThatGaveThem() {
        ImportJob job = job("people");
        List<Warning> warnings = List.of(new Warning("odd", "This is \"odd\""), new Warning("rare", "Selten: ß"));

        ledger.warn(job.uid(), warnings);
        assertThat(present("people").warnings()).isEqualTo(warnings);

        ledger.reopen(job.uid(), CALLER, "node-b", NOW);
        assertThat(present("people").warnings()).isEmpty();
    }

    /** The next run does not read the records again that it takes over. */
    @Test
    void whatWasLeftOutIsToldAfterTheNextRunToo() {
        JobSpec spec = spec(REALM, "people", Set.of(Drop.UNKNOWN_FIELDS, Drop.UNKNOWN_REFERENCES));
        ImportJob job = ledger.open(spec, CALLER, "node-a", NOW);
        Warning leftOut = new Warning(
                "unknown_role", "Left out", "users", "/clientRoles/söld~1/*", 20_000L, List.of(1L, 2L, 20_000L));

        ledger.warn(job.uid(), List.of(new Warning("odd", "Odd"), leftOut));
        ledger.reopen(job.uid(), CALLER, "node-b", NOW);

        assertThat(present("people"))
                .returns(List.of(leftOut), ImportJob::warnings)
                .returns(spec, ImportJob::spec);
    }

    @Test
    void linesThatWerePutOffAfterTheEndGoWhenTheJobReleasesThem() {
        ImportJob job = job("people");
        ledger.move(job.uid(), null, JobStatus.CANCELLED, "cancelled", null, NOW);
        ledger.defer(job.uid(), Map.of(1L, "{}"));

        ledger.release(job.uid());

        assertThat(ledger.deferred(job.uid(), Long.MAX_VALUE, 10)).isEmpty();
    }

    @ParameterizedTest
    @MethodSource("moves")
    void aJobWhoseNodeDiedMovesAsAnInterruptedOne(JobStatus from, JobStatus to) {
        ImportJob job = job("people");
        store(job, from);
        heartbeatAt(job, NOW - LIMIT - 1);
        JobStatus present = from.isEnded() ? from : JobStatus.INTERRUPTED;
        assertThat(present("people").status()).isEqualTo(present);

        boolean moved = ledger.move(job.uid(), null, to, null, null, NOW);

        assertThat(moved).isEqualTo(present.canBecome(to));
        assertThat(present("people").status()).isEqualTo(moved ? to : present);
    }

    @Test
    void anAttemptThatIsNotTheLatestMovesNothing() {
        ImportJob job = job("people");
        ledger.reopen(job.uid(), CALLER, "node-b", NOW);

        assertThat(ledger.move(job.uid(), 1, JobStatus.COMPLETED, null, null, NOW))
                .isFalse();
        assertThat(present("people").status()).isEqualTo(JobStatus.RUNNING);
        assertThat(ledger.move(job.uid(), 2, JobStatus.COMPLETED, null, null, NOW))
                .isTrue();
        assertThat(present("people").status()).isEqualTo(JobStatus.COMPLETED);
    }

    @Test
    void aMoveOfNoJobIsNone() {
        assertThat(ledger.move("nobody", null, JobStatus.COMPLETED, null, null, NOW))
                .isFalse();
    }

    @Test
    void aMessageIsCutToWhatTheDatabaseCanHold() {
        ImportJob job = job("people");

        ledger.move(job.uid(), 1, JobStatus.PAUSED, null, "x".repeat(5000), NOW);
        assertThat(present("people").message()).isEqualTo("x".repeat(2000));
        ledger.move(job.uid(), 1, JobStatus.RUNNING, null, "x".repeat(1999) + "\uD83D\uDE00", NOW);
        assertThat(present("people").message()).isEqualTo("x".repeat(1999));
        ledger.move(job.uid(), 1, JobStatus.FAILED, null, "a\0b", NOW);
        assertThat(present("people").message()).isEqualTo("ab");
    }

    @Test
    void reopeningBeginsTheNextRun() {
        ImportJob job = job("people", NOW - 500_000);
        ledger.move(job.uid(), 1, JobStatus.FAILED, null, "database gone", NOW - 490_000);

        ImportJob reopened = ledger.reopen(job.uid(), CALLER, "node-b", NOW);

        assertThat(reopened.status()).isEqualTo(JobStatus.RUNNING);
        assertThat(reopened.run()).isEqualTo(2);
        assertThat(reopened.node()).isEqualTo("node-b");
        assertThat(reopened.createdAt()).isEqualTo(NOW - 500_000);
        assertThat(reopened.startedAt()).isEqualTo(NOW);
        assertThat(reopened.heartbeatAt()).isEqualTo(NOW);
        assertThat(reopened.finishedAt()).isNull();
        assertThat(reopened.message()).isNull();
        assertThat(present("people")).isEqualTo(reopened);
    }

    @Test
    void aJobWhoseNodeDiedCanBeReopened() {
        ImportJob job = job("people", NOW - LIMIT - 1);

        assertThat(ledger.reopen(job.uid(), CALLER, "node-b", NOW).run()).isEqualTo(2);
        assertThat(present("people").status()).isEqualTo(JobStatus.RUNNING);
    }

    @Test
    void aCancelledJobCannotBeReopened() {
        ImportJob job = job("people");
        ledger.move(job.uid(), null, JobStatus.CANCELLED, null, null, NOW);

        assertThatIllegalStateException().isThrownBy(() -> ledger.reopen(job.uid(), CALLER, "node-b", NOW));
        assertThat(present("people").run()).isOne();
    }

    @Test
    void ofTwoMovesThatExcludeEachOtherOnlyOneIsMade() throws Exception {
        ImportJob job = job("people");

        boolean second = whileUncommitted(
                first -> assertThat(first.move(job.uid(), 1, JobStatus.COMPLETED, null, "first", NOW))
                        .isTrue(),
                () -> ledger.move(job.uid(), 1, JobStatus.CANCELLED, null, "second", NOW));

        assertThat(second).isFalse();
        assertThat(present("people").status()).isEqualTo(JobStatus.COMPLETED);
        assertThat(present("people").message()).isEqualTo("first");
    }

    @Test
    void twoWhoReopenGetDifferentRuns() throws Exception {
        ImportJob job = job("people");

        ImportJob second = whileUncommitted(
                first -> assertThat(
                                first.reopen(job.uid(), CALLER, "node-b", NOW).run())
                        .isEqualTo(2),
                () -> ledger.reopen(job.uid(), CALLER, "node-c", NOW));

        assertThat(second.run()).isEqualTo(3);
        assertThat(present("people").node()).isEqualTo("node-c");
    }

    /**
     * The answer of {@code second} if it begins, on another connection, before the transaction of {@code first} ends.
     */
    private <T> T whileUncommitted(Consumer<JobLedger> first, Callable<T> second) throws Exception {
        ExecutorService other = Executors.newSingleThreadExecutor();
        List<Future<T>> answer = new ArrayList<>();
        try {
            together(ledger -> {
                first.accept(ledger);
                answer.add(other.submit(second));
                assertThatThrownBy(() -> answer.get(0).get(300, TimeUnit.MILLISECONDS))
                        .isInstanceOf(TimeoutException.class);
            });
            return answer.get(0).get(20, TimeUnit.SECONDS);
        } finally {
            other.shutdownNow();
        }
    }

    @Test
    void whatATransactionChangedItAlsoSees() {
        together(ledger -> {
            ImportJob job = ledger.open(spec(REALM, "people"), CALLER, "node-a", NOW);
            ledger.find(REALM, "people");
            ledger.move(job.uid(), 1, JobStatus.PAUSED, null, null, NOW);
            assertThat(ledger.find(REALM, "people").orElseThrow().status()).isEqualTo(JobStatus.PAUSED);
            ledger.reopen(job.uid(), CALLER, "node-b", NOW);
            assertThat(ledger.find(REALM, "people").orElseThrow().run()).isEqualTo(2);
            ledger.deleteRealm(REALM);
            assertThat(ledger.find(REALM, "people")).isEmpty();
        });
    }

    @Test
    void everyChangeIsOneStatement() {
        ImportJob job = job("people");

        assertThat(database.statementsOf(em -> ledger(em).move(job.uid(), 1, JobStatus.PAUSED, null, null, NOW)))
                .hasSize(1);
        assertThat(database.statementsOf(em -> ledger(em).reopen(job.uid(), CALLER, "node-b", NOW)))
                .as("one change, then the job and its counters are read")
                .hasSize(3);
    }
}
