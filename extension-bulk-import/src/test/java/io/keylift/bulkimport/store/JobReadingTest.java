// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.store;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.entry;
import static org.assertj.core.groups.Tuple.tuple;

import io.keylift.bulkimport.job.ChunkEntry;
import io.keylift.bulkimport.job.Counters;
import io.keylift.bulkimport.job.ImportJob;
import io.keylift.bulkimport.job.JobOptions;
import io.keylift.bulkimport.job.JobSpec;
import io.keylift.bulkimport.job.JobState;
import io.keylift.bulkimport.job.JobStatus;
import io.keylift.bulkimport.job.ListedJobs;
import io.keylift.bulkimport.job.ListedJobs.Kinds;
import io.keylift.bulkimport.job.Operation;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;

class JobReadingTest extends LedgerFixture {

    @Test
    void countersAreTheSumOfTheChunks() {
        ImportJob people = job("people");
        ImportJob others = job("others");
        together(ledger -> {
            ledger.append(people.uid(), chunk(1, new Counters(10, 20, 50, 30, 40)));
            ledger.append(people.uid(), chunk(2, new Counters(1, 2, 5, 3, 4)));
            ledger.append(others.uid(), chunk(1, new Counters(500, 0, 0, 0, 0)));
        });

        Counters sum = new Counters(11, 22, 55, 33, 44);
        assertThat(present("people").counters()).isEqualTo(sum);
        assertThat(ledger.list(REALM, ALL, null, 0, 10))
                .extracting(job -> job.spec().id(), ImportJob::counters)
                .containsExactlyInAnyOrder(tuple("people", sum), tuple("others", new Counters(500, 0, 0, 0, 0)));
        assertThat(ledger.counters(people.uid())).isEqualTo(sum);
        assertThat(ledger.reopen(people.uid(), CALLER, "node-b", NOW).counters())
                .isEqualTo(sum);
    }

    @Test
    void aJobWithoutChunksHasCountedNothing() {
        job("people");

        assertThat(present("people").counters()).isEqualTo(Counters.ZERO);
    }

    @Test
    void aNewJobIsAsItIsStored() {
        assertThat(job("people")).isEqualTo(present("people"));
    }

    @Test
    void jobsAreFoundByRealmAndName() {
        job("people");

        assertThat(ledger.find(REALM, "others")).isEmpty();
        assertThat(ledger.find("realm-2", "people")).isEmpty();
        assertThat(ledger.find(REALM, "people")).isPresent();
    }

    @Test
    void jobsAreListedNewestFirstPageByPage() {
        job("second", NOW - 20);
        job("fourth", NOW);
        job("first", NOW - 30);
        job("third", NOW - 10);
        job("realm-2", "elsewhere", NOW);

        assertThat(names(null, 0, 10)).containsExactly("fourth", "third", "second", "first");
        assertThat(names(null, 1, 2)).containsExactly("third", "second");
        assertThat(names(null, 4, 2)).isEmpty();
    }

    @Test
    void theStatusFilterKnowsDeadNodes() {
        job("running", NOW - 1);
        store(job("paused", NOW - 2), JobStatus.PAUSED);
        heartbeatAt(job("running, node died", NOW - 3), NOW - LIMIT - 1);
        ImportJob paused = job("paused, node died", NOW - 4);
        store(paused, JobStatus.PAUSED);
        heartbeatAt(paused, NOW - LIMIT - 1);
        store(job("interrupted", NOW - 5), JobStatus.INTERRUPTED);
        ImportJob completed = job("completed long ago", NOW - 6);
        store(completed, JobStatus.COMPLETED);
        heartbeatAt(completed, NOW - 100 * LIMIT);

        assertThat(names(JobStatus.RUNNING, 0, 10)).containsExactly("running");
        assertThat(names(JobStatus.PAUSED, 0, 10)).containsExactly("paused");
        assertThat(names(JobStatus.COMPLETED, 0, 10)).containsExactly("completed long ago");
        assertThat(names(JobStatus.INTERRUPTED, 0, 10))
                .containsExactly("running, node died", "paused, node died", "interrupted");
        assertThat(names(JobStatus.CANCELLED, 0, 10)).isEmpty();
        assertThat(names(null, 0, 10)).hasSize(6);
    }

    @Test
    void aHeartbeatCountsUpToTheLimit() {
        ImportJob job = job("people", NOW - 10 * LIMIT);

        heartbeatAt(job, NOW - LIMIT);
        assertThat(present("people").status()).isEqualTo(JobStatus.RUNNING);
        assertThat(names(JobStatus.RUNNING, 0, 10)).containsExactly("people");
        assertThat(names(JobStatus.INTERRUPTED, 0, 10)).isEmpty();

        heartbeatAt(job, NOW - LIMIT - 1);
        assertThat(present("people").status()).isEqualTo(JobStatus.INTERRUPTED);
        assertThat(names(JobStatus.RUNNING, 0, 10)).isEmpty();
        assertThat(names(JobStatus.INTERRUPTED, 0, 10)).containsExactly("people");
    }

    @Test
    void aHeartbeatKeepsWhatIsAliveAndTellsTheState() {
        ImportJob stale = job("running", NOW - 10 * LIMIT);
        ImportJob paused = job("paused", NOW - 5);
        store(paused, JobStatus.PAUSED);
        ImportJob cancelled = job("cancelled", NOW - 7);
        store(cancelled, JobStatus.CANCELLED);
        ImportJob untouched = job("untouched", NOW - 9);

        Map<String, JobState> states =
                ledger.heartbeat(List.of(stale.uid(), paused.uid(), cancelled.uid(), "deleted"), NOW);

        assertThat(states)
                .containsOnly(
                        entry(stale.uid(), new JobState(1, JobStatus.RUNNING)),
                        entry(paused.uid(), new JobState(1, JobStatus.PAUSED)),
                        entry(cancelled.uid(), new JobState(1, JobStatus.CANCELLED)));
        assertThat(present("paused").heartbeatAt()).isEqualTo(NOW);
        assertThat(present("cancelled").heartbeatAt()).isEqualTo(NOW - 7);
        assertThat(present("running").heartbeatAt()).isEqualTo(NOW);
        assertThat(present("untouched")).isEqualTo(untouched);
        assertThat(ledger.heartbeat(List.of(), NOW)).isEmpty();
    }

    @Test
    void ofOtherKindsAListHasTheOwnJobsAlone() {
        job("own");

        assertThat(owned(Set.of("users"), CALLER.userId())).containsExactly("own");
        assertThat(owned(Set.of("users"), "somebody-else")).isEmpty();
        assertThat(owned(Set.of("organizations"), CALLER.userId())).isEmpty();
        assertThat(owned(Set.of(), CALLER.userId())).isEmpty();
    }

    private List<String> owned(Set<String> kinds, String user) {
        return ledger.list(REALM, listed(user, Set.of(), kinds), null, 0, 10).stream()
                .map(job -> job.spec().id())
                .toList();
    }

    @Test
    void onlyWhatIsListedTakesAPlaceOnAPage() {
        Kinds verified = new Kinds(Set.of("users"), Set.of("users", JobSpec.REALM), Set.of("roles", "groups"));
        ListedJobs listed = new ListedJobs(CALLER.userId(), Map.of(Operation.VERIFY, verified));
        opened("users", Operation.VERIFY, 1);
        opened("users", Operation.IMPORT, 2);
        opened(JobSpec.REALM, Operation.IMPORT, 3);
        ImportJob refused = opened(JobSpec.REALM, Operation.VERIFY, 4);
        ImportJob forbidden = opened(JobSpec.REALM, Operation.VERIFY, 5);
        opened("users", Operation.REMOVE, 6);
        together(ledger -> {
            ledger.append(refused.uid(), of("users", 1, new Counters(1, 0, 0, 0, 0)));
            ledger.append(refused.uid(), of("roles", 2, new Counters(0, 0, 0, 0, 7)));
            ledger.append(forbidden.uid(), of("users", 1, new Counters(0, 0, 0, 1, 0)));
            ledger.append(forbidden.uid(), of("groups", 2, new Counters(0, 0, 0, 1, 0)));
        });

        assertThat(ids(listed, 0, 1)).containsExactly("realm VERIFY 4");
        assertThat(ids(listed, 1, 2)).containsExactly("users VERIFY 1");
        assertThat(ids(new ListedJobs("somebody-else", listed.byOperation()), 0, 9))
                .containsExactly("users VERIFY 1");
        Kinds imported = new Kinds(Set.of(), Set.of("users"), Set.of("roles", "groups"));
        assertThat(ids(
                        new ListedJobs(CALLER.userId(), Map.of(Operation.VERIFY, verified, Operation.IMPORT, imported)),
                        0,
                        9))
                .containsExactly("realm VERIFY 4", "users IMPORT 2", "users VERIFY 1");
    }

    private ImportJob opened(String kind, Operation operation, int number) {
        JobSpec spec =
                new JobSpec(kind + " " + operation + " " + number, REALM, kind, operation, 1000, JobOptions.DEFAULTS);
        return ledger.open(spec, CALLER, "node-a", NOW + number);
    }

    private static ChunkEntry of(String kind, int number, Counters counters) {
        ChunkEntry chunk = chunk(number, counters);
        return new ChunkEntry(
                number, chunk.firstLine(), chunk.lastLine(), chunk.digest(), counters, List.of(), kind, 41);
    }

    private List<String> ids(ListedJobs listed, int first, int max) {
        return ledger.list(REALM, listed, null, first, max).stream()
                .map(job -> job.spec().id())
                .toList();
    }

    @Test
    void readingTakesAFixedNumberOfStatements() {
        for (int i = 0; i < 5; i++) {
            ImportJob job = job("job " + i);
            ledger.append(job.uid(), chunk(1, new Counters(1, 0, 0, 0, 0)));
        }
        List<String> uids = ledger.list(REALM, ALL, null, 0, 10).stream()
                .map(ImportJob::uid)
                .toList();

        assertThat(uids).hasSize(5);
        assertThat(database.statementsOf(em -> ledger(em).find(REALM, "job 1"))).hasSize(2);
        assertThat(database.statementsOf(em -> ledger(em).list(REALM, ALL, null, 0, 10)))
                .hasSize(3);
        assertThat(database.statementsOf(em -> ledger(em).heartbeat(uids, NOW)))
                .hasSize(2)
                .allSatisfy(statement ->
                        assertThat(statement).as("reads no chunks").doesNotContainIgnoringCase("KEYLIFT_IMPORT_CHUNK"));
    }

    private List<String> names(JobStatus status, int first, int max) {
        return ledger.list(REALM, ALL, status, first, max).stream()
                .map(job -> job.spec().id())
                .toList();
    }
}
