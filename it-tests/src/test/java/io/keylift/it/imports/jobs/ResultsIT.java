// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.jobs;

import static io.keylift.it.imports.support.UserRecords.concat;
import static io.keylift.it.imports.support.UserRecords.name;
import static io.keylift.it.imports.support.UserRecords.users;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.ImportedRows;
import io.keylift.it.imports.support.Ledger;
import io.keylift.it.imports.support.LiveImport;
import io.keylift.it.imports.support.Sql;
import io.keylift.it.imports.support.UserRecords;
import java.io.IOException;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Law 1, and reasons that end an import before the end of its input. */
@OnSharedServer
class ResultsIT {

    private static final String REALM = "results";

    /** Chunks whose results the engine keeps until those of an earlier one come. */
    private static final long MAX_PENDING = 64;

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

    /** Good records, and every sort of bad one, spread over 25 chunks. */
    private static List<String> mixed(String prefix) {
        List<String> input = new ArrayList<>();
        for (int i = 1; i <= 50; i++) {
            input.addAll(users(prefix, i * 4 - 3, i * 4));
            input.add(
                    switch (i % 6) {
                        case 0 -> "{\"username\":\"broken";
                        case 1 -> "{\"username\":\"" + prefix + "-x\",\"unknown\":1}";
                        case 2 -> "{\"enabled\":true}";
                        case 3 -> "{\"username\":\"" + prefix + "-role\",\"realmRoles\":[\"nobody-has-it\"]}";
                        case 4 -> "{\"username\":\"" + name(prefix, 1) + "\",\"firstName\":\"No " + i + "\"}";
                        default -> "[]";
                    });
        }
        return input;
    }

    @Test
    void law1_everyLineHasExactlyOneOutcome() throws IOException {
        List<String> input = mixed("outcomes");

        ImportAnswer answer = client.post("users?results=all&chunkSize=10&parallelism=4", input);

        assertThat(answer.addsUp().end()).isEqualTo("COMPLETED");
        assertThat(outcomes(answer).stream().map(line -> line.path("line").asInt()))
                .as("lines with an outcome")
                .hasSize(250)
                .doesNotHaveDuplicates()
                .contains(1, 250);
        assertThat(answer.count("read")).isEqualTo(250);
        assertThat(answer.count("added")).isEqualTo(200);
        assertThat(answer.rejects())
                .hasSize(50)
                .allMatch(reject ->
                        reject.hasNonNull("code") && reject.hasNonNull("message") && reject.hasNonNull("pointer"));
        Map<String, String> ids = rows.ids();
        assertThat(answer.ofType("record"))
                .hasSize(200)
                .allMatch(line -> line.path("outcome").asText().equals("added"))
                .allMatch(line -> ids.get(line.path("key").asText())
                        .equals(line.path("id").asText()));
    }

    @Test
    void law1_outcomesComeInTheOrderOfTheInput() throws IOException {
        ImportAnswer answer = client.post("users?results=all&chunkSize=10&parallelism=4", mixed("order"));

        List<JsonNode> chunks = answer.chunks();
        assertThat(chunks).hasSize(25);
        int last = 0;
        for (int i = 0; i < chunks.size(); i++) {
            assertThat(chunks.get(i).path("chunk").asInt()).isEqualTo(i + 1);
            assertThat(chunks.get(i).path("firstLine").asInt()).isEqualTo(last + 1);
            last = chunks.get(i).path("lastLine").asInt();
        }
        assertThat(last).isEqualTo(250);
        assertThat(outcomes(answer).stream().map(line -> line.path("line").asInt()))
                .isSorted();
    }

    @Test
    void law1_anOutcomeIsReportedOnlyAfterItsCommit(SharedServer server) throws IOException {
        try (LiveImport live = client.open("users?results=all&chunkSize=10");
                Sql holdUp = new Sql(server.database())) {
            // The last that a chunk writes before its commit.
            holdUp.begin();
            holdUp.execute("lock table keylift_import_chunk in share mode");
            live.send(UserRecords.lines("commit", 1, 10));
            await().until(() -> sql.number("select count(*) from pg_locks where not granted"
                            + " and relation = 'keylift_import_chunk'::regclass")
                    > 0);
            await().during(Duration.ofMillis(500)).until(() -> live.lines().size() == 1);
            holdUp.rollback();
            live.awaitChunks(1);

            assertThat(rows.users("commit-")).hasSize(10);
            assertThat(live.finish().addsUp().end()).isEqualTo("COMPLETED");
        }
    }

    @Test
    void law6_onlySoManyChunksPassOneThatIsHeldUp(SharedServer server) throws IOException {
        try (LiveImport live = client.open("users?chunkSize=1&parallelism=2&job=held-up");
                Sql holdUp = new Sql(server.database())) {
            holdUp.begin();
            holdUp.execute("insert into user_entity (id, realm_id, username)"
                    + " select 'held-up', id, 'held-up-1' from realm where name = '" + REALM + "'");
            live.send(UserRecords.lines("held-up", 1, 300));
            Ledger ledger = new Ledger(sql, REALM, "held-up");
            await().until(() -> ledger.chunkCount() == MAX_PENDING);
            await().during(Duration.ofMillis(500)).until(() -> ledger.chunkCount() == MAX_PENDING);
            holdUp.rollback();

            assertThat(live.finish().addsUp().end()).isEqualTo("COMPLETED");
            assertThat(rows.users("held-up-")).hasSize(300);
        }
    }

    @Test
    void resultsChoosesTheLinesOfTheAnswer() throws IOException {
        ImportAnswer summary = client.post("users?results=summary&chunkSize=10", mixed("summary"));
        ImportAnswer rejects = client.post("users?results=rejects&chunkSize=10", mixed("rejects"));
        ImportAnswer unsaid = client.post("users?chunkSize=10", mixed("unsaid"));

        assertThat(summary.addsUp().lines())
                .extracting(line -> line.path("type").asText())
                .containsExactly("job", "summary");
        assertThat(summary.count("rejected")).isEqualTo(50);
        for (ImportAnswer answer : List.of(rejects, unsaid)) {
            assertThat(answer.ofType("record")).isEmpty();
            assertThat(answer.rejects()).hasSize(50);
            assertThat(answer.chunks()).hasSize(25);
        }
    }

    /** The second chunk hashes passwords: if the third were begun beside it, that one would be done first. */
    @Test
    void onRejectStop_writesNothingBehindTheFirstChunkWithAReject() throws IOException {
        List<String> slow = new ArrayList<>();
        for (int i = 11; i < 20; i++) {
            slow.add("{\"username\":\"" + name("stop", i)
                    + "\",\"credentials\":[{\"type\":\"password\",\"value\":\"correct horse\"}]}");
        }
        List<String> input = concat(users("stop", 1, 10), slow, List.of("{}"), users("stop", 21, 50));
        String kind = "users?job=stop&chunkSize=10&parallelism=4&onReject=stop";

        ImportAnswer first = client.post(kind, input);
        List<String> written = rows.users("stop-");
        ImportAnswer second = client.post(kind, input);

        assertThat(first.addsUp().end()).isEqualTo("STOPPED rejected");
        assertThat(first.count("read")).isEqualTo(20);
        assertThat(first.chunks()).hasSize(2);
        assertThat(written).hasSize(19).doesNotContain("stop-21");
        // Sent again, it goes on behind the last committed chunk.
        assertThat(second.addsUp().end()).isEqualTo("COMPLETED");
        assertThat(second.count("added")).isEqualTo(49);
        assertThat(rows.users("stop-")).hasSize(49);
    }

    @ParameterizedTest
    @CsvSource({"0, STOPPED too_many_rejects, 10", "5, STOPPED too_many_rejects, 30", "6, COMPLETED, 30"})
    void maxRejectsEndsAnImportThatHasMore(int maxRejects, String end, int read) throws IOException {
        String prefix = "max-" + maxRejects;
        List<String> input = concat(
                users(prefix, 1, 8),
                List.of("{}", "{}"),
                users(prefix, 11, 18),
                List.of("{}", "{}"),
                users(prefix, 21, 28),
                List.of("{}", "{}"));

        ImportAnswer answer = client.post("users?chunkSize=10&parallelism=1&maxRejects=" + maxRejects, input);

        assertThat(answer.addsUp().end()).isEqualTo(end);
        assertThat(answer.count("read")).isEqualTo(read);
        assertThat(rows.users(prefix + "-")).hasSize((int) answer.count("added"));
    }

    @ParameterizedTest
    @CsvSource({"fail", "skip", "overwrite", "merge"})
    void dryRun_hasTheSameOutcomesAndWritesNothingButItsJob(String ifExists) throws IOException {
        String prefix = "dry-" + ifExists;
        client.post(
                "users",
                List.of(
                        "{\"username\":\"" + prefix + "-2\",\"firstName\":\"Before\"}",
                        "{\"username\":\"" + prefix + "-3\",\"email\":\"" + prefix + "@example.org\"}"));
        List<String> input = concat(
                mixed(prefix),
                List.of(
                        "{\"username\":\"" + prefix + "-mail\",\"email\":\"" + prefix + "@example.org\"}",
                        "{\"username\":\"" + prefix + "-new\",\"firstName\":\"After\"}"));
        String kind = "users?results=all&chunkSize=10&ifExists=" + ifExists;
        Map<String, String> before = rows.picture();

        ImportAnswer dry = client.post(kind + "&dryRun=true&job=" + prefix, input);
        Map<String, String> after = rows.picture();
        ImportAnswer real = client.post(kind, input);

        assertThat(after).isEqualTo(before);
        assertThat(dry.addsUp().end()).isEqualTo("COMPLETED");
        assertThat(dry.lines().get(0).path("dryRun").asBoolean()).isTrue();
        assertThat(client.job(prefix).path("dryRun").asBoolean()).isTrue();
        assertThat(client.job(prefix).path("added").asLong()).isEqualTo(dry.count("added"));
        assertThat(withoutIds(dry)).isEqualTo(withoutIds(real));
        assertThat(rows.picture()).isNotEqualTo(before);
    }

    private static List<JsonNode> outcomes(ImportAnswer answer) {
        return answer.lines().stream().filter(line -> line.has("line")).toList();
    }

    /** The outcome of each line without its id: the ids of a dry run's new records do not exist. */
    private static List<String> withoutIds(ImportAnswer answer) {
        return outcomes(answer).stream()
                .map(line -> line.path("line") + " " + line.path("key") + " " + line.path("outcome") + line.path("code")
                        + line.path("pointer"))
                .toList();
    }
}
