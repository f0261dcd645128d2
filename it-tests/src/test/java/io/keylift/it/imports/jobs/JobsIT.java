// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.jobs;

import static io.keylift.it.imports.support.UserRecords.concat;
import static io.keylift.it.imports.support.UserRecords.users;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.LiveImport;
import io.keylift.it.imports.support.UserRecords;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Reads jobs from the REST endpoint. {@link JobControlIT} tests how to control them. */
@OnSharedServer
class JobsIT {

    private static final String REALM = "jobs";
    private static final String LISTED = "jobs-listed";

    private static ImportClient client;
    private static ImportClient listed;

    @BeforeAll
    static void realms(SharedServer server) throws IOException {
        client = ImportClient.inNewRealm(server, REALM);
        listed = ImportClient.inNewRealm(server, LISTED);
        for (String job : List.of("first", "second", "third", "fourth")) {
            listed.post("users?job=" + job, users(job, 1, 3));
        }
        listed.post("users?onReject=stop&job=stopped", "{}\n");
    }

    @Test
    void jobsAreListedNewestFirst() {
        assertThat(ids("")).containsExactly("stopped", "fourth", "third", "second", "first");
    }

    @ParameterizedTest
    @CsvSource(
            delimiter = '|',
            value = {
                "?max=2                           | stopped fourth",
                "?first=1&max=2                   | fourth third",
                "?first=4                         | first",
                "?first=5                         | ''",
                "?status=completed                | fourth third second first",
                "?status=COMPLETED&first=1&max=1  | third",
                "?status=stopped                  | stopped",
                "?status=running                  | ''"
            })
    void theListHasPagesAndAFilter(String query, String expected) {
        assertThat(String.join(" ", ids(query))).isEqualTo(expected);
    }

    @ParameterizedTest
    @ValueSource(strings = {"?max=0", "?max=1001", "?first=-1", "?status=done"})
    void aWrongQueryIsRefused(String query) {
        HttpResponse<String> answer = listed.admin().send("GET", listed.path("jobs" + query), null);

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(answer.body()).contains("errorMessage");
    }

    @Test
    void aJobShowsWhatItIsAndWhatBecameOfIt() throws IOException {
        long before = System.currentTimeMillis();
        client.post("users?job=shown&chunkSize=5&ifExists=skip", users("shown", 1, 2));

        ImportAnswer answer = client.post(
                "users?job=shown-2&chunkSize=5&ifExists=skip&ids=ignore", concat(users("shown", 1, 7), List.of("{}")));
        JsonNode job = client.job("shown-2");

        assertThat(job.path("id").asText()).isEqualTo("shown-2");
        assertThat(job.path("kind").asText()).isEqualTo("users");
        assertThat(job.path("status").asText()).isEqualTo("COMPLETED");
        assertThat(job.path("op").asText()).isEqualTo("import");
        assertThat(job.path("ifExists").asText()).isEqualTo("skip");
        assertThat(job.path("ids").asText()).isEqualTo("ignore");
        assertThat(job.has("removed")).isFalse();
        assertThat(job.path("chunkSize").asInt()).isEqualTo(5);
        assertThat(job.path("run").asInt()).isOne();
        for (String counter : List.of("read", "added", "updated", "skipped", "rejected")) {
            assertThat(job.path(counter).asLong()).as(counter).isEqualTo(answer.count(counter));
        }
        assertThat(job.path("skipped").asLong()).isEqualTo(2);
        assertThat(job.path("createdAt").asLong()).isBetween(before, System.currentTimeMillis());
        assertThat(job.path("finishedAt").asLong())
                .isGreaterThanOrEqualTo(job.path("startedAt").asLong());
        assertThat(job.path("recordsPerSecond").asLong()).isPositive();
        assertThat(job.has("remainingSeconds")).isFalse();
    }

    @Test
    void aRunningJobShowsItsRateAndTheTimeThatIsLeft() throws IOException {
        String body = UserRecords.lines("remaining", 1, 100);
        Map<String, String> headers =
                Map.of("Content-Type", ImportClient.NDJSON, "Content-Length", Integer.toString(body.length()));
        try (LiveImport live = client.open("users?job=remaining&chunkSize=10", headers)) {
            live.send(UserRecords.lines("remaining", 1, 50));
            live.awaitChunks(5);

            // As long as nothing comes, the estimate grows with the time it has taken so far.
            JsonNode job = await().until(
                            () -> client.job("remaining"),
                            found -> found.path("remainingSeconds").asLong() >= 2);
            assertThat(job.path("status").asText()).isEqualTo("RUNNING");
            assertThat(job.path("read").asLong()).isEqualTo(50);
            assertThat(job.path("recordsPerSecond").asLong())
                    .as("rate of 50 records in more than a second")
                    .isBetween(1L, 50L);
            assertThat(ids(client, "?status=running")).containsExactly("remaining");

            live.send(UserRecords.lines("remaining", 51, 100));
            assertThat(live.answer().addsUp().end()).isEqualTo("COMPLETED");
        }
        assertThat(client.job("remaining").has("remainingSeconds")).isFalse();
    }

    @Test
    void withoutALengthNoTimeIsLeftToTell() throws IOException {
        try (LiveImport live = client.open("users?job=endless&chunkSize=10")) {
            live.send(UserRecords.lines("endless", 1, 10));
            live.awaitChunks(1);

            JsonNode job = client.job("endless");

            assertThat(job.has("recordsPerSecond")).isTrue();
            assertThat(job.has("remainingSeconds")).isFalse();
            assertThat(live.finish().end()).isEqualTo("COMPLETED");
        }
    }

    @Test
    void rejectsAreLinesOfJsonInTheOrderOfTheInput() throws IOException {
        List<String> input = new ArrayList<>();
        for (int i = 1; i <= 60; i++) {
            input.addAll(users("rejects", i, i));
            input.add("{\"username\":\"rejects-" + i + "\",\"colour\":\"red\"}");
        }
        ImportAnswer answer = client.post("users?job=rejects&chunkSize=2&parallelism=4", input);

        HttpResponse<String> rejects = client.admin().send("GET", client.path("jobs/rejects/rejects"), null);

        assertThat(rejects.headers().firstValue("Content-Type")).hasValue(ImportClient.NDJSON);
        assertThat(rejects.body().lines().map(JobsIT::parse).toList())
                .hasSize(60)
                .isEqualTo(answer.rejects().stream().map(JobsIT::withoutType).toList());
    }

    @ParameterizedTest
    @CsvSource({
        "GET, ''",
        "DELETE, ''",
        "GET, /rejects",
        "POST, /pause",
        "POST, /resume",
        "POST, /cancel",
    })
    void aJobThatIsUnknownHereIsNotFound(String method, String rest) {
        for (String job : List.of("nobodys", "first")) {
            HttpResponse<String> answer = client.admin().send(method, client.path("jobs/" + job + rest), null);

            assertThat(answer.statusCode()).as("job %s", job).isEqualTo(404);
            assertThat(answer.body()).contains("errorMessage");
        }
        assertThat(listed.status("first")).as("the job of another realm").isEqualTo("COMPLETED");
    }

    @Test
    void theSameIdInTwoRealmsIsTwoJobs() throws IOException {
        client.post("users?job=second", users("other-second", 1, 5));

        assertThat(client.job("second").path("read").asLong()).isEqualTo(5);
        assertThat(listed.job("second").path("read").asLong()).isEqualTo(3);
    }

    private static List<String> ids(String query) {
        return ids(listed, query);
    }

    private static List<String> ids(ImportClient of, String query) {
        JsonNode jobs = of.admin().get(of.path("jobs" + query));
        return StreamSupport.stream(jobs.spliterator(), false)
                .map(job -> job.path("id").asText())
                .toList();
    }

    private static JsonNode withoutType(JsonNode line) {
        ObjectNode copy = line.deepCopy();
        copy.remove("type");
        return copy;
    }

    private static JsonNode parse(String line) {
        try {
            return AdminHttp.JSON.readTree(line);
        } catch (JsonProcessingException e) {
            throw new AssertionError("Not JSON: " + line, e);
        }
    }
}
