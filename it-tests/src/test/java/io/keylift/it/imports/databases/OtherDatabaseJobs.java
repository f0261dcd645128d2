// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.databases;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.Ledger;
import io.keylift.it.imports.support.LiveImport;
import io.keylift.it.imports.support.Sql;
import io.keylift.it.imports.support.UserRecords;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** The laws of jobs on a database other than PostgreSQL: pause, cancel, restart and removal of the realm. */
abstract class OtherDatabaseJobs extends OtherDatabaseKinds {

    private static final int USERS = 1000;
    private static final int CHUNK = 50;

    /** Users in the database beyond those that committed chunks have added. */
    private static final String UNKNOWN_TO_THE_LEDGER = """
            select (select count(*) from USER_ENTITY u where u.REALM_ID = r.ID)
                - (select coalesce(sum(c.ADDED), 0) from KEYLIFT_IMPORT_CHUNK c
                    join KEYLIFT_IMPORT_JOB j on j.UID = c.JOB_UID where j.REALM_ID = r.ID)
            from REALM r where r.NAME = ?""";

    private List<List<String>> changesBefore;

    /** Long before it is needed: what a database may lose when its server is killed must not be the realm. */
    @BeforeAll
    void makeRealmForLater() {
        plainRealm("killed");
    }

    /** How many of the chunks that a client was told of a database may lose when its server is killed. */
    abstract int mayLose();

    @Test
    @Order(19)
    void theHistoryOfTimingsIsKept() {
        String timings = "/admin/realms/master/request-timings";
        admin().get("/admin/realms/master/groups");

        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(
                                admin().get(timings + "?nodes=all").path("endpoints"))
                        .filteredOn(endpoint -> endpoint.path("uri").asText().equals("/admin/realms/{realm}/groups"))
                        .anySatisfy(endpoint -> assertThat(
                                        endpoint.path("statements").asDouble())
                                .isPositive()));
        assertThat(admin().get(timings + "?compare=version").has("before")).isFalse();
    }

    @Test
    @Order(20)
    void aPausedJobCommitsNothing_goesOnWhenResumed_andEndsWhenCancelled() throws IOException {
        ImportClient client = plainRealm("steered");
        try (LiveImport live = client.open("users?job=steered&chunkSize=10")) {
            live.send(UserRecords.lines("steered", 1, 30));
            live.awaitChunks(3);
            assertThat(client.move("steered", "pause").statusCode()).isEqualTo(200);
            live.send(UserRecords.lines("steered", 31, 60));
            await().during(Duration.ofMillis(500))
                    .until(() -> client.job("steered").path("added").asInt() == 30);
            assertThat(client.status("steered")).isEqualTo("PAUSED");
            assertThat(client.move("steered", "resume").statusCode()).isEqualTo(200);
            live.awaitChunks(6);
            assertThat(client.move("steered", "resume").statusCode()).isEqualTo(409);
            assertThat(client.move("steered", "cancel").statusCode()).isEqualTo(200);
            live.send(UserRecords.lines("steered", 61, 90));

            assertThat(live.answer().addsUp().end()).isEqualTo("CANCELLED cancelled");
        }
        JsonNode jobs = client.admin().get(client.path("jobs?status=cancelled"));
        assertThat(jobs.findValuesAsText("id")).containsExactly("steered");
        assertThat(client.job("steered").path("added").asInt()).isEqualTo(60);
        assertThat(users(client)).isEqualTo(60);
    }

    /** The remains of the realm are checked when the server is down. */
    @Test
    @Order(21)
    void aRealmIsRemovedWithItsJobs() throws IOException {
        for (String realm : List.of("going", "staying")) {
            ImportClient client = plainRealm(realm);
            client.post("users?chunkSize=2", UserRecords.users("user", 1, 5));
            ImportAnswer stopped = client.post(
                    "users?dryRun=true&onReject=stop&chunkSize=1",
                    List.of(UserRecords.user("dry"), "{}", UserRecords.user("never")));
            assertThat(stopped.end()).isEqualTo("STOPPED rejected");
        }

        admin().delete("/admin/realms/going");

        assertThat(admin().get("/admin/realms/staying/bulk-import/jobs")).hasSize(2);
    }

    @Test
    @Order(50)
    void law2_afterItsServerWasKilledTheSameJobEndsWithEachRecordOnce() throws IOException {
        ImportClient before = signedIn("killed");
        byte[] body = UserRecords.lines("killed", 1, USERS).getBytes(StandardCharsets.UTF_8);
        String path = "users?job=killed&parallelism=2&chunkSize=" + CHUNK;
        try (LiveImport live = before.open(path)) {
            live.sendInBackground(out -> out.write(body));
            live.awaitChunks(8);
            keycloak().kill();
        }

        long unknown = ask(sql -> sql.number(UNKNOWN_TO_THE_LEDGER, "killed"));
        long committed = ask(sql -> new Ledger(sql, "killed", "killed").chunkCount());
        changesBefore = ask(OtherDatabaseJobs::changes);
        keycloak().start();
        ImportClient client = signedIn("killed");
        ImportAnswer answer = client.post(path, ImportClient.NDJSON, body);

        assertThat(unknown).isZero();
        assertThat(committed).isBetween(8L - mayLose(), (long) USERS / CHUNK - 1);
        assertThat(answer.addsUp().end()).isEqualTo("COMPLETED");
        assertThat(answer.count("added")).isEqualTo(USERS);
        assertThat(answer.chunks().stream()
                        .filter(chunk -> chunk.path("resumed").asBoolean()))
                .hasSizeGreaterThanOrEqualTo((int) committed);
        assertThat(users(client)).isEqualTo(USERS);
        assertThat(client.status("killed")).isEqualTo("COMPLETED");
    }

    @Test
    @Order(90)
    void theChangelogIsAppliedOnce() {
        keycloak().stop();

        assertThat(changesBefore)
                .isNotEmpty()
                .allMatch(change -> Set.of("EXECUTED", "MARK_RAN").contains(change.get(1)));
        assertThat(ask(OtherDatabaseJobs::changes)).isEqualTo(changesBefore);
    }

    @Test
    @Order(91)
    void nothingIsLeftOfARealmThatIsRemoved() {
        keycloak().stop();

        assertThat(ask(sql -> kept(sql, "not in (select ID from REALM)")).values())
                .containsOnly(0L);
        assertThat(ask(sql -> kept(sql, "in (select ID from REALM where NAME = 'staying')"))
                        .values())
                .doesNotContain(0L);
    }

    /**
     * How many rows each of the extension's tables has of jobs whose realm meets a condition, or that are not there.
     */
    private static Map<String, Long> kept(Sql sql, String realm) {
        Map<String, Long> kept = new TreeMap<>();
        kept.put("job", sql.number("select count(*) from KEYLIFT_IMPORT_JOB where REALM_ID " + realm));
        for (String table : List.of("CHUNK", "KEY")) {
            kept.put(
                    table,
                    sql.number("select count(*) from KEYLIFT_IMPORT_" + table + " t"
                            + " left join KEYLIFT_IMPORT_JOB j on j.UID = t.JOB_UID where j.UID is null or j.REALM_ID "
                            + realm));
        }
        return kept;
    }

    private static List<List<String>> changes(Sql sql) {
        return sql.rows("select ID, EXECTYPE, DATEEXECUTED, MD5SUM from DATABASECHANGELOG_KEYLIFT order by ID");
    }

    /** A caller with an own token: a database may lose the session of a caller who signs in just before a kill. */
    private ImportClient signedIn(String realm) {
        return new ImportClient(AdminHttp.master(keycloak().baseUrl()), realm);
    }

    private static int users(ImportClient client) {
        return client.admin()
                .get("/admin/realms/" + client.realm() + "/users/count")
                .asInt();
    }
}
