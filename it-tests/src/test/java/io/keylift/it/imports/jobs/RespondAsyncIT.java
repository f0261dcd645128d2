// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.jobs;

import static io.keylift.it.imports.support.UserRecords.lines;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.ImportedRows;
import io.keylift.it.imports.support.LiveImport;
import io.keylift.it.imports.support.Sql;
import io.keylift.it.imports.support.UserRecords;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.zip.GZIPOutputStream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * {@code Prefer: respond-async}: the response is the job, and is sent at the end of the input instead of the end of the
 * import.
 */
@OnSharedServer
class RespondAsyncIT {

    private static final String REALM = "respond-async";
    private static final Map<String, String> ASYNC =
            Map.of("Content-Type", ImportClient.NDJSON, "Prefer", "respond-async");

    private static ImportClient client;

    @AutoClose
    private static Sql sql;

    private static ImportedRows rows;

    @BeforeAll
    static void realm(SharedServer server) {
        client = ImportClient.inNewRealm(server, REALM);
        sql = new Sql(server.database());
        rows = new ImportedRows(sql, REALM);
    }

    @Test
    void theAnswerComesWithTheEndOfTheInput(SharedServer server) throws IOException {
        try (LiveImport live = client.open("users?job=early&chunkSize=10&parallelism=1", ASYNC)) {
            live.send(lines("early", 1, 10));
            awaitRead("early", 10);
            client.move("early", "pause");
            live.send(lines("early", 11, 500));

            ImportAnswer answer = live.finish();

            assertThat(answer.status()).isEqualTo(202);
            assertThat(answer.lines()).singleElement().satisfies(job -> {
                assertThat(job.path("id").asText()).isEqualTo("early");
                assertThat(job.path("kind").asText()).isEqualTo("users");
            });
            assertThat(live.header("Location")).isEqualTo(server.keycloak().baseUrl() + client.path("jobs/early"));
            assertThat(live.header("Preference-Applied")).isEqualTo("respond-async");
            assertThat(live.header("Content-Type")).startsWith("application/json");
        }
        assertThat(client.status("early")).isEqualTo("PAUSED");
        assertThat(rows.users("early-")).hasSizeLessThan(50);

        client.move("early", "resume");

        assertThat(awaitEnd("early").path("status").asText()).isEqualTo("COMPLETED");
        assertThat(rows.users("early-")).hasSize(500);
    }

    @Test
    void theJobTellsWhatTheAnswerWouldHave() throws IOException {
        String body =
                lines("told", 1, 20) + "{\"username\":\"told-1\"}\n{\"colour\":\"red\"}\n" + lines("told", 21, 30);

        assertThat(client.post("users?job=told&chunkSize=5", ASYNC, out -> out.write(bytes(body)))
                        .status())
                .isEqualTo(202);
        JsonNode job = awaitEnd("told");

        assertThat(job.path("read").asLong()).isEqualTo(32);
        assertThat(job.path("added").asLong()).isEqualTo(30);
        assertThat(job.path("rejected").asLong()).isEqualTo(2);
        HttpResponse<String> rejects = client.admin().send("GET", client.path("jobs/told/rejects"), null);
        assertThat(rejects.body().lines()).hasSize(2).first().asString().contains("\"code\":\"exists\"");
    }

    @ParameterizedTest
    @CsvSource({"true, true", "true, false", "false, true", "false, false"})
    void everyBodyIsTakenInWhole(boolean gzip, boolean withLength) throws IOException {
        String prefix = "whole-" + gzip + "-" + withLength;
        Random random = new Random(3);
        StringBuilder text = new StringBuilder("[");
        for (int i = 1; i <= 4000; i++) {
            String user = UserRecords.user(UserRecords.name(prefix, i));
            // Most are refused by the realm's profile: what counts is that they are read.
            text.append(i == 1 ? "" : ",")
                    .append(
                            i % 100 == 0
                                    ? user
                                    : user.replace("}", ",\"attributes\":{\"free\":\"" + filler(random) + "\"}}"));
        }
        byte[] plain = bytes(text.append("]").toString());
        byte[] body = gzip ? gzip(plain) : plain;
        Map<String, String> headers = new LinkedHashMap<>(ASYNC);
        headers.put("Content-Type", "application/json");
        if (gzip) {
            headers.put("Content-Encoding", "gzip");
        }
        if (withLength) {
            headers.put("Content-Length", Integer.toString(body.length));
        }

        assertThat(client.post("users?job=" + prefix, headers, out -> out.write(body))
                        .status())
                .isEqualTo(202);
        JsonNode job = awaitEnd(prefix);

        assertThat(plain.length).isGreaterThan(11_000_000);
        assertThat(job.path("status").asText()).isEqualTo("COMPLETED");
        assertThat(job.path("read").asLong()).isEqualTo(4000);
        assertThat(rows.users(prefix + "-")).hasSize(40);
    }

    @Test
    void anInputThatBreaksOffIsResumed() throws IOException {
        try (LiveImport live = client.open("users?job=broken&chunkSize=10", ASYNC)) {
            live.send(lines("broken", 1, 25));
            awaitRead("broken", 20);
        }
        assertThat(awaitEnd("broken").path("status").asText()).isEqualTo("INTERRUPTED");

        ImportAnswer again =
                client.post("users?job=broken&chunkSize=10", ASYNC, out -> out.write(bytes(lines("broken", 1, 40))));
        JsonNode job = awaitEnd("broken");

        assertThat(again.status()).isEqualTo(202);
        assertThat(job.path("status").asText()).isEqualTo("COMPLETED");
        assertThat(job.path("run").asInt()).isEqualTo(2);
        assertThat(job.path("added").asLong()).isEqualTo(40);
        assertThat(rows.users("broken-")).hasSize(40);
    }

    @Test
    void anImportThatEndsBeforeItsInputIsAnswered() throws IOException {
        try (LiveImport live = client.open("users?job=cancelled&chunkSize=10", ASYNC)) {
            live.send(lines("cancelled", 1, 10));
            awaitRead("cancelled", 10);
            client.move("cancelled", "cancel");
            awaitEnd("cancelled");
            for (int i = 0; i < 10; i++) {
                live.send(lines("cancelled", 11, 1000));
            }

            assertThat(live.finish().status()).isEqualTo(202);
        }
        assertThat(client.status("cancelled")).isEqualTo("CANCELLED");
        assertThat(rows.users("cancelled-")).hasSize(10);
    }

    @ParameterizedTest
    @CsvSource({"400, users?ifExists=never", "400, users?job=array", "404, unicorns", "409, users?job=first&dryRun=true"
    })
    void whatIsRefusedIsRefusedAsEver(int status, String kind) throws IOException {
        client.post("users?job=first", lines("first", 1, 1));
        Map<String, String> headers = new LinkedHashMap<>(ASYNC);
        if (kind.endsWith("array")) {
            headers.put("Content-Type", "application/json");
        }

        ImportAnswer answer = client.post(kind, headers, out -> out.write(bytes(lines("refused", 1, 1))));

        assertThat(answer.status()).isEqualTo(status);
        assertThat(answer.errorMessage()).isNotBlank();
        assertThat(rows.users("refused-")).isEmpty();
    }

    @ParameterizedTest
    @ValueSource(strings = {"application/json", "application/x-ndjson", "*/*"})
    void aClientMayTakeJsonAlone(String accept) throws IOException {
        Map<String, String> headers = new LinkedHashMap<>(ASYNC);
        headers.put("Accept", accept);

        try (LiveImport live = client.open("users?dryRun=true", headers)) {
            live.send(lines("taken", 1, 1));

            assertThat(live.finish().status()).isEqualTo(202);
            assertThat(live.header("Content-Type")).startsWith("application/json");
        }
    }

    /** Other preferences change nothing. */
    @Test
    void aPreferenceThatIsNotKnownIsPassedOver() throws IOException {
        ImportAnswer answer = client.post(
                "users",
                Map.of("Content-Type", ImportClient.NDJSON, "Prefer", "wait=5"),
                out -> out.write(bytes(lines("waited", 1, 3))));

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.addsUp().end()).isEqualTo("COMPLETED");
    }

    /** Compresses, but not like a bomb. */
    private static String filler(Random random) {
        return random.ints(3000, 'a', 'z').mapToObj(Character::toString).collect(Collectors.joining());
    }

    private static JsonNode awaitEnd(String job) {
        return await().until(
                        () -> client.job(job),
                        found -> !List.of("RUNNING", "PAUSED")
                                .contains(found.path("status").asText()));
    }

    private static void awaitRead(String job, int records) {
        await().until(
                        () -> client.admin().send("GET", client.path("jobs/" + job), null),
                        answer -> answer.statusCode() == 200
                                && client.job(job).path("read").asInt() >= records);
    }

    private static byte[] bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8);
    }

    private static byte[] gzip(byte[] plain) throws IOException {
        ByteArrayOutputStream packed = new ByteArrayOutputStream();
        try (GZIPOutputStream gzip = new GZIPOutputStream(packed)) {
            gzip.write(plain);
        }
        return packed.toByteArray();
    }
}
