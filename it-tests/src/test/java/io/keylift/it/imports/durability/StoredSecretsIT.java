// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.durability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.LiveImport;
import io.keylift.it.imports.support.OnTunedServer;
import io.keylift.it.imports.support.Sql;
import io.keylift.it.imports.support.TunedServer;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Records that wait for later lines, in the database: on a server with a key for them, and on one without. */
@OnSharedServer
@OnTunedServer
class StoredSecretsIT {

    private static final String SECRET = "correct-horse-battery";

    private static final String REALM = "stored-secrets";

    private static final String OF_THE_REALM = " where job_uid in (select j.uid from keylift_import_job j"
            + " join realm r on r.id = j.realm_id where r.name = '" + REALM + "')";

    private static final List<String> ATTRIBUTES = List.of(
            "{\"name\":\"first\",\"value\":\"%s\",\"after\":\"second\"}".formatted(SECRET),
            "{\"name\":\"second\",\"value\":\"%s\",\"after\":\"third\"}".formatted(SECRET),
            "{\"name\":\"third\",\"value\":\"x\"}");

    private static final List<String> ROLES = List.of(
            "{\"name\":\"boss\",\"attributes\":{\"pin\":[\"%s\"]},\"composites\":{\"realm\":[\"clerk\"]}}"
                    .formatted(SECRET),
            "{\"name\":\"clerk\"}");

    @Test
    void law9_withoutAKey_recordsThatWaitAreEncrypted_andAreReadAgainFromTheInputIfTheServersKeyIsLost(
            SharedServer server) throws IOException {
        ImportClient client = ImportClient.inNewRealm(server, REALM);
        String path = "realm-attributes?chunkSize=1&job=";
        try (Sql sql = new Sql(server.database())) {
            for (String job : List.of("resumed", "deleted")) {
                breakOff(client, path + job, ATTRIBUTES.subList(0, 2));
                await().until(() -> client.status(job).equals("INTERRUPTED"));
            }
            assertThat(waiting(sql)).isEqualTo(4);
            assertNoSecret(sql);

            assertThat(client.admin()
                            .send("DELETE", client.path("jobs/deleted"), null)
                            .statusCode())
                    .isEqualTo(204);
            assertThat(waiting(sql)).as("rows of a job that was deleted").isEqualTo(2);
            // As after a restart, and as version 0.1.0 left it.
            sql.execute("update keylift_import_deferred set record = case line when 1 then"
                    + " overlay(record placing 'AAAA' from 3) else '{\"name\":\"second\"}' end" + OF_THE_REALM);

            ImportAnswer resumed = client.post(path + "resumed", ATTRIBUTES);

            assertThat(resumed.addsUp().end()).isEqualTo("COMPLETED");
            assertThat(resumed.count("added")).as("%s", resumed.lines()).isEqualTo(3);
            assertThat(sql.strings(
                            "select a.name || ' ' || a.value from realm_attribute a join realm r on r.id = a.realm_id"
                                    + " where r.name = ? and a.name in ('first', 'second', 'third') order by a.name",
                            REALM))
                    .containsExactly("first " + SECRET, "second " + SECRET, "third x");
            assertThat(waiting(sql)).isZero();
        }
    }

    @Test
    void law9_withAKey_recordsThatWaitAreEncryptedUnderIt(TunedServer server) throws IOException {
        ImportClient client = server.realm(REALM);
        try (Sql sql = new Sql(server.database());
                LiveImport live = client.open("roles?chunkSize=1&job=waits")) {
            live.send(ROLES.get(0) + "\n").awaitChunks(1);

            assertThat(sql.strings("select encode(substr(decode(record, 'base64'), 2, 8), 'hex')"
                            + " from keylift_import_deferred" + OF_THE_REALM))
                    .containsExactly(TunedServer.STORED_SECRETS_KEY_ID);
            assertNoSecret(sql);

            ImportAnswer answer = live.send(ROLES.get(1) + "\n").finish();

            assertThat(answer.addsUp().end()).isEqualTo("COMPLETED");
            assertThat(answer.count("added")).as("%s", answer.lines()).isEqualTo(2);
            assertThat(sql.strings("select a.value from role_attribute a join keycloak_role r on r.id = a.role_id"
                            + " where r.name = 'boss' and a.name = 'pin'"))
                    .containsExactly(SECRET);
            assertThat(waiting(sql)).isZero();
        }
    }

    private static void breakOff(ImportClient client, String path, List<String> lines) throws IOException {
        try (LiveImport live = client.open(path)) {
            live.send(ImportClient.lines(lines));
            live.awaitChunks(lines.size());
        }
    }

    /** No row of any table has it, and no row that waits has it in Base64. */
    private static void assertNoSecret(Sql sql) {
        for (String table : sql.strings("select table_name from information_schema.tables"
                + " where table_schema = 'public' and table_type = 'BASE TABLE'")) {
            assertThat(sql.strings("select t::text from \"" + table + "\" t where t::text like ?", "%" + SECRET + "%"))
                    .as(table)
                    .isEmpty();
        }
        assertThat(sql.strings("select encode(decode(record, 'base64'), 'escape') from keylift_import_deferred"
                        + OF_THE_REALM))
                .isNotEmpty()
                .noneMatch(record -> record.contains(SECRET));
    }

    private static long waiting(Sql sql) {
        return sql.number("select count(*) from keylift_import_deferred" + OF_THE_REALM);
    }
}
