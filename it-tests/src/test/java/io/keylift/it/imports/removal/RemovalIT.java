// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.removal;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.TwinRealm;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code op=remove} of users: the keys in the records, the outcomes, and repeated removals. */
@OnSharedServer
class RemovalIT {

    private static final String REALM = "removal";

    @AutoClose
    private static RemovalRealm realm;

    @BeforeAll
    static void create(SharedServer server) {
        realm = RemovalRealm.create(server, REALM);
    }

    private static ImportAnswer remove(String... records) throws IOException {
        ImportAnswer answer = realm.client().post("users?op=remove&results=all", List.of(records));
        assertThat(answer.addsUp().end()).isEqualTo("COMPLETED");
        return answer;
    }

    private static String json(Map<String, ?> record) {
        return AdminHttp.JSON.valueToTree(record).toString();
    }

    @Test
    void aUserIsNamedByIdUsernameOrEmail_inAnyCase() throws IOException {
        List<String> ids = List.of(realm.add("by-id"), realm.add("by-name"), realm.add("by-mail"), realm.add("by-all"));

        ImportAnswer answer = remove(
                json(Map.of("id", ids.get(0))),
                "{\"username\":\"BY-Name\"}",
                "{\"email\":\"by-mail@REMOVAL.example\"}",
                json(Map.of("id", ids.get(3), "username", "by-ALL", "email", "By-All@removal.example")));

        assertThat(answer.outcomes().values()).containsOnly("removed").hasSize(4);
        assertThat(answer.ofType("record"))
                .extracting(line -> line.get("id").asText())
                .isEqualTo(ids);
        assertThat(answer.ofType("record"))
                .extracting(line -> line.get("key").asText())
                .containsExactly(ids.get(0), "BY-Name", "by-mail@REMOVAL.example", "by-ALL");
        assertThat(realm.rows().users("by-")).isEmpty();
    }

    @Test
    void whatIsNotThereIsSkipped_soThatSendingAgainDoesNoHarm() throws IOException {
        realm.add("twice");

        ImportAnswer first = remove("{\"username\":\"twice\"}", "{\"username\":\"never-there\"}");
        ImportAnswer second = remove("{\"username\":\"twice\"}", "{\"email\":\"nobody@removal.example\"}");

        assertThat(first.outcomes()).isEqualTo(Map.of(1, "removed", 2, "skipped"));
        assertThat(second.outcomes()).isEqualTo(Map.of(1, "skipped", 2, "skipped"));
        assertThat(first.summary().has("added")).isFalse();
        assertThat(first.summary().has("updated")).isFalse();
        assertThat(first.chunks()).singleElement().satisfies(chunk -> {
            assertThat(chunk.get("removed").asLong()).isEqualTo(1);
            assertThat(chunk.get("skipped").asLong()).isEqualTo(1);
            assertThat(chunk.has("added")).isFalse();
        });
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "{}                                                            | missing ",
                "{'username':' ','email':''}                                   | missing ",
                "{'username':'disagreeing','email':'other@removal.example'}    | conflict /email",
                "{'username':'disagreeing','email':'bystander@removal.example'} | conflict /email",
                "{'username':'nobody','email':'disagreeing@removal.example'}   | conflict /email",
                "{'id':'0815','username':'disagreeing'}                        | conflict /username",
                "{'id':'0815','email':'disagreeing@removal.example'}           | conflict /email",
                "{'id':'<id>','username':'bystander'}                          | conflict /username",
                "{'id':'<id>','email':'bystander@removal.example'}             | conflict /email",
                "{'id':'f:4711:disagreeing'}                                   | invalid /id",
                "{'id':'0123456789012345678901234567890123456'}                | too_long /id",
                "{'username':'a\\u0000b'}                                      | invalid /username",
                "{'name':'disagreeing'}                                        | missing ",
                "{'username':7}                                                | skipped",
                "{'username':['a','b']}                                        | wrong_type /username",
                "'disagreeing'                                                 | malformed_json ",
            })
    void aNameThatIsNoneOrLeadsElsewhereIsRejected(String record, String outcome) throws IOException {
        String id = realm.callers().userId("disagreeing") == null
                ? realm.add("disagreeing")
                : realm.callers().userId("disagreeing");
        if (realm.callers().userId("bystander") == null) {
            realm.add("bystander");
        }

        ImportAnswer answer = remove(record.replace('\'', '"').replace("<id>", id), "{\"username\":\"not-there\"}");

        assertThat(answer.outcomes().get(1).strip()).isEqualTo(outcome.strip());
        assertThat(realm.rows().users("disagreeing")).hasSize(1);
        assertThat(realm.rows().users("bystander")).hasSize(1);
    }

    @Test
    void anAddressThatSeveralUsersHaveNamesNobody_unlessTheUsernameSaysWhoIsMeant(SharedServer server)
            throws IOException {
        TwinRealm realm = TwinRealm.create(
                server, "removal-shared-mail", Map.of("duplicateEmailsAllowed", true, "loginWithEmailAllowed", false));
        realm.imports()
                .post(
                        "users",
                        List.of(
                                "{\"username\":\"one\",\"email\":\"office@removal.example\"}",
                                "{\"username\":\"two\",\"email\":\"office@removal.example\"}"));

        ImportAnswer ambiguous =
                realm.imports().post("users?op=remove&results=all", "{\"email\":\"office@removal.example\"}");
        ImportAnswer clear = realm.imports()
                .post(
                        "users?op=remove&results=all",
                        List.of(
                                "{\"username\":\"one\",\"email\":\"office@removal.example\"}",
                                "{\"username\":\"two\",\"email\":\"office@removal.example\"}"));

        assertThat(ambiguous.outcomes()).isEqualTo(Map.of(1, "conflict /email"));
        assertThat(clear.outcomes()).isEqualTo(Map.of(1, "removed", 2, "removed"));
    }

    @Test
    void aUserWhomTwoRecordsOfAChunkName_isRemovedByTheFirst() throws IOException {
        String id = realm.add("named-twice");
        realm.add("named-thrice");

        ImportAnswer answer = remove(
                "{\"username\":\"named-twice\"}",
                "{\"username\":\"NAMED-twice\"}",
                json(Map.of("id", id)),
                "{\"email\":\"named-thrice@removal.example\"}",
                "{\"username\":\"named-thrice\",\"email\":\"named-thrice@removal.example\"}");

        assertThat(answer.outcomes())
                .isEqualTo(Map.of(
                        1,
                        "removed",
                        2,
                        "duplicate_in_input /username",
                        3,
                        "duplicate_in_input ",
                        4,
                        "removed",
                        5,
                        "duplicate_in_input "));
    }

    @Test
    void aUserWhomRecordsOfTwoChunksName_isRemovedOnceAndThenNotThere() throws IOException {
        String id = realm.add("in-two-chunks");

        ImportAnswer answer = realm.client()
                .post(
                        "users?op=remove&results=all&chunkSize=1&parallelism=4",
                        List.of(
                                "{\"username\":\"in-two-chunks\"}",
                                json(Map.of("id", id)),
                                "{\"email\":\"in-two-chunks@removal.example\"}"));

        assertThat(answer.outcomes().values()).containsExactlyInAnyOrder("removed", "skipped", "skipped");
        assertThat(realm.rows().users("in-two-chunks")).isEmpty();
    }

    @Test
    void aUserOfAUserStorageIsLeftToIt() throws IOException {
        String id = realm.add("stored");
        realm.sql().execute("update user_entity set federation_link = 'a-storage' where id = ?", id);

        ImportAnswer answer = remove("{\"username\":\"stored\"}");

        assertThat(answer.outcomes()).isEqualTo(Map.of(1, "invalid "));
        assertThat(realm.rows().users("stored")).hasSize(1);
    }

    @Test
    void theVeryFileThatWasImportedRemovesWhatItBrought(SharedServer server) throws IOException {
        TwinRealm realm =
                TwinRealm.create(server, "removal-of-a-file", Map.of()).withOrganizations("home", "away");
        String file = Records.lines(Records.of(realm, Records.read("users.txt")));
        ImportAnswer imported = realm.imports().post("users", file);

        ImportAnswer removed = realm.imports().post("users?op=remove&job=the-file", file);

        assertThat(removed.addsUp().count("removed"))
                .isEqualTo(imported.count("added"))
                .isGreaterThan(30);
    }

    @ParameterizedTest
    @ValueSource(strings = {"csv", "array", "gzip"})
    void keysComeInEveryFormThatRecordsComeIn(String form) throws IOException {
        String one = realm.add(form + "-one");
        realm.add(form + "-two");
        String body = switch (form) {
            case "csv" -> "id,username\n" + one + ",\n," + form + "-two\n";
            case "array" -> "[{\"id\":\"" + one + "\"},\n {\"username\":\"array-two\"}]";
            default -> "{\"id\":\"" + one + "\"}\n{\"username\":\"gzip-two\"}\n";
        };
        String type = form.equals("csv") ? "text/csv" : form.equals("array") ? "application/json" : ImportClient.NDJSON;
        Map<String, String> headers = form.equals("gzip")
                ? Map.of("Content-Type", type, "Content-Encoding", "gzip")
                : Map.of("Content-Type", type);
        byte[] bytes = form.equals("gzip") ? gzip(body) : body.getBytes(StandardCharsets.UTF_8);

        ImportAnswer answer = realm.client().post("users?op=remove", headers, out -> out.write(bytes));

        assertThat(answer.addsUp().count("removed")).isEqualTo(2);
        assertThat(realm.rows().users(form + "-")).isEmpty();
    }

    private static byte[] gzip(String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "users?op=remove&ifExists=skip | ifExists",
                "users?op=REMOVE               | `op` must be one of import, remove, verify, mirror",
                "users?op=remove&op=import     | `op` appears more than once",
                "realm-attributes?op=remove    | `op=remove` is not available for kind realm-attributes",
            })
    void whatARemovalCannotMeanIsRefused(String query, String message) throws IOException {
        ImportAnswer refused = realm.client().post(query, "{\"username\":\"kept\"}");

        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.errorMessage()).contains(message);
        if (query.startsWith("realm-attributes")) {
            assertThat(refused.errorMessage()).contains("users");
        }
    }

    @Test
    void theListOfKindsSaysWhatCanBeRemoved() {
        Map<String, Boolean> removable = new HashMap<>();
        realm.client()
                .admin()
                .get(realm.client().path("kinds"))
                .forEach(kind -> removable.put(
                        kind.get("kind").asText(), kind.get("removable").asBoolean()));

        assertThat(removable).containsEntry("users", true).containsEntry("realm-attributes", false);
    }
}
