// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatNoException;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.KillMoment.Point;
import io.keylift.it.server.EmbeddedDatabase;
import io.keylift.it.server.KeycloakServer;
import io.keylift.it.tenant.SampleTenant;
import io.keylift.it.tenant.TenantRealm;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.Callable;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/** Law 2: Keycloak dies in the middle of an import. With servers of its own. */
class ExactlyOnceIT {

    private static final String REALM = "exactly-once";
    private static final String JOB = "migration";
    private static final int ORGANIZATIONS = 50;
    private static final int PERSONS = Integer.getInteger("keylift.exactlyOnce.persons", 50_000);
    private static final int CHUNKS = 50;
    private static final int CHUNK_SIZE = PERSONS / CHUNKS;

    /** Another seed, other moments. */
    private static final long SEED = Long.getLong("keylift.exactlyOnce.seed", 26L);

    private static final SampleTenant TENANT = new SampleTenant(SEED, ORGANIZATIONS, PERSONS);

    private static EmbeddedDatabase database;
    private static KeycloakServer keycloak;

    @BeforeAll
    static void start() throws IOException {
        database = EmbeddedDatabase.startTemporary();
        keycloak = KeycloakServer.on(database).start();
        TenantRealm.create(AdminHttp.master(keycloak.baseUrl()), REALM);
        assertThat(client().post("organizations", ImportClient.NDJSON, TENANT::writeOrganizations)
                        .count("added"))
                .isEqualTo(ORGANIZATIONS);
    }

    @AfterAll
    static void stop() {
        if (keycloak != null) {
            keycloak.close();
        }
        if (database != null) {
            database.close();
        }
    }

    @Test
    @Timeout(900)
    void law2_dataAndLedgerCommitTogether_whateverTheMomentOfTheServersDeath() throws IOException {
        List<KillMoment> moments = KillMoment.spread(SEED, CHUNKS);
        try (Sql sql = new Sql(database)) {
            Persons persons = new Persons(sql, REALM, TENANT);
            Ledger ledger = new Ledger(sql, REALM, JOB);
            for (KillMoment moment : moments) {
                List<Integer> before = ledger.chunks();
                List<Integer> reported = dieAt(moment, ledger);
                awaitEndOfTheServersTransactions(sql);

                assertThat(ledger.chunks())
                        .as("what was committed before and what was reported before %s", moment)
                        .containsAll(before)
                        .containsAll(reported);
                assertThat(persons.count()).as("persons after %s", moment).isEqualTo(ledger.sum("added"));
                persons.assertNoOrphans();
                keycloak.start();
            }
            ImportAnswer answer = client().post(users("auto"), ImportClient.NDJSON, TENANT::writePersons);

            assertThat(answer.addsUp().end()).isEqualTo("COMPLETED");
            assertThat(answer.count("added")).isEqualTo(PERSONS);
            persons.assertEachExactlyOnce();
            persons.assertChildRows();
            ledger.assertComplete(CHUNKS, PERSONS);
            JsonNode job = client().job(JOB);
            assertThat(job.path("status").asText()).isEqualTo("COMPLETED");
            assertThat(job.path("read").asLong()).isEqualTo(PERSONS);
            assertThat(job.path("added").asLong()).isEqualTo(PERSONS);
            assertThat(job.path("run").asInt()).isEqualTo(moments.size() + 1);
            assertThatNoException().isThrownBy(() -> signIn(PERSONS / 2));
        }
    }

    /** Runs the job until that moment, kills the server, and returns the chunks that it had reported. */
    private static List<Integer> dieAt(KillMoment moment, Ledger ledger) throws IOException {
        long before = ledger.chunkCount();
        long wanted = moment.point() == Point.ENDING ? moment.chunks() : Math.max(moment.chunks(), before + 1);
        try (LiveImport live = client().open(users(moment.parallelism()));
                Sql holdUp = new Sql(database)) {
            live.sendInBackground(TENANT::writePersons);
            live.awaitJob();
            switch (moment.point()) {
                case OPENED -> {}
                case REPORTED -> live.awaitChunks((int) wanted);
                case ENDING -> {
                    holdUp(holdUp, moment);
                    until(() -> ledger.chunkCount() == wanted);
                    until(() -> isHeldUp(ledger.sql(), moment));
                }
                default -> {
                    until(() -> ledger.chunkCount() >= wanted);
                    if (moment.point().table != null) {
                        holdUp(holdUp, moment);
                        until(() -> isHeldUp(ledger.sql(), moment));
                    }
                }
            }
            keycloak.kill();
            return live.answer().chunks().stream()
                    .map(chunk -> chunk.path("chunk").asInt())
                    .toList();
        }
    }

    /** Waits for what writes to the table now and keeps out what wants to. */
    private static void holdUp(Sql sql, KillMoment moment) {
        sql.begin();
        sql.execute("lock table " + moment.point().table + " in share mode");
    }

    private static boolean isHeldUp(Sql sql, KillMoment moment) {
        return sql.number(
                        "select count(*) from pg_locks where not granted and relation = cast(? as regclass)",
                        moment.point().table)
                > 0;
    }

    private static void until(Callable<Boolean> condition) {
        await().atMost(Duration.ofMinutes(2))
                .pollDelay(Duration.ZERO)
                .pollInterval(Duration.ofMillis(2))
                .until(condition);
    }

    private static void awaitEndOfTheServersTransactions(Sql sql) {
        until(() -> sql.number("select count(*) from pg_stat_activity"
                        + " where datname = 'keycloak' and pid <> pg_backend_pid()")
                == 0);
    }

    private static String users(String parallelism) {
        return "users?job=" + JOB + "&chunkSize=" + CHUNK_SIZE + "&parallelism=" + parallelism;
    }

    private static void signIn(int person) throws IOException {
        // Some persons are disabled: take the next one who is not.
        int enabled = person;
        while (!AdminHttp.JSON.readTree(TENANT.person(enabled)).get("enabled").asBoolean()) {
            enabled++;
        }
        new AdminHttp(keycloak.baseUrl(), REALM, TENANT.username(enabled), SampleTenant.PASSWORD).token();
    }

    private static ImportClient client() {
        return new ImportClient(AdminHttp.master(keycloak.baseUrl()), REALM);
    }
}
