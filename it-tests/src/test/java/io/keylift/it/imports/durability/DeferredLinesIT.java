// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.durability;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.LiveImport;
import io.keylift.it.imports.support.Sql;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Lines that depend on later lines. The records of the example kind name the records that they depend on. */
@OnSharedServer
class DeferredLinesIT {

    private ImportClient client;
    private String realm;
    private SharedServer server;

    @BeforeEach
    void newRealm(SharedServer shared) {
        server = shared;
        realm = "deferred-" + UUID.randomUUID();
        client = ImportClient.inNewRealm(server, realm);
    }

    @ParameterizedTest
    @ValueSource(ints = {1, 3, 7, 1000})
    void law1_aChainOfLinesThatEachNeedTheNextIsAddedWhole(int chunkSize) throws IOException {
        ImportAnswer answer = client.post("realm-attributes?results=all&chunkSize=" + chunkSize, chain(20));

        assertThat(answer.addsUp().end()).isEqualTo("COMPLETED");
        assertThat(answer.outcomes()).hasSize(20);
        assertThat(answer.count("added")).as("%s", answer.lines()).isEqualTo(20);
        assertThat(attributes()).hasSize(20);
        assertThat(waiting()).isZero();
    }

    @Test
    void whatNothingDefinesIsRejectedInTheEnd_andNothingElseSuffers() throws IOException {
        List<String> lines = new ArrayList<>(chain(5));
        lines.add(2, line("lost", "nowhere"));
        lines.add(4, line("below-lost", "lost"));

        ImportAnswer answer = client.post("realm-attributes?results=all&chunkSize=2", lines);

        assertThat(answer.addsUp().count("added")).isEqualTo(5);
        assertThat(answer.outcomes())
                .containsEntry(3, "unknown_attribute /after")
                .containsEntry(5, "unknown_attribute /after");
        assertThat(attributes()).hasSize(5).doesNotContainKeys("lost", "below-lost");
        assertThat(waiting()).isZero();
    }

    @Test
    void aDryRunFindsWhatOtherLinesWouldDefine() throws IOException {
        List<String> lines = new ArrayList<>(chain(9));
        lines.add(line("lost", "nowhere"));

        ImportAnswer answer = client.post("realm-attributes?dryRun=true&chunkSize=2", lines);

        assertThat(answer.addsUp().count("added")).as("%s", answer.lines()).isEqualTo(9);
        assertThat(answer.rejects()).singleElement().satisfies(reject -> {
            assertThat(reject.get("line").asInt()).isEqualTo(10);
            assertThat(reject.get("code").asText()).isEqualTo("unknown_attribute");
        });
        assertThat(attributes()).isEmpty();
        assertThat(waiting()).isZero();
    }

    @Test
    void law2_linesThatWaitOutliveABrokenImport_andAreAddedOnceWhenItIsSentAgain() throws IOException {
        List<String> lines = chain(20);
        try (LiveImport live = client.open("realm-attributes?job=broken&chunkSize=5")) {
            live.send(ImportClient.lines(lines.subList(0, 12)));
            live.awaitChunks(2);
        }
        await().until(() -> client.status("broken").equals("INTERRUPTED"));
        assertThat(waiting()).as("lines that wait").isEqualTo(10);

        ImportAnswer resumed = client.post("realm-attributes?job=broken&chunkSize=5", lines);
        ImportAnswer replayed = client.post("realm-attributes?job=broken&chunkSize=5", lines);

        for (ImportAnswer answer : List.of(resumed, replayed)) {
            assertThat(answer.addsUp().end()).isEqualTo("COMPLETED");
            assertThat(answer.count("added")).as("%s", answer.lines()).isEqualTo(20);
        }
        assertThat(client.job("broken").get("added").asInt()).isEqualTo(20);
        assertThat(attributes()).hasSize(20);
        assertThat(waiting()).isZero();
    }

    @Test
    void aCancelledJobKeepsNoLine() throws IOException {
        try (LiveImport live = client.open("realm-attributes?job=cancelled&chunkSize=2")) {
            live.send(ImportClient.lines(chain(20).subList(0, 7)));
            live.awaitChunks(3);
            client.move("cancelled", "cancel");
        }
        await().until(() -> client.status("cancelled").equals("CANCELLED"));
        assertThat(waiting()).isZero();
    }

    @Test
    void whatACancelledJobCommitsLastLeavesNoLineBehind() throws IOException {
        try (LiveImport live = client.open("realm-attributes?job=in-flight&chunkSize=2");
                Sql holdUp = new Sql(server.database());
                Sql sql = new Sql(server.database())) {
            holdUp.begin();
            holdUp.execute(
                    "insert into realm_attribute (name, value, realm_id)"
                            + " select 'link-held', 'x', id from realm where name = ?",
                    realm);
            live.send(ImportClient.lines(List.of(line("link-0", "link-1"), line("link-held", null))));
            await().until(() -> sql.number("select count(*) from pg_stat_activity where datname = 'keycloak'"
                            + " and wait_event_type = 'Lock' and query ilike 'insert into %realm_attribute%'")
                    == 1);

            client.move("in-flight", "cancel");
            holdUp.rollback();

            assertThat(live.answer().end()).isEqualTo("CANCELLED cancelled");
        }
        assertThat(attributes()).containsOnlyKeys("link-held");
        assertThat(waiting()).isZero();
    }

    /** Each line needs the one behind it. */
    private static List<String> chain(int length) {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < length; i++) {
            lines.add(line("link-" + i, i == length - 1 ? null : "link-" + (i + 1)));
        }
        return lines;
    }

    private static String line(String name, String after) {
        return after == null
                ? "{\"name\":\"%s\",\"value\":\"x\"}".formatted(name)
                : "{\"name\":\"%s\",\"value\":\"x\",\"after\":\"%s\"}".formatted(name, after);
    }

    private Map<String, String> attributes() {
        JsonNode all = server.admin().get("/admin/realms/" + realm).path("attributes");
        Map<String, String> ours = new TreeMap<>();
        all.properties().forEach(attribute -> {
            if (attribute.getKey().matches("link-.*|.*lost")) {
                ours.put(attribute.getKey(), attribute.getValue().asText());
            }
        });
        return ours;
    }

    private long waiting() {
        try (Sql sql = new Sql(server.database())) {
            return sql.number("""
                    select count(*) from keylift_import_deferred d join keylift_import_job j on j.uid = d.job_uid
                    join realm r on r.id = j.realm_id where r.name = ?""", realm);
        }
    }
}
