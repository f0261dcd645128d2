// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.databases;

import static io.keylift.it.imports.support.UserRecords.users;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keylift.it.SecondTier;
import io.keylift.it.TestRealms;
import io.keylift.it.capabilities.CapabilityRealm;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.ConcurrentCalls;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.ImportedRows;
import io.keylift.it.imports.support.LiveImport;
import io.keylift.it.imports.support.Sql;
import io.keylift.it.server.KeycloakServer;
import io.keylift.it.server.TestServer;
import io.keylift.it.stack.InstalledProgram;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;

/** Imports keep their laws behind PgBouncer in transaction mode. Without PgBouncer, the tests are skipped. */
@SecondTier
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class PgBouncerIT {

    /** Fewer than the server's own connections: those of the database go from hand to hand. */
    private static final int CONNECTIONS = 12;

    private static final int POOL_SIZE = 20;

    private static final String CREATIONS = "select count(*) from pg_stat_activity where state = 'active'"
            + " and query like 'CREATE INDEX CONCURRENTLY KEYLIFT_IDX_ORG_DOMAIN_NAME %'";

    private static final String LOCK_HOLDERS = "select a.state from pg_locks l join pg_stat_activity a using (pid)"
            + " where l.locktype = 'advisory' and l.granted";

    private static final String INDEX = "select count(*) from pg_index i join pg_class c on c.oid = i.indexrelid"
            + " where c.relname = 'keylift_idx_org_domain_name' and i.indisvalid";

    private static PgBouncer bouncer;
    private static KeycloakServer keycloak;
    private static Sql sql;

    @BeforeAll
    static void start() {
        InstalledProgram.require("pgbouncer", "pgbouncer");
        bouncer = new PgBouncer(CONNECTIONS);
        keycloak = TestServer.on(bouncer).poolMaxSize(POOL_SIZE).start();
        sql = new Sql(bouncer);
    }

    @AfterAll
    static void stop() {
        if (sql != null) {
            sql.close();
        }
        if (keycloak != null) {
            keycloak.close();
        }
        if (bouncer != null) {
            bouncer.close();
        }
    }

    private static ImportClient client(String realm) {
        return new ImportClient(AdminHttp.master(keycloak.baseUrl()), realm);
    }

    private static ImportClient inNewRealm(String realm) {
        ImportClient client = client(realm);
        TestRealms.create(client.admin(), Map.of("realm", realm, "enabled", true, "organizationsEnabled", true));
        return client;
    }

    @Test
    @Order(1)
    void organizationsAndUsersAreImported() throws IOException {
        ImportClient client = inNewRealm("bounced");
        List<String> organizations = IntStream.rangeClosed(1, 50)
                .mapToObj(i ->
                        "{\"name\":\"org-%d\",\"alias\":\"org-%d\",\"domains\":[\"%d.example\"]}".formatted(i, i, i))
                .toList();
        List<String> people = IntStream.rangeClosed(1, 400)
                .mapToObj(
                        i -> ("{\"username\":\"p-%d\",\"email\":\"p-%d@x.example\",\"realmRoles\":[\"offline_access\"],"
                                        + "\"organizations\":[{\"alias\":\"org-%d\"}]}")
                                .formatted(i, i, 1 + i % 50))
                .toList();

        ImportAnswer first = client.post("organizations?chunkSize=10&parallelism=4", organizations);
        ImportAnswer second = client.post("users?chunkSize=20&parallelism=4", people);
        ImportAnswer again = client.post("users?chunkSize=20&ifExists=overwrite", people);

        assertThat(first.addsUp().count("added")).as("%s", first.lines()).isEqualTo(50);
        assertThat(second.addsUp().count("added")).as("%s", second.lines()).isEqualTo(400);
        assertThat(again.addsUp().count("skipped")).as("%s", again.lines()).isEqualTo(400);
        assertThat(client.admin()
                        .get("/admin/realms/bounced/organizations?search=1.example")
                        .findValuesAsText("alias"))
                .contains("org-1");
    }

    /** A username must not be the email address of another user: no constraint of the database sees to that. */
    @Test
    @Order(2)
    void law1_twoJobsSideBySideGiveEachNameOnce() throws Exception {
        ImportClient client = inNewRealm("two-jobs");
        AtomicInteger jobs = new AtomicInteger();
        List<List<String>> inputs = List.of(
                IntStream.rangeClosed(1, 300)
                        .mapToObj(i -> "{\"username\":\"n%d@x.example\"}".formatted(i))
                        .toList(),
                IntStream.rangeClosed(1, 300)
                        .mapToObj(i -> "{\"username\":\"m%d\",\"email\":\"n%d@x.example\"}".formatted(i, i))
                        .toList());

        List<ImportAnswer> answers = ConcurrentCalls.run(
                2, () -> client.post("users?chunkSize=10&parallelism=3", inputs.get(jobs.getAndIncrement())));

        answers.forEach(answer ->
                assertThat(answer.addsUp().end()).as("%s", answer.lines()).isEqualTo("COMPLETED"));
        assertThat(answers.stream().mapToLong(answer -> answer.count("added")).sum())
                .isEqualTo(300);
        assertThat(new ImportedRows(sql, "two-jobs").users()).isEqualTo(300);
    }

    @Test
    @Order(3)
    void capabilitiesAreAssigned() {
        CapabilityRealm realm = CapabilityRealm.create(AdminHttp.master(keycloak.baseUrl()), "bounced-capabilities");
        realm.source("s", List.of("orders.view", "orders.edit"), Map.of());
        String role = realm.role("clerk");

        realm.assign(role, "orders.view");

        assertThat(realm.assigned(role)).containsExactly("orders.view");
    }

    @Test
    @Order(4)
    void law2_aJobThatTheServerDiesInIsResumed() throws IOException {
        String path = "users?job=killed&chunkSize=10";
        List<String> input = users("killed", 1, 200);
        try (LiveImport live = inNewRealm("killed").open(path)) {
            live.send(ImportClient.lines(input.subList(0, 105)));
            live.awaitChunks(5);
            keycloak.kill();
        }
        keycloak.start();

        ImportAnswer resumed = client("killed").post(path, input);

        assertThat(resumed.addsUp().end()).isEqualTo("COMPLETED");
        assertThat(resumed.count("added")).isEqualTo(200);
        assertThat(resumed.chunks().stream()
                        .filter(chunk -> chunk.path("resumed").asBoolean()))
                .hasSizeGreaterThanOrEqualTo(5);
        assertThat(new ImportedRows(sql, "killed").users("killed-")).hasSize(200);
    }

    /**
     * {@code CREATE INDEX CONCURRENTLY} runs outside of transactions, but a lock of a session would stay on a
     * connection of the pool. A writer delays the creation, so that the test sees who has the lock.
     */
    @Test
    @Order(5)
    void missingIndexesAreCreatedUnderTheLockOfATransaction() {
        keycloak.stop();
        sql.execute("drop index keylift_idx_org_domain_name");
        try (Sql writer = new Sql(bouncer)) {
            writer.begin();
            writer.execute("lock table org_domain in row exclusive mode");
            try (KeycloakServer creating = TestServer.on(bouncer)
                    .poolMaxSize(POOL_SIZE)
                    .option("spi-admin-realm-restapi-extension--bulk-import--create-missing-indexes", "true")
                    .start()) {
                assertThat(creating.isAlive()).isTrue();
                await().until(() -> sql.number(CREATIONS) == 1);
                assertThat(sql.strings(LOCK_HOLDERS)).containsExactly("idle in transaction");

                writer.rollback();

                await().until(() -> sql.number(INDEX) == 1);
                await().until(() -> sql.strings(LOCK_HOLDERS).isEmpty());
            }
        }
    }
}
