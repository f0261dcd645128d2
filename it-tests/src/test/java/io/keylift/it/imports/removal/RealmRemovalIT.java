// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.removal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.LiveImport;
import io.keylift.it.imports.support.Sql;
import io.keylift.it.imports.support.UserRecords;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;

/** Removing a realm removes all data of its imports. */
@OnSharedServer
class RealmRemovalIT {

    /** Each of the extension's tables with the column that names a job. */
    private static final String TABLES = """
            select table_name, column_name from information_schema.columns
            where table_name like 'keylift%' and column_name in ('uid', 'job_uid')
            """;

    @Test
    void jobsChunksAndKeysGoWithTheirRealm(SharedServer server) throws IOException {
        try (Sql sql = new Sql(server.database())) {
            List<String> going = jobs(server, sql, "going");
            List<String> staying = jobs(server, sql, "staying");
            Map<String, Long> before = rows(sql, staying);
            assertThat(rows(sql, going))
                    .containsKeys(
                            "keylift_import_job",
                            "keylift_import_chunk",
                            "keylift_import_chunk_keys",
                            "keylift_import_key",
                            "keylift_import_listed",
                            "keylift_import_deferred",
                            "keylift_undo")
                    .isEqualTo(before)
                    .doesNotContainValue(0L);

            server.admin().delete("/admin/realms/going");

            assertThat(rows(sql, going).values()).containsOnly(0L);
            assertThat(rows(sql, staying)).isEqualTo(before);
        }
    }

    /**
     * Keycloak removes the users of a realm first, and is held up before it has removed the rest: what an import writes
     * meanwhile would stay.
     */
    @Test
    void whatAnImportWritesWhileItsRealmIsRemovedDoesNotStay(SharedServer server) throws Exception {
        String realm = "going-under-way";
        ImportClient client = ImportClient.inNewRealm(server, realm);
        try (Sql sql = new Sql(server.database());
                Sql holder = new Sql(server.database());
                LiveImport live = client.open("users?chunkSize=1&parallelism=4")) {
            String id =
                    sql.strings("select id from realm where name = ?", realm).get(0);
            live.send(UserRecords.lines("early", 1, 8)).awaitChunks(8);
            holder.begin();
            holder.execute("select * from client where realm_id = ? for update", id);
            CompletableFuture<Integer> removal = CompletableFuture.supplyAsync(() -> server.admin()
                    .send("DELETE", "/admin/realms/" + realm, null)
                    .statusCode());
            await().until(() -> sql.number(WAITING_FOR_CLIENTS) > 0);

            live.send(UserRecords.lines("late", 1, 8));
            await().until(() -> sql.number(WAITING_FOR_REALM) > 0 || live.chunks() == 16);
            holder.rollback();

            assertThat(removal.get(60, TimeUnit.SECONDS)).isEqualTo(204);
            ImportAnswer answer = live.answer();
            assertThat(answer.end()).isEqualTo("FAILED realm_gone");
            assertThat(answer.addsUp().count("added")).isEqualTo(8);
            assertThat(rowsOf(sql, id)).isEmpty();
        }
    }

    /** Statements that wait for the clients which the test holds, and for the realm that is being removed. */
    private static final String WAITING_FOR_CLIENTS = waiting("client");

    private static final String WAITING_FOR_REALM = waiting("realm");

    private static String waiting(String table) {
        return "select count(*) from pg_stat_activity where wait_event_type = 'Lock' and query ~* ' " + table + " '";
    }

    /** How many rows each table has of a realm, its own and those of its users that are left. */
    private static Map<String, Long> rowsOf(Sql sql, String realm) {
        Map<String, Long> rows = new TreeMap<>();
        for (List<String> column : sql.rows("select table_name, column_name from information_schema.columns"
                + " where table_schema = 'public' and column_name in ('realm_id', 'realm')")) {
            String table = column.get(0);
            long count = sql.number("select count(*) from " + table + " where " + column.get(1) + " = ?", realm);
            if (count > 0) {
                rows.put(table, count);
            }
        }
        return rows;
    }

    /**
     * A new realm's jobs: one that has ended, one that can be undone, one that has stopped in the middle of a dry run,
     * one with a line that waits, and a mirror that has stopped.
     */
    private static List<String> jobs(SharedServer server, Sql sql, String realm) throws IOException {
        ImportClient client = ImportClient.inNewRealm(server, realm);
        assertThat(client.post("users?chunkSize=2", UserRecords.users("user", 1, 5))
                        .end())
                .isEqualTo("COMPLETED");
        assertThat(client.post("groups?undo=true", List.of("{\"path\":\"/undoable\"}"))
                        .end())
                .isEqualTo("COMPLETED");
        assertThat(client.post(
                                "users?dryRun=true&onReject=stop&chunkSize=1",
                                List.of(UserRecords.user("dry"), "{}", UserRecords.user("never")))
                        .end())
                .isEqualTo("STOPPED rejected");
        assertThat(client.post(
                                "realm-attributes?onReject=stop&chunkSize=1",
                                List.of("{\"name\":\"early\",\"value\":\"x\",\"after\":\"late\"}", "{}"))
                        .end())
                .isEqualTo("STOPPED rejected");
        assertThat(client.post(
                                "roles?op=mirror&scope=realm&onReject=stop&chunkSize=1",
                                List.of("{\"name\":\"listed\"}", "{}"))
                        .end())
                .isEqualTo("STOPPED rejected");
        sql.execute(
                "insert into keylift_import_chunk_keys (realm_id, kind, seq, job_uid, key_hashes)"
                        + " select j.realm_id, j.kind, row_number() over (), j.uid, ''::bytea"
                        + " from keylift_import_job j join realm r on r.id = j.realm_id where r.name = ?",
                realm);
        return sql.strings(
                "select j.uid from keylift_import_job j join realm r on r.id = j.realm_id where r.name = ?", realm);
    }

    /** How many rows each table has of these jobs. */
    private static Map<String, Long> rows(Sql sql, List<String> jobs) {
        Map<String, Long> rows = new TreeMap<>();
        for (List<String> table : sql.rows(TABLES)) {
            String query = "select count(*) from " + table.get(0) + " where " + table.get(1)
                    + " = any (string_to_array(?, ' '))";
            rows.put(table.get(0), sql.number(query, String.join(" ", jobs)));
        }
        return rows;
    }
}
