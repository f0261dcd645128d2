// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.durability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keylift.it.SecondTier;
import io.keylift.it.TestRealms;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.LdapServer;
import io.keylift.it.imports.support.Ledger;
import io.keylift.it.imports.support.LiveImport;
import io.keylift.it.imports.support.Sql;
import io.keylift.it.imports.support.UserRecords;
import io.keylift.it.server.EmbeddedDatabase;
import io.keylift.it.server.KeycloakServer;
import io.keylift.it.server.TestDatabase;
import io.keylift.it.server.TestServer;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;

/** Law 2: PostgreSQL stops in the middle of an import, as in a power failure. Uses servers of its own. */
@SecondTier
class DatabaseOutageIT {

    private static final String REALM = "outage";
    private static final int RETRY_SECONDS = 8;

    private static EmbeddedDatabase database;
    private static KeycloakServer keycloak;

    @BeforeAll
    static void start() {
        database = TestDatabase.start();
        keycloak = TestServer.on(database)
                .option(
                        "spi-admin-realm-restapi-extension--bulk-import--database-retry-seconds",
                        Integer.toString(RETRY_SECONDS))
                .start();
        TestRealms.create(
                client().admin(),
                // Stored events are what Keycloak commits without waiting for the disk.
                Map.of("realm", REALM, "enabled", true, "adminEventsEnabled", true));
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

    /** After an outage, some of Keycloak's pooled connections are still dead and fail once. */
    @BeforeEach
    void awaitKeycloak() {
        await().atMost(Duration.ofMinutes(1))
                .ignoreExceptions()
                .until(() -> client().admin().get("/admin/realms/" + REALM).has("realm"));
    }

    @Test
    void law2_databaseAwayForTooLong_endsTheRunWithAClearStatusAndTheJobResumes() throws IOException {
        ImportAnswer first;
        try (LiveImport live = client().open("users?job=away&chunkSize=100")) {
            live.send(UserRecords.lines("away", 1, 1000));
            live.awaitChunks(10);
            database.stopImmediately();
            live.send(UserRecords.lines("away", 1001, 2000));
            first = live.answer();
        } finally {
            database.start();
        }
        awaitKeycloak();
        ImportAnswer second = client().post("users?job=away&chunkSize=100", UserRecords.lines("away", 1, 2000));

        assertThat(first.addsUp().end()).isEqualTo("INTERRUPTED database_unreachable");
        assertThat(first.summary().path("message").asText()).contains("job=away");
        assertThat(second.addsUp().end()).isEqualTo("COMPLETED");
        assertThat(second.count("added")).isEqualTo(2000);
        assertAllThere("away", 2000, 20);
    }

    @Test
    void law2_userStorageAwayForTooLong_endsTheRunWithItsNameAndTheJobResumes() throws IOException {
        String realm = "storage-outage";
        TestRealms.create(client().admin(), realm);
        ImportClient client = new ImportClient(client().admin(), realm);
        try (LdapServer ldap = LdapServer.start()) {
            ldap.add("theirs").addTo(client.admin(), realm, Map.of());
            List<String> users = List.of(UserRecords.user("theirs"), UserRecords.user("ours"));
            ldap.goAway();
            ImportAnswer first = client.post("users?job=storage&results=all", users);
            ldap.comeBack();
            ImportAnswer second = client.post("users?job=storage&results=all", users);

            assertThat(first.end()).isEqualTo("INTERRUPTED storage_unreachable");
            assertThat(first.summary().path("message").asText()).contains("user storage directory", "job=storage");
            assertThat(second.outcomes()).containsExactly(Map.entry(1, "exists /username"), Map.entry(2, "added"));
        }
    }

    @Test
    void law2_databaseBackInTime_theImportGoesOn() throws IOException {
        ImportAnswer answer;
        try (LiveImport live = client().open("users?job=back&chunkSize=100")) {
            live.send(UserRecords.lines("back", 1, 1000));
            live.awaitChunks(10);
            awaitDurable();
            database.stopImmediately();
            live.send(UserRecords.lines("back", 1001, 1500));
            database.start();
            live.send(UserRecords.lines("back", 1501, 2000));
            answer = live.finish();
        }

        assertThat(answer.addsUp().end()).isEqualTo("COMPLETED");
        assertThat(answer.count("added")).isEqualTo(2000);
        assertAllThere("back", 2000, 20);
    }

    @Test
    void law2_chunksThatACrashHasLost_areNotReportedAsCompleted() throws IOException {
        loseWhatCommitsDoNotWaitFor();
        boolean lost;
        ImportAnswer first;
        try (LiveImport live = client().open("users?job=lost&chunkSize=10")) {
            live.send(UserRecords.lines("lost", 1, 20));
            live.awaitChunks(2);
            database.stopImmediately();
            database.start();
            try (Sql sql = new Sql(database)) {
                lost = new Ledger(sql, REALM, "lost").chunkCount() < 2;
            }
            live.send(UserRecords.lines("lost", 21, 40));
            first = live.finish();
        }
        awaitKeycloak();
        ImportAnswer second = client().post("users?job=lost&chunkSize=10", UserRecords.lines("lost", 1, 40));

        // A later commit that waited for the disk may have saved the chunks.
        assertThat(first.end()).isEqualTo(lost ? "INTERRUPTED commits_lost" : "COMPLETED");
        assertThat(second.addsUp().end()).isEqualTo("COMPLETED");
        assertAllThere("lost", 40, 4);
    }

    @Test
    void law2_completedMeansDurable() throws IOException {
        loseWhatCommitsDoNotWaitFor();

        ImportAnswer answer = client().post("users?job=durable&chunkSize=10", UserRecords.lines("durable", 1, 40));
        database.stopImmediately();
        database.start();

        assertThat(answer.end()).isEqualTo("COMPLETED");
        assertAllThere("durable", 40, 4);
    }

    private static void assertAllThere(String prefix, int users, int chunks) {
        try (Sql sql = new Sql(database)) {
            assertThat(sql.strings(
                            "select u.username from user_entity u join realm r on r.id = u.realm_id"
                                    + " where r.name = ? and u.username like ?",
                            REALM,
                            prefix + "-%"))
                    .hasSize(users)
                    .doesNotHaveDuplicates();
            Ledger ledger = new Ledger(sql, REALM, prefix);
            ledger.assertComplete(chunks, users);
            assertThat(ledger.sum("added")).isEqualTo(users);
            assertThat(ledger.status()).isEqualTo("COMPLETED");
        }
    }

    /** Waits until everything that is committed is on disk, relaxed commits too. */
    private static void awaitDurable() {
        try (Sql sql = new Sql(database)) {
            long committed = sql.number("select pg_current_wal_insert_lsn() - '0/0'::pg_lsn");
            await().until(() -> sql.number("select pg_current_wal_flush_lsn() - '0/0'::pg_lsn") >= committed);
        }
    }

    /** Keeps the log of relaxed commits in memory for longer than a test takes. */
    private static void loseWhatCommitsDoNotWaitFor() {
        try (Sql sql = new Sql(database)) {
            sql.execute("alter system set wal_writer_delay = '10s'");
            sql.execute("alter system set wal_writer_flush_after = '1GB'");
            sql.execute("select pg_reload_conf()");
            await().until(() -> sql.strings("show wal_writer_delay").get(0).equals("10s"));
        }
    }

    private static ImportClient client() {
        return new ImportClient(AdminHttp.master(keycloak.baseUrl()), REALM);
    }
}
