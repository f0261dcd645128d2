// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.jobs;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.LiveImport;
import io.keylift.it.imports.support.OnTunedServer;
import io.keylift.it.imports.support.TunedServer;
import io.keylift.it.imports.support.UserRecords;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Progress lines and warnings in the response of an import. */
@OnTunedServer
class ProgressLinesIT {

    private static final String REALM = "silence";

    private static ImportClient client;

    @BeforeAll
    static void realm(TunedServer server) {
        client = server.realm(REALM);
    }

    @Test
    void anAnswerNeverGoesSilent() throws IOException {
        long begin = System.nanoTime();
        try (LiveImport live = client.open("users?job=silent&chunkSize=10&results=summary")) {
            live.send(UserRecords.lines("silent", 1, 10));
            JsonNode running = progress(live, "RUNNING", 10);
            assertThat(running.path("added").asLong()).isEqualTo(10);
            assertThat(running.has("recordsPerSecond")).isTrue();

            client.move("silent", "pause");
            JsonNode paused = progress(live, "PAUSED", 10);

            assertThat(paused.has("recordsPerSecond")).isFalse();
            assertThat(paused.has("remainingSeconds")).isFalse();
            assertThat(client.job("silent").has("recordsPerSecond")).isFalse();
            double pausedAt = client.job("silent").path("seconds").asDouble();
            progress(live, "PAUSED", 10);
            assertThat(client.job("silent").path("seconds").asDouble()).isEqualTo(pausedAt);

            client.move("silent", "resume");
            live.send(UserRecords.lines("silent", 11, 20));
            progress(live, "RUNNING", 20);
            ImportAnswer answer = live.finish();

            assertThat(answer.addsUp().end()).isEqualTo("COMPLETED");
            assertThat(answer.summary().path("seconds").asDouble())
                    .as("without the pause")
                    .isLessThan((System.nanoTime() - begin) / 1e9 - 1);
        }
        JsonNode job = client.job("silent");
        assertThat(job.path("seconds").asDouble())
                .isLessThan(
                        (job.path("finishedAt").asLong() - job.path("startedAt").asLong()) / 1e3 - 0.9);
    }

    /** A line that was not there when this was asked. */
    private static JsonNode progress(LiveImport live, String status, long read) {
        int before = live.lines().size();
        return await().until(
                        () -> live.lines().stream()
                                .skip(before)
                                .filter(line -> line.path("type").asText().equals("progress")
                                        && line.path("status").asText().equals(status)
                                        && line.path("read").asLong() == read)
                                .findFirst(),
                        Optional::isPresent)
                .orElseThrow();
    }

    @Test
    void whoForgetsToEnableUsersIsWarned() throws IOException {
        for (String dryRun : List.of("true", "false")) {
            ImportAnswer answer = client.post("users?job=disabled-" + dryRun + "&dryRun=" + dryRun, users(100, 99));
            assertThat(answer.addsUp().count("added")).isEqualTo(100);
            JsonNode warnings = answer.summary().path("warnings");
            assertThat(warnings).hasSize(1);
            assertThat(warnings.at("/0/code").asText()).isEqualTo("users_disabled");
            assertThat(client.job("disabled-" + dryRun).path("warnings")).isEqualTo(warnings);
        }

        assertThat(client.post("users", users(200, 190)).summary().has("warnings"))
                .as("warned of some of many")
                .isFalse();
    }

    /** So many users, of which so many do not say whether they are enabled. */
    private static List<String> users(int count, int silent) {
        return IntStream.range(0, count)
                .mapToObj(i -> i < silent
                        ? "{\"username\":\"of-" + count + "-" + i + "\"}"
                        : UserRecords.user("of-" + count + "-" + i))
                .toList();
    }

    @Test
    void theListOfRejectsHasHashesWhereAnswersHaveKeys() throws IOException {
        ImportAnswer answer =
                client.post("users?job=hashed", List.of("{\"username\":\"jdoe\",\"realmRoles\":[\"no\"]}"));

        assertThat(answer.rejects())
                .singleElement()
                .satisfies(reject -> assertThat(reject.path("key").asText()).isEqualTo("jdoe"));
        String kept = client.admin()
                .send("GET", client.path("jobs/hashed/rejects"), null)
                .body();
        assertThat(kept).contains("\"key\":\"hmac-sha256:").doesNotContain("jdoe");
    }
}
