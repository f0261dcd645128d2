// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.removal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.Callers;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.ImportedRows;
import io.keylift.it.imports.support.LiveImport;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.Sql;
import io.keylift.it.imports.support.TwinRealm;
import io.keylift.it.imports.support.UserRecords;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
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

/** {@code op=remove} of users: what names them, what the answer says, and how often it may be sent. */
@OnSharedServer
class RemovalIT {

    private static final String REALM = "removal";

    private static ImportClient client;
    private static Callers callers;

    @AutoClose
    private static Sql sql;

    private static ImportedRows rows;

    @BeforeAll
    static void realm(SharedServer server) {
        client = ImportClient.inNewRealm(server, REALM);
        callers = new Callers(server, REALM);
        sql = new Sql(server.database());
        rows = new ImportedRows(sql, REALM);
    }

    private static String add(String name) throws IOException {
        client.post("users", "{\"username\":\"" + name + "\",\"email\":\"" + name + "@Removal.example\"}");
        return callers.userId(name);
    }

    private static ImportAnswer remove(String... records) throws IOException {
        ImportAnswer answer = client.post("users?op=remove&results=all", List.of(records));
        assertThat(answer.addsUp().end()).isEqualTo("COMPLETED");
        return answer;
    }

    private static String json(Map<String, ?> record) {
        return AdminHttp.JSON.valueToTree(record).toString();
    }

    @Test
    void aUserIsNamedByIdUsernameOrEmail_inAnyCase() throws IOException {
        List<String> ids = List.of(add("by-id"), add("by-name"), add("by-mail"), add("by-all"));

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
        assertThat(rows.users("by-")).isEmpty();
    }

    @Test
    void whatIsNotThereIsSkipped_soThatSendingAgainDoesNoHarm() throws IOException {
        add("twice");

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
        String id = callers.userId("disagreeing") == null ? add("disagreeing") : callers.userId("disagreeing");
        if (callers.userId("bystander") == null) {
            add("bystander");
        }

        ImportAnswer answer = remove(record.replace('\'', '"').replace("<id>", id), "{\"username\":\"not-there\"}");

        assertThat(answer.outcomes().get(1).strip()).isEqualTo(outcome.strip());
        assertThat(rows.users("disagreeing")).hasSize(1);
        assertThat(rows.users("bystander")).hasSize(1);
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
        String id = add("named-twice");
        add("named-thrice");

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
        String id = add("in-two-chunks");

        ImportAnswer answer = client.post(
                "users?op=remove&results=all&chunkSize=1&parallelism=4",
                List.of(
                        "{\"username\":\"in-two-chunks\"}",
                        json(Map.of("id", id)),
                        "{\"email\":\"in-two-chunks@removal.example\"}"));

        assertThat(answer.outcomes().values()).containsExactlyInAnyOrder("removed", "skipped", "skipped");
        assertThat(rows.users("in-two-chunks")).isEmpty();
    }

    @Test
    void aUserOfAUserStorageIsLeftToIt() throws IOException {
        String id = add("stored");
        sql.execute("update user_entity set federation_link = 'a-storage' where id = ?", id);

        ImportAnswer answer = remove("{\"username\":\"stored\"}");

        assertThat(answer.outcomes()).isEqualTo(Map.of(1, "invalid "));
        assertThat(rows.users("stored")).hasSize(1);
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
        String one = add(form + "-one");
        add(form + "-two");
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

        ImportAnswer answer = client.post("users?op=remove", headers, out -> out.write(bytes));

        assertThat(answer.addsUp().count("removed")).isEqualTo(2);
        assertThat(rows.users(form + "-")).isEmpty();
    }

    private static byte[] gzip(String text) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(text.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }

    @Test
    void aDryRunSaysWhatWouldBeRemovedAndRemovesNothing() throws IOException {
        client.post("users", UserRecords.users("dry", 1, 25));
        String id = callers.userId("dry-7");
        Map<String, String> before = rows.picture();
        List<String> records = new ArrayList<>(UserRecords.users("dry", 1, 25));
        records.add(json(Map.of("id", id)));
        records.add("{\"username\":\"dry-8\"}");
        records.add("{\"username\":\"dry-nobody\"}");

        ImportAnswer dry = client.post("users?op=remove&dryRun=true&results=all&chunkSize=5&job=dry-removal", records);

        Map<String, String> after = rows.picture();
        // The dry run leaves one event, that of its job.
        assertThat(after.remove("admin_event_entity")).isNotEqualTo(before.remove("admin_event_entity"));
        assertThat(after).isEqualTo(before);
        assertThat(client.admin()
                        .get("/admin/realms/" + REALM + "/admin-events?resourcePath=bulk-import/jobs/dry-removal"))
                .hasSize(1);
        assertThat(dry.addsUp().count("removed")).isEqualTo(25);
        assertThat(dry.outcomes())
                .containsEntry(26, "skipped")
                .containsEntry(27, "skipped")
                .containsEntry(28, "skipped");
        assertThat(client.job("dry-removal").path("dryRun").asBoolean()).isTrue();
        ImportAnswer wet = client.post("users?op=remove&results=all&chunkSize=5", records);
        assertThat(wet.outcomes()).isEqualTo(dry.outcomes());
        assertThat(rows.users("dry-")).isEmpty();
    }

    @Test
    void aJobShowsThatItRemoves() throws IOException {
        client.post("users", UserRecords.users("shown", 1, 3));

        ImportAnswer answer = client.post("users?op=remove&job=shown-removal", UserRecords.users("shown", 1, 4));

        JsonNode first = answer.lines().get(0);
        assertThat(first.path("op").asText()).isEqualTo("remove");
        assertThat(first.path("id").asText()).isEqualTo("shown-removal");
        JsonNode job = client.job("shown-removal");
        assertThat(job.path("op").asText()).isEqualTo("remove");
        assertThat(job.path("removed").asLong()).isEqualTo(3);
        assertThat(job.path("skipped").asLong()).isEqualTo(1);
        assertThat(job.path("read").asLong()).isEqualTo(4);
        assertThat(job.has("ifExists") || job.has("added") || job.has("updated"))
                .as("fields of an import in %s", job)
                .isFalse();
    }

    @Test
    void aRemovalThatBrokeOffGoesOnBehindItsLastChunk() throws IOException {
        List<String> users = UserRecords.users("broken", 1, 60);
        client.post("users", users);
        try (LiveImport live = client.open("users?op=remove&job=broken-removal&chunkSize=10")) {
            live.send(ImportClient.lines(users.subList(0, 35)));
            live.awaitChunks(3);
        }
        await().until(() -> client.status("broken-removal").equals("INTERRUPTED"));
        int left = rows.users("broken-").size();

        ImportAnswer answer = client.post("users?op=remove&job=broken-removal&chunkSize=10", users);
        ImportAnswer again = client.post("users?op=remove&job=broken-removal&chunkSize=10", users);

        assertThat(left).isEqualTo(30);
        assertThat(answer.addsUp().end()).isEqualTo("COMPLETED");
        assertThat(answer.count("removed")).isEqualTo(60);
        assertThat(answer.chunks().stream()
                        .filter(chunk -> chunk.path("resumed").asBoolean()))
                .hasSize(3);
        assertThat(again.count("removed")).as("of the same job").isEqualTo(60);
        assertThat(rows.users("broken-")).isEmpty();
    }

    @Test
    void theSameJobWithAnotherOperationIsAConflict() throws IOException {
        client.post("users?job=one-operation", UserRecords.users("operation", 1, 3));

        ImportAnswer refused = client.post("users?job=one-operation&op=remove", UserRecords.users("operation", 1, 3));

        assertThat(refused.status()).isEqualTo(409);
        assertThat(refused.errorMessage()).contains("op");
        assertThat(rows.users("operation-")).hasSize(3);
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "users?op=remove&ifExists=skip | ifExists",
                "users?op=REMOVE               | `op` must be one of import, remove",
                "users?op=remove&op=import     | `op` appears more than once",
                "organizations?op=remove       | `op=remove` is not available for kind organizations",
            })
    void whatARemovalCannotMeanIsRefused(String query, String message) throws IOException {
        ImportAnswer refused = client.post(query, "{\"username\":\"kept\"}");

        assertThat(refused.status()).isEqualTo(400);
        assertThat(refused.errorMessage()).contains(message);
        if (query.startsWith("organizations")) {
            assertThat(refused.errorMessage()).contains("users");
        }
    }

    @Test
    void theListOfKindsSaysWhatCanBeRemoved() {
        Map<String, Boolean> removable = new HashMap<>();
        client.admin()
                .get(client.path("kinds"))
                .forEach(kind -> removable.put(
                        kind.get("kind").asText(), kind.get("removable").asBoolean()));

        assertThat(removable).containsEntry("users", true).containsEntry("organizations", false);
    }

    @Test
    void aRemovalFiresWhatItIsAskedFor() throws IOException {
        client.admin()
                .put(
                        "/admin/realms/" + REALM + "/events/config",
                        Map.of("adminEventsEnabled", true, "adminEventsDetailsEnabled", true));
        List<String> ids = List.of(add("event-none"), add("event-summary"), add("event-record"));
        String byApi = add("event-by-api");

        client.post("users?op=remove&events=none", "{\"username\":\"event-none\"}");
        client.post("users?op=remove&events=summary&job=told-of", "{\"username\":\"event-summary\"}");
        client.post("users?op=remove&events=record", "{\"username\":\"event-record\"}");
        client.admin().delete("/admin/realms/" + REALM + "/users/" + byApi);

        JsonNode removals = client.admin().get("/admin/realms/" + REALM + "/admin-events?operationTypes=DELETE");
        assertThat(removals)
                .extracting(event -> event.get("resourcePath").asText())
                .containsExactly("users/" + byApi, "users/" + ids.get(2));
        assertThat(removals.get(1).get("representation").asText().replace(ids.get(2), byApi))
                .isEqualTo(removals.get(0).get("representation").asText().replace("event-by-api", "event-record"));
        JsonNode summaries =
                client.admin().get("/admin/realms/" + REALM + "/admin-events?resourcePath=bulk-import/jobs/told-of");
        assertThat(summaries).hasSize(1);
        ObjectNode summary = (ObjectNode)
                AdminHttp.JSON.readTree(summaries.get(0).get("representation").asText());
        assertThat(summary.remove(List.of("parameters", "input", "caller")).toString())
                .isEqualTo("{\"kind\":\"users\",\"op\":\"remove\",\"status\":\"COMPLETED\",\"removed\":1,"
                        + "\"skipped\":0,\"rejected\":0}");
    }
}
