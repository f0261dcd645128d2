// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.concurrency;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.imports.support.CommitBlocker;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.LiveImport;
import io.keylift.it.imports.support.Sql;
import io.keylift.it.imports.support.StatementCounts;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Keys that no database constraint keeps unique, written by two concurrent jobs. */
@OnSharedServer
class BetweenJobsIT {

    private static final String REALM = "between-jobs";
    private static final String PROFILE = "/admin/realms/" + REALM + "/users/profile";

    /** Only jobs of this class wait for these locks. */
    private static final String WAITING_FOR_KEYS =
            "select count(*) from pg_locks where locktype = 'advisory' and not granted and objsubid = 2";

    private static final String ENDED_JOBS = """
            insert into keylift_import_job (uid, realm_id, job_id, kind, if_exists, dry_run, chunk_size, status, run,
              created_at, started_at, heartbeat_at, finished_at)
            select 'ended-' || n, r.id, 'ended-' || n, 'users', 'FAIL', false, 1000, 'COMPLETED', 1, n, n, n, n
            from generate_series(1, 50000) n, realm r where r.name = '%s'
            """.formatted(REALM);

    private static final String PAGES_OF_SEARCHES = """
            select query, (shared_blks_hit + shared_blks_read) / calls
            from pg_stat_statements s join pg_database d on d.oid = s.dbid
            where d.datname = current_database() and query ilike 'select%keylift_import_job%dry_run=%'
            """;

    private static final long MANY_PAGES = 15;

    private static ImportClient client;

    @AutoClose
    private static Sql sql;

    @AutoClose
    private static CommitBlocker commitBlocker;

    @BeforeAll
    static void realm(SharedServer server) {
        client = ImportClient.inNewRealm(server, REALM);
        client.admin()
                .post(
                        "/admin/realms/" + REALM + "/identity-provider/instances",
                        Map.of("alias", "elsewhere", "providerId", "oidc", "enabled", true));
        ObjectNode profile = (ObjectNode) client.admin().get(PROFILE);
        profile.put("unmanagedAttributePolicy", "ENABLED");
        client.admin().put(PROFILE, profile);
        sql = new Sql(server.database());
        commitBlocker = new CommitBlocker(server.database());
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '~', textBlock = """
            organizations | false | {"name":"a1","domains":["one.example"]} | {"name":"b1","domains":["one.example"]}
            organizations | true  | {"name":"a2","domains":["two.example"]} | {"name":"b2","domains":["two.example"]}
            users         | false | {"username":"carol","federatedIdentities":[{"identityProvider":"elsewhere","userId":"1","userName":"x"}]} | {"username":"david","federatedIdentities":[{"identityProvider":"elsewhere","userId":"1","userName":"x"}]}
            users         | true  | {"username":"erika","attributes":{"did":["did:1"]}} | {"username":"frank","attributes":{"did":["did:1"]}}
            users         | false | {"username":"g@x.example"} | {"username":"hanna","email":"g@x.example"}
            users         | true  | {"username":"irene","email":"j@x.example"} | {"username":"j@x.example"}
            """)
    void whoCommitsFirstGetsItAlone(String kind, boolean bothBegun, String one, String other) throws IOException {
        String job = UUID.randomUUID().toString();
        try (LiveImport first = client.open(path(kind, job + "-1"));
                LiveImport second = client.open(path(kind, job + "-2"))) {
            first.send(harmless(kind, job + "-1")).awaitChunks(1);
            if (bothBegun) {
                second.send(harmless(kind, job + "-2")).awaitChunks(1);
            }
            commitBlocker.block(job + "-1", 2);
            first.send(one + "\n");
            commitBlocker.awaitWaiting();

            second.send(other + "\n");
            int last = bothBegun ? 2 : 1;
            await().until(() -> sql.number(WAITING_FOR_KEYS) > 0 || second.chunks() == last);
            commitBlocker.release();

            ImportAnswer ofFirst = first.finish();
            ImportAnswer ofSecond = second.finish();
            ImportAnswer winner = bothBegun ? ofSecond : ofFirst;
            ImportAnswer loser = bothBegun ? ofFirst : ofSecond;
            assertThat(winner.addsUp().rejects()).isEmpty();
            assertThat(loser.addsUp().rejects())
                    .singleElement()
                    .satisfies(
                            reject -> assertThat(reject.path("code").asText()).isEqualTo("conflict"));
        }
    }

    /** The first chunk notes no keys: its job was alone when it began. */
    @Test
    void law13_aJobThatBeginsWaitsForAChunkThatWasAlone() throws IOException {
        String job = UUID.randomUUID().toString();
        try (LiveImport alone = client.open(path("users", job + "-1"));
                LiveImport later = client.open(path("users", job + "-2"))) {
            commitBlocker.block(job + "-1", 1);
            alone.send(did("alone", "did:alone"));
            commitBlocker.awaitWaiting();
            assertThat(notes()).isZero();

            later.send(did("later", "did:alone"));
            await().until(() -> sql.number(WAITING_FOR_KEYS) > 0);
            assertThat(later.chunks()).isZero();
            commitBlocker.release();

            assertThat(alone.finish().addsUp().rejects()).isEmpty();
            assertThat(later.finish().addsUp().rejects())
                    .extracting(reject -> reject.path("code").asText())
                    .containsExactly("conflict");
        }
    }

    /** The chunk has begun before the others note their keys, and takes its own after two heartbeats. */
    @Test
    void law13_noNoteIsForgottenThatAChunkInFlightNeeds() throws IOException {
        String job = UUID.randomUUID().toString();
        try (LiveImport slow = client.open(path("users", job + "-1"));
                LiveImport quick = client.open(path("users", job + "-2"))) {
            slow.send(did("slow-1", "did:slow")).awaitChunks(1);
            quick.send(did("quick-1", "did:quick")).awaitChunks(1);
            commitBlocker.block(job + "-1", 2);
            slow.send(did("slow-2", "did:both"));
            commitBlocker.awaitWaiting();
            quick.send(did("quick-2", "did:both")).awaitChunks(2);
            quick.send(did("quick-3", "did:last")).awaitChunks(3);

            long since = heartbeat(job);
            await().until(() -> heartbeat(job) > since);
            long first = heartbeat(job);
            await().until(() -> heartbeat(job) > first);
            commitBlocker.release();

            assertThat(quick.finish().addsUp().rejects()).isEmpty();
            assertThat(slow.finish().addsUp().rejects())
                    .extracting(reject -> reject.path("code").asText())
                    .containsExactly("conflict");
        }
    }

    /** Notes are forgotten right after the heartbeats. */
    private static long heartbeat(String job) {
        return sql.number("select min(heartbeat_at) from keylift_import_job where job_id like ?", job + "%");
    }

    @Test
    void aJobThatBeginsDoesNotWaitForChunksOfJobsThatKnowOfEachOther() throws IOException {
        String job = UUID.randomUUID().toString();
        try (LiveImport idle = client.open(path("users", job + "-1"));
                LiveImport busy = client.open(path("users", job + "-2"))) {
            idle.send(did("idle", "did:idle")).awaitChunks(1);
            commitBlocker.block(job + "-2", 1);
            busy.send(did("busy", "did:busy"));
            commitBlocker.awaitWaiting();

            ImportAnswer begun = client.post(path("users", job + "-3"), did("begun", "did:begun"));
            assertThat(begun.addsUp().count("added")).isEqualTo(1);
            assertThat(commitBlocker.isWaiting()).isTrue();
            commitBlocker.release();

            assertThat(busy.finish().addsUp().rejects()).isEmpty();
            idle.finish();
        }
    }

    /** A plan may be older than most jobs. */
    @Test
    void law4_endedJobsOfTheRealmAreNotReadWhenAChunkLooksForOthers() throws IOException {
        StatementCounts.enable(sql);
        sql.execute("analyze keylift_import_job");
        importOften("few");
        sql.execute(ENDED_JOBS);
        try {
            sql.strings("select pg_stat_statements_reset()::text");
            importOften("many");

            List<List<String>> pages = sql.rows(PAGES_OF_SEARCHES);
            assertThat(pages)
                    .isNotEmpty()
                    .allSatisfy(row -> assertThat(Long.parseLong(row.get(1)))
                            .as(row.get(0))
                            .isLessThan(MANY_PAGES));
        } finally {
            sql.execute("delete from keylift_import_job where job_id like 'ended-%'");
        }
    }

    /** More often than a connection executes a statement before it keeps the plan. */
    private void importOften(String name) throws IOException {
        for (int i = 0; i < 40; i++) {
            client.post("users", did(name + i, "did:" + name + i));
        }
    }

    @Test
    void keysNotedOfChunksAreBounded() throws IOException {
        String job = UUID.randomUUID().toString();
        try (LiveImport idle = client.open(path("users", job + "-1"));
                LiveImport busy = client.open(path("users", job + "-2"))) {
            idle.send(harmless("users", job + "-1")).awaitChunks(1);
            AtomicInteger chunks = new AtomicInteger();
            AtomicLong most = new AtomicLong();
            await().until(() -> {
                int next = chunks.incrementAndGet();
                busy.send(did("bound-" + next, "did:bound-" + next)).awaitChunks(next);
                most.accumulateAndGet(notes(), Math::max);
                return notes() < most.get();
            });
            assertThat(most.get()).isPositive();
            busy.finish();
            idle.finish();
        }
    }

    private static long notes() {
        return sql.number("select count(*) from keylift_import_chunk_keys");
    }

    private static String did(String username, String did) {
        return "{\"username\":\"%s\",\"attributes\":{\"did\":[\"%s\"]}}\n".formatted(username, did);
    }

    private static String path(String kind, String job) {
        return kind + "?chunkSize=1&job=" + job;
    }

    private static String harmless(String kind, String name) {
        return "{\"" + (kind.equals("users") ? "username" : "name") + "\":\"" + name + "\"}\n";
    }
}
