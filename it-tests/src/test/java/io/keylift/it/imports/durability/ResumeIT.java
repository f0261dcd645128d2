// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.durability;

import static io.keylift.it.imports.support.UserRecords.concat;
import static io.keylift.it.imports.support.UserRecords.users;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.ImportedRows;
import io.keylift.it.imports.support.LiveImport;
import io.keylift.it.imports.support.Sql;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** A job that is sent again: with the same input, with another input, with other parameters. */
@OnSharedServer
class ResumeIT {

    private static final String REALM = "resume";

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
    void aClientThatGoesAwayInTheMiddle_resumesBehindTheLastCommittedChunk() throws IOException {
        List<String> input = users("gone", 1, 100);
        try (LiveImport live = client.open("users?job=gone&chunkSize=10")) {
            // The last of these chunks is not whole.
            live.send(ImportClient.lines(input.subList(0, 35)));
            live.awaitChunks(3);
        }
        await().until(() -> client.status("gone").equals("INTERRUPTED"));
        List<String> written = rows.users("gone-");

        ImportAnswer answer = client.post("users?job=gone&chunkSize=10", input);

        assertThat(written).hasSize(30);
        assertThat(answer.addsUp().end()).isEqualTo("COMPLETED");
        assertThat(answer.chunks()).hasSize(10);
        assertThat(answer.chunks().stream()
                        .filter(chunk -> chunk.path("resumed").asBoolean()))
                .hasSize(3);
        assertThat(answer.count("added")).isEqualTo(100);
        assertThat(rows.users("gone-")).hasSize(100);
    }

    @Test
    void aCompletedJob_answersTheSameAndWritesNothing() throws IOException {
        List<String> input = concat(users("again", 1, 25), List.of("{}", "[]"), users("again", 26, 30));
        ImportAnswer first = client.post("users?job=again&chunkSize=10", input);
        Map<String, String> before = rows.picture();

        ImportAnswer second = client.post("users?job=again&chunkSize=10", input);

        assertThat(first.addsUp().end()).isEqualTo("COMPLETED");
        assertThat(first.rejects()).hasSize(2);
        assertThat(timeless(second)).isEqualTo(timeless(first));
        assertThat(rows.picture()).isEqualTo(before);
        assertThat(client.status("again")).isEqualTo("COMPLETED");
    }

    @Test
    void aDifferentInput_isRefusedAtOnceIfItsFirstChunkDiffers() throws IOException {
        client.post("users?job=different&chunkSize=10", users("different", 1, 30));

        ImportAnswer answer = client.post(
                "users?job=different&chunkSize=10", concat(users("other", 1, 1), users("different", 2, 30)));

        assertThat(answer.status()).isEqualTo(409);
        assertThat(answer.errorMessage()).contains("differs");
        assertThat(client.status("different")).isEqualTo("COMPLETED");
        assertThat(rows.users("other-")).isEmpty();
    }

    @Test
    void aDifferentInput_endsTheRunWhereItDiffers() throws IOException {
        client.post("users?job=later&chunkSize=10", users("later", 1, 30));

        ImportAnswer answer =
                client.post("users?job=later&chunkSize=10", concat(users("later", 1, 15), users("else", 16, 60)));

        assertThat(answer.end()).isEqualTo("FAILED different_input");
        assertThat(answer.summary().path("message").asText()).contains("Chunk 2");
        assertThat(answer.chunks()).hasSize(1);
        assertThat(client.status("later")).isEqualTo("COMPLETED");
        assertThat(rows.users("else-")).isEmpty();
    }

    /** Nothing is lost, nothing is added, and the job stays what it is: the input alone is wrong. */
    @ParameterizedTest
    @CsvSource({"shorter, 10", "shorter, 20", "longer, 31", "longer, 40"})
    void aCompletedJob_isNotTouchedByAShorterOrLongerInput(String length, int lines) throws IOException {
        String job = length + "-" + lines;
        client.post("users?job=" + job + "&chunkSize=10", users(job, 1, 30));
        JsonNode before = client.job(job);

        ImportAnswer answer = client.post("users?job=" + job + "&chunkSize=10", users(job, 1, lines));

        assertThat(answer.end()).isEqualTo("FAILED different_input");
        assertThat(answer.summary().path("message").asText()).contains(length + " than");
        assertThat(client.job(job)).isEqualTo(before);
        assertThat(rows.users(job + "-")).hasSize(30);
    }

    @Test
    void aStoppedJob_isNotResumedByAShorterInput() throws IOException {
        List<String> input = concat(users("cut", 1, 20), List.of("{}"), users("cut", 22, 40));
        assertThat(client.post("users?job=cut&chunkSize=10&onReject=stop", input)
                        .end())
                .isEqualTo("STOPPED rejected");

        assertThat(client.post("users?job=cut&chunkSize=10", input.subList(0, 10))
                        .end())
                .isEqualTo("FAILED different_input");
        assertThat(client.post("users?job=cut&chunkSize=10", input).addsUp().end())
                .isEqualTo("COMPLETED");
        assertThat(rows.users("cut-")).hasSize(39);
    }

    @ParameterizedTest
    @CsvSource({
        "users?ifExists=skip&chunkSize=10, `ifExists`",
        "users?ids=prefer&chunkSize=10, `ids`",
        "users?dryRun=true&drop=unknown-fields&chunkSize=10, '`dryRun`, `drop`'",
        "users?noPassword=update&chunkSize=10, `noPassword`",
        "users?chunkSize=11, `chunkSize`",
        "organizations?chunkSize=10, kind"
    })
    void differentParameters_areRefusedAndNamed(String kind, String different) throws IOException {
        client.post("users?job=parameters&chunkSize=10", users("parameters", 1, 20));

        ImportAnswer answer = client.post(kind + "&job=parameters", users("parameters", 1, 20));

        assertThat(answer.status()).isEqualTo(409);
        assertThat(answer.errorMessage())
                .isEqualTo("Job parameters began with another " + different
                        + ". Repeat what it began with, or use another job id.");
    }

    @Test
    void parametersThatChangeNoOutcome_mayDiffer() throws IOException {
        client.post("users?job=free&chunkSize=10", users("free", 1, 20));

        ImportAnswer answer =
                client.post("users?job=free&parallelism=2&results=all&events=none&maxRejects=7", users("free", 1, 20));

        assertThat(answer.addsUp().end()).isEqualTo("COMPLETED");
    }

    /** The lines without what a second run cannot repeat. */
    private static List<JsonNode> timeless(ImportAnswer answer) {
        return answer.lines().stream()
                .map(line -> (JsonNode)
                        ((ObjectNode) line.deepCopy()).remove(List.of("run", "resumed", "seconds", "recordsPerSecond")))
                .toList();
    }
}
