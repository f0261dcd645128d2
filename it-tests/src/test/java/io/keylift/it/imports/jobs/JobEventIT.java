// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.InstanceOfAssertFactories.STRING;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.TestRealms;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.Callers;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.LiveImport;
import io.keylift.it.imports.support.UserRecords;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * The traces of a job: the admin event with input, parameters and caller, the events of pauses and cancellations, and
 * two lines of the log.
 */
@OnSharedServer
class JobEventIT {

    private static final String REALM = "job-event";

    private static Callers callers;

    @BeforeAll
    static void realm(SharedServer server) {
        TestRealms.create(
                server.admin(),
                Map.of("realm", REALM, "enabled", true, "adminEventsEnabled", true, "adminEventsDetailsEnabled", true));
        callers = new Callers(server, REALM);
    }

    @Test
    void holdsTheDigestOfTheInputParametersAndCaller(SharedServer server) throws Exception {
        ImportClient client = new ImportClient(server.admin(), REALM);
        byte[] body = ("\n" + UserRecords.lines("event", 1, 25) + "  \n").getBytes(StandardCharsets.UTF_8);

        for (boolean dryRun : new boolean[] {true, false}) {
            String job = "event-" + dryRun;
            client.post(
                    "users?ifExists=merge&maxRejects=3&chunkSize=10&dryRun=" + dryRun + "&job=" + job,
                    Map.of("Content-Type", ImportClient.NDJSON, "Content-Encoding", "gzip"),
                    out -> out.write(gzip(body)));
            JsonNode event = event(client, job);
            JsonNode told = AdminHttp.JSON.readTree(event.path("representation").asText());

            assertThat(told.at("/input/sha256").asText()).isEqualTo(sha256(body));
            assertThat(told.at("/input/bytes").asInt()).isEqualTo(body.length);
            assertThat(told.at("/input/complete").asBoolean()).isTrue();
            assertThat(told.path("parameters"))
                    .isEqualTo(AdminHttp.JSON.readTree("{\"ifExists\":\"merge\",\"ids\":\"strict\",\"dryRun\":" + dryRun
                            + ",\"onReject\":\"continue\",\"maxRejects\":3,\"chunkSize\":10,"
                            + "\"parallelism\":\"auto\",\"events\":\"summary\",\"results\":\"rejects\"}"));
            assertThat(told.at("/caller/userId").asText())
                    .isNotEmpty()
                    .isEqualTo(event.at("/authDetails/userId").asText());
            assertThat(told.path("added").asInt()).isEqualTo(25);
        }
    }

    /** A caller without the right to manage events cannot write without an event. */
    @ParameterizedTest
    @CsvSource({
        "'manage-users,view-users', 1",
        "'manage-users,view-users,manage-events', 0",
    })
    void noEventsAreForWhoManagesEventsOnly(String roles, int events) throws IOException {
        ImportClient client = callers.importing(callers.with(roles.split(",")));
        String name = "untold-" + events;
        String record = "{\"path\":\"/" + name + "\"}";

        client.post("groups?events=none&undo=true&job=" + name, record);
        client.post("jobs/" + name + "/undo?events=none&job=" + name + "-undo", "");
        client.post("groups?events=none&ifExists=skip&job=" + name + "-2", record);
        client.post("groups?events=none&op=remove&job=" + name + "-remove", record);
        client.post("groups?events=none&op=verify&job=" + name + "-verify", record);
        client.post("groups?events=none&dryRun=true&job=" + name + "-dry", record);
        client.post("?events=none&job=" + name + "-realm", "{\"kind\":\"groups\",\"record\":" + record + "}");

        for (String written : List.of("", "-undo", "-2", "-remove", "-realm")) {
            assertThat(client.status(name + written)).as(written).isEqualTo("COMPLETED");
            assertThat(events(client, name + written)).as(written).hasSize(events);
        }
        for (String harmless : List.of("-verify", "-dry")) {
            assertThat(events(client, name + harmless)).as(harmless).isEmpty();
            assertThat(client.status(name + harmless)).isEqualTo("COMPLETED");
        }
    }

    @Test
    void everyMoveOfAJobIsAnEventOfWhoMovesIt() throws IOException {
        ImportClient owner = callers.importing(callers.with("manage-users"));
        ImportClient colleague = callers.importing(callers.with("manage-users", "view-users"));
        try (LiveImport live = owner.open("users?events=none&chunkSize=1&job=moved")) {
            live.send("{\"username\":\"moved\"}\n").awaitChunks(1);
            for (String move : List.of("pause", "resume", "cancel")) {
                assertThat(colleague.move("moved", move).statusCode()).isEqualTo(200);
            }
            live.answer();
        }
        assertThat(colleague.move("moved", "cancel").statusCode()).isEqualTo(409);
        await().until(() -> colleague.status("moved").equals("CANCELLED"));
        assertThat(colleague
                        .admin()
                        .send("DELETE", colleague.path("jobs/moved"), null)
                        .statusCode())
                .isEqualTo(204);

        colleague.post("users?op=verify&job=mover", "");
        String mover = colleague.job("mover").path("createdBy").asText();
        List<JsonNode> events = events(owner, "moved");
        List<JsonNode> moves = new ArrayList<>();
        for (JsonNode event : events) {
            JsonNode told = AdminHttp.parse(event.path("representation").asText());
            if (!told.has("input")) {
                moves.add(told);
                assertThat(event.path("resourceType").asText()).isEqualTo("BULK_IMPORT");
                assertThat(event.at("/authDetails/userId").asText()).isEqualTo(mover);
                assertThat(event.path("operationType").asText()).isEqualTo(told.has("move") ? "ACTION" : "DELETE");
            }
        }
        assertThat(moves)
                .extracting(told -> told.path("move").asText("removed"))
                .containsExactlyInAnyOrder("pause", "resume", "cancel", "removed");
        assertThat(moves).isNotEmpty().allSatisfy(told -> {
            assertThat(told.path("kind").asText()).isEqualTo("users");
            assertThat(told.path("op").asText()).isEqualTo("import");
            assertThat(told.path("added").asInt()).isOne();
            assertThat(told.has("status")).isTrue();
        });
    }

    @Test
    void theLogNamesEachJobAtItsBeginAndItsEnd(SharedServer server) throws IOException {
        ImportClient client = callers.importing(callers.with("manage-users"));

        client.post("users?job=logged", "{\"username\":\"logged-name\"}\nnonsense\n");

        String caller = client.job("logged").path("createdBy").asText();
        await().untilAsserted(
                        () -> assertThat(Files.readAllLines(server.keycloak().log()))
                                .filteredOn(line -> line.contains("Job logged "))
                                .isNotEmpty()
                                .allSatisfy(line -> assertThat(line)
                                        .contains("INFO", "kind users", "op import", caller)
                                        .doesNotContain("logged-name"))
                                .hasSize(2)
                                .last(STRING)
                                .contains("COMPLETED", "added 1", "rejected 1"));
    }

    private static List<JsonNode> events(ImportClient client, String job) {
        return StreamSupport.stream(
                        callers.admin()
                                .get("/admin/realms/" + client.realm() + "/admin-events?resourcePath=bulk-import/jobs/"
                                        + job)
                                .spliterator(),
                        false)
                .toList();
    }

    private static JsonNode event(ImportClient client, String job) {
        JsonNode events =
                client.admin().get("/admin/realms/" + REALM + "/admin-events?resourcePath=bulk-import/jobs/" + job);
        assertThat(events).as("events of %s", job).hasSize(1);
        return events.get(0);
    }

    private static byte[] gzip(byte[] plain) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(bytes)) {
            gzip.write(plain);
        }
        return bytes.toByteArray();
    }

    private static String sha256(byte[] bytes) throws NoSuchAlgorithmException {
        return HexFormat.of().formatHex(MessageDigest.getInstance("SHA-256").digest(bytes));
    }
}
