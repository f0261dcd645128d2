// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.input;

import static io.keylift.it.imports.input.RemotePasswordRealm.PASSWORD;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.exports.ExportAnswer;
import io.keylift.it.imports.support.Callers;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.OldSystems;
import io.keylift.it.imports.support.OnTunedServer;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.SignIn;
import io.keylift.it.imports.support.TunedServer;
import io.keylift.it.imports.support.TwinRealm;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Records whose password an old system knows: import, export, undo, and the number of those who wait. */
@OnTunedServer
class RemotePasswordRecordsIT {

    @AutoClose
    private static RemotePasswordRealm users;

    private static TwinRealm realm;
    private static OldSystems old;

    @BeforeAll
    static void realm(TunedServer server) {
        old = server.oldSystems();
        users = new RemotePasswordRealm(server, "remote-records");
        realm = users.realm();
    }

    @Test
    void law14_anExportHasTheNameOfTheOldSystem(TunedServer server) throws IOException {
        old.add("Exported", PASSWORD);
        users.add("exported", "remote:'hook',login:'Exported',userLabel:'mine'");

        List<ObjectNode> exported = exported(realm, "exported");
        JsonNode credential = exported.get(0).at("/credentials/0");
        assertThat(credential.get("remote").asText()).isEqualTo("hook");
        assertThat(credential.get("login").asText()).isEqualTo("Exported");
        assertThat(credential.has("secretData")).isFalse();

        TwinRealm twin = TwinRealm.create(server.admin(), "remote-twin", Map.of());
        twin.demandNothingOfNewUsers();
        String lines = Records.lines(exported).replace(realm.name(), twin.name());
        assertThat(twin.imports().post("users?ids=ignore", lines).addsUp().rejects())
                .isEmpty();
        assertThat(exported(twin, "exported").get(0).at("/credentials/0/login").asText())
                .isEqualTo("Exported");
        assertThat(twin.imports()
                        .post("users?op=verify&ids=ignore", lines)
                        .addsUp()
                        .lines())
                .anySatisfy(line -> assertThat(line.path("same").asInt()).isEqualTo(1));
        assertThat(twin.imports()
                        .post("users?ids=ignore&ifExists=merge&results=all", lines)
                        .addsUp()
                        .outcomes())
                .containsValue("skipped");
        assertThat(new SignIn(server.keycloak().baseUrl(), twin.name(), "admin-cli", "openid")
                        .isPassword("exported", PASSWORD))
                .isTrue();
    }

    private static List<ObjectNode> exported(TwinRealm realm, String name) {
        return ExportAnswer.get(realm.admin(), realm.name(), "users?secrets=true&search=username:" + name)
                .records();
    }

    @Test
    void theAdminApiCountsThoseWhoWait(TunedServer server) throws IOException {
        TwinRealm counted = TwinRealm.create(server.admin(), "remote-counted", Map.of());
        counted.demandNothingOfNewUsers();
        old.add("counted-1", PASSWORD);
        ImportAnswer imported = counted.imports()
                .post(
                        "users",
                        Records.lines(List.of(
                                RemotePasswordRealm.user("counted-1", "remote:'hook'"),
                                RemotePasswordRealm.user("counted-2", "remote:'hook'"),
                                RemotePasswordRealm.user("counted-3", "remote:'pool'"),
                                RemotePasswordRealm.user("counted-4", "value:'plain password'"))));
        assertThat(imported.addsUp().rejects()).isEmpty();
        assertThat(waiting(counted)).isEqualTo("3 {hook=2, grant=0, pool=1, directory=0, gone=0}");

        new SignIn(server.keycloak().baseUrl(), counted.name(), "admin-cli", "openid")
                .isPassword("counted-1", PASSWORD);

        assertThat(waiting(counted)).isEqualTo("2 {hook=1, grant=0, pool=1, directory=0, gone=0}");
        Callers callers = new Callers(server.keycloak(), server.admin(), counted.name());
        String path = counted.path("remote-passwords");
        assertThat(callers.with("view-users").send("GET", path, null).statusCode())
                .isEqualTo(200);
        assertThat(callers.with("query-users").send("GET", path, null).statusCode())
                .isEqualTo(403);
    }

    /** The statements of the guide: an index, with which the count reads no other password, and a count by realm. */
    @Test
    void theCountOfThoseWhoWaitCanUseAnIndex() throws IOException {
        users.add("indexed", "remote:'hook'");
        users.add("with-many", "value:'any'");
        Matcher statements = Pattern.compile("(?s)```sql\n(.*?);\n```")
                .matcher(Files.readString(Path.of("../docs/migration/remote-passwords.md")));
        List<String> found = statements.results().map(block -> block.group(1)).toList();
        assertThat(found).hasSize(2);
        users.sql().unprepared(found.get(0));
        try {
            users.sql()
                    .execute(
                            """
                    insert into credential (id, type, user_id, credential_data, secret_data, priority)
                    select 'filler-' || number, 'password', ?, ?, '{}', 10 from generate_series(1, 20000) number
                    """,
                            realm.userId("with-many"),
                            "{\"algorithm\":\"other\",\"filler\":\"" + "x".repeat(200) + "\"}");
            users.sql().execute("analyze credential");

            await().atMost(Duration.ofSeconds(30)).until(() -> {
                waiting(realm);
                return users.sql()
                                .number("select idx_scan from pg_stat_user_indexes"
                                        + " where indexrelname = 'keylift_idx_remote_password'")
                        > 0;
            });
        } finally {
            users.sql().execute("delete from credential where id like 'filler-%'");
            users.sql().execute("drop index keylift_idx_remote_password");
        }
        assertThat(users.sql().rows(found.get(1)))
                .anySatisfy(row -> assertThat(row).startsWith(realm.name(), "hook"));
    }

    private static String waiting(TwinRealm realm) {
        JsonNode answer = realm.admin().get(realm.path("remote-passwords"));
        Map<String, Long> users = new LinkedHashMap<>();
        answer.get("remotes")
                .forEach(one ->
                        users.put(one.get("remote").asText(), one.get("users").asLong()));
        return answer.get("users").asLong() + " " + users;
    }

    /** The options may have the old system no more. */
    @Test
    void law15_anUndoGivesTheFormBack() throws IOException {
        old.add("undone", PASSWORD);
        users.add("undone", "remote:'hook'");
        users.sql()
                .execute(
                        "update credential set credential_data = replace(credential_data, 'hook', 'former')"
                                + " where user_id = ?",
                        realm.userId("undone"));
        ObjectNode changed = Records.json("{username:'undone',credentials:[{type:'password',value:'another'}]}");
        users.imports("&ifExists=merge&undo=true&job=remote-undone", changed);
        assertThat(users.algorithm("undone")).isEqualTo("pbkdf2-sha512");

        assertThat(realm.imports().post("jobs/remote-undone/undo", "").addsUp().rejects())
                .isEmpty();

        assertThat(users.algorithm("undone")).isEqualTo("keylift-remote");
        assertThat(users.sql()
                        .strings(
                                "select credential_data from credential where type = 'password' and user_id = ?",
                                realm.userId("undone")))
                .singleElement()
                .asString()
                .contains("\"remote\":[\"former\"]");
    }

    @ParameterizedTest
    @CsvSource(delimiter = '|', quoteCharacter = '"', textBlock = """
            remote:'nowhere'                    | unknown_remote | /credentials/0/remote
            remote:'elsewhere'                  | unknown_remote | /credentials/0/remote
            remote:'https://evil.example/'      | unknown_remote | /credentials/0/remote
            remote:''                           | unknown_remote | /credentials/0/remote
            remote:'hook',value:'x'             | invalid        | /credentials/0/remote
            remote:'hook',hash:'$2b$10$x'       | invalid        | /credentials/0/hash
            remote:'hook',salt:'AAAA'           | invalid        | /credentials/0/remote
            login:'x'                           | invalid        | /credentials/0/login
            remote:'hook',login:' '             | missing        | /credentials/0/login
            remote:'hook',login:'⟨x×256⟩'       | too_long       | /credentials/0/login
            """)
    void aBadRecordIsAReject(String credential, String code, String pointer) throws IOException {
        String written = credential.replace("⟨x×256⟩", "x".repeat(256));

        JsonNode reject = users.imports("", RemotePasswordRealm.user("bad", written))
                .rejects()
                .get(0);

        assertThat(reject.get("code").asText()).isEqualTo(code);
        assertThat(reject.get("pointer").asText()).isEqualTo(pointer);
    }

    @Test
    void aRealmsPolicyCannotNameIt() {
        assertThat(realm.admin()
                        .send("PUT", realm.path(""), Map.of("passwordPolicy", "hashAlgorithm(keylift-remote)"))
                        .statusCode())
                .isEqualTo(400);
    }
}
