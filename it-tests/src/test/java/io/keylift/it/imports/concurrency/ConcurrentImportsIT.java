// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.concurrency;

import static io.keylift.it.imports.support.UserRecords.concat;
import static io.keylift.it.imports.support.UserRecords.name;
import static io.keylift.it.imports.support.UserRecords.user;
import static io.keylift.it.imports.support.UserRecords.users;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.imports.support.ConcurrentCalls;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.ImportedRows;
import io.keylift.it.imports.support.Ledger;
import io.keylift.it.imports.support.LiveImport;
import io.keylift.it.imports.support.Sql;
import io.keylift.it.imports.support.UserRecords;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Concurrent use of the same keys by several jobs, by chunks of one job, and by lines of one input. */
@OnSharedServer
class ConcurrentImportsIT {

    private static final String REALM = "concurrent-imports";

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

    @ParameterizedTest
    @CsvSource({"fail, rejected", "skip, skipped"})
    void twoJobsWithTheSameUsers_addEachOnceAndTellTheTruth(String ifExists, String other) throws Exception {
        String prefix = "two-" + ifExists;
        List<String> users = users(prefix, 1, 1500);

        List<ImportAnswer> answers = atTheSameMoment(2, users, "users?results=all&chunkSize=75&ifExists=" + ifExists);

        assertThat(rows.users(prefix)).hasSize(1500).doesNotHaveDuplicates();
        for (ImportAnswer answer : answers) {
            assertThat(answer.addsUp().end()).isEqualTo("COMPLETED");
            assertThat(answer.count("read")).isEqualTo(1500);
            assertThat(answer.count(other)).isEqualTo(1500 - answer.count("added"));
            assertThat(answer.rejects())
                    .noneMatch(reject -> !reject.path("code").asText().equals("exists"));
        }
        assertThat(answers.stream().flatMap(ConcurrentImportsIT::added))
                .as("records that one of the jobs says it has added")
                .hasSize(1500)
                .doesNotHaveDuplicates();
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 2, 3})
    void law2_oneJobSentTwiceAtTheSameMoment_addsEachUserOnce(int round) throws Exception {
        String prefix = "same-" + round;
        List<String> users = users(prefix, 1, 800);

        List<ImportAnswer> answers = atTheSameMoment(2, users, "users?chunkSize=40&job=" + prefix);

        assertThat(rows.users(prefix)).hasSize(800).doesNotHaveDuplicates();
        assertThat(answers).extracting(ImportAnswer::end).containsOnlyOnce("COMPLETED");
        for (ImportAnswer answer : answers) {
            answer.addsUp();
            assertThat(answer.end()).isIn("COMPLETED", "INTERRUPTED superseded");
            assertThat(answer.count("rejected")).isZero();
            if (answer.end().equals("COMPLETED")) {
                assertThat(answer.count("added")).isEqualTo(800);
            }
        }
        new Ledger(sql, REALM, prefix).assertComplete(20, 800);
        assertThat(client.status(prefix)).isEqualTo("COMPLETED");
    }

    @Test
    void law2_aRunThatIsTakenOver_writesNothingMore() throws IOException {
        ImportAnswer first;
        ImportAnswer second;
        try (LiveImport live = client.open("users?job=taken-over&chunkSize=10")) {
            live.send(UserRecords.lines("taken-over", 1, 20));
            live.awaitChunks(2);

            second = client.post("users?job=taken-over&chunkSize=10", UserRecords.lines("taken-over", 1, 40));
            live.send(UserRecords.lines("taken-over-by-none", 21, 60));
            first = live.answer();
        }

        assertThat(first.addsUp().end()).isEqualTo("INTERRUPTED superseded");
        assertThat(first.count("added")).isEqualTo(20);
        assertThat(second.addsUp().end()).isEqualTo("COMPLETED");
        assertThat(second.count("added")).isEqualTo(40);
        assertThat(rows.users("taken-over")).hasSize(40);
    }

    @Test
    void aKeyTwiceInOneChunk_belongsToTheFirst() throws IOException {
        List<String> input = concat(users("chunk", 1, 5), List.of(user(name("chunk", 3))), users("chunk", 6, 9));

        ImportAnswer answer = client.post("users?chunkSize=10&ifExists=skip", input);

        assertThat(answer.addsUp().count("added")).isEqualTo(9);
        assertThat(answer.rejects()).hasSize(1);
        JsonNode reject = answer.rejects().get(0);
        assertThat(reject.path("line").asInt()).isEqualTo(6);
        assertThat(reject.path("code").asText()).isEqualTo("duplicate_in_input");
        assertThat(reject.path("key").asText()).isEqualTo("chunk-3");
        assertThat(reject.path("pointer").asText()).isEqualTo("/username");
    }

    /** The outcome is that of a serial import: the first record of a name is added, all later ones find it. */
    @ParameterizedTest
    @CsvSource({"fail, rejected", "skip, skipped", "overwrite, updated"})
    void aKeyInSeveralChunks_belongsToTheFirst(String ifExists, String other) throws IOException {
        String prefix = "chunks-" + ifExists;
        List<String> input = new ArrayList<>();
        for (int chunk = 0; chunk < 40; chunk++) {
            input.add("{\"username\":\"" + prefix + "-shared\",\"firstName\":\"Number " + chunk + "\"}");
            input.addAll(users(prefix, chunk * 4 + 1, chunk * 4 + 4));
        }

        ImportAnswer answer = client.post(
                "users?chunkSize=5&parallelism=8&results=all&ifExists=" + ifExists, ImportClient.lines(input));

        assertThat(answer.addsUp().end()).isEqualTo("COMPLETED");
        assertThat(answer.count("added")).isEqualTo(161);
        assertThat(answer.count(other)).isEqualTo(39);
        assertThat(answer.ofType("record").get(0).path("outcome").asText()).isEqualTo("added");
        assertThat(sql.strings("select first_name from user_entity where username = ?", prefix + "-shared"))
                .containsExactly(ifExists.equals("overwrite") ? "Number 39" : "Number 0");
    }

    private static Stream<String> added(ImportAnswer answer) {
        return answer.ofType("record").stream()
                .filter(line -> line.path("outcome").asText().equals("added"))
                .map(line -> line.path("key").asText());
    }

    /** Sends the same to the same path, so many times, as close together as can be. */
    private static List<ImportAnswer> atTheSameMoment(int times, List<String> records, String kind) throws Exception {
        String body = ImportClient.lines(records);
        // All ask for a token before any sends.
        client.admin().token();
        return ConcurrentCalls.run(times, () -> client.post(kind, body));
    }
}
