// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.visibility;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.SecondTier;
import io.keylift.it.TestRealms;
import io.keylift.it.capabilities.CapabilityRealm;
import io.keylift.it.cli.BreakingBalancer;
import io.keylift.it.cli.Keylift;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.kinds.Contracts;
import io.keylift.it.imports.kinds.KindContract;
import io.keylift.it.imports.kinds.KindRealms;
import io.keylift.it.imports.support.FarAwayStorage;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.ImportedRows;
import io.keylift.it.imports.support.LiveImport;
import io.keylift.it.imports.support.MetricsPage;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.Sql;
import io.keylift.it.imports.support.TwinRealm;
import io.keylift.it.imports.support.UserRecords;
import io.keylift.it.soak.Soak;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Law 10 between nodes: what one node has committed, the other serves. Everything is requested from the other node
 * before and all the time in between, so that its caches are full.
 */
@Tag("soak-two-nodes")
@SecondTier
class TwoNodesIT extends TwoNodesTimings {

    private static final int ROUNDS = Soak.size("rounds", 1, 8);

    private static final KindRealms REALMS = new KindRealms("two-nodes-kinds", Map.of());

    /** The kinds that both nodes have. */
    static List<Named<KindContract>> kinds() {
        List<String> ofOne = kinds(one);
        List<String> ofOther = kinds(other);
        return Contracts.named(kind -> ofOne.contains(kind.kind()) && ofOther.contains(kind.kind()));
    }

    private static List<String> kinds(AdminHttp node) {
        return node.get("/admin/realms/master/bulk-import/kinds").findValuesAsText("kind");
    }

    @Test
    void theNodesAreOneCluster() {
        try (Sql sql = new Sql(nodes.database())) {
            assertThat(sql.number("select count(*) from jgroups_ping")).isEqualTo(2);
        }
        // Dashboards mark its changes.
        assertThat(List.of(nodes.node(0), nodes.node(1)))
                .flatMap(node -> new MetricsPage(node).samples("vendor_cluster_size"))
                .hasSize(2)
                .allSatisfy(size -> assertThat(size.value()).isEqualTo(2));
    }

    /** Each node imports in its turn. */
    @ParameterizedTest
    @MethodSource("kinds")
    void law10_oneNodeServesAtOnceWhatTheOtherImports(KindContract kind) throws IOException {
        TwinRealm realm = REALMS.of(one, kind);
        kind.prepareRecords(realm, 0, ROUNDS);
        for (int round = 0; round < ROUNDS; round++) {
            boolean first = (round + kind.kind().length()) % 2 == 0;
            TwinRealm importing = new TwinRealm(first ? one : other, realm.name());
            AdminHttp serving = first ? other : one;
            ObjectNode record = kind.record(round);
            assertServedAtOnce(serving, importing, kind, record, "ifExists=fail", kind.outcomeOfNew());
            if (kind.isChangeable()) {
                assertServedAtOnce(serving, importing, kind, kind.changed(record, 1), "ifExists=overwrite", "updated");
            }
            if (kind.isRemovable()) {
                assertServedAtOnce(serving, importing, kind, record, "op=remove", "removed");
            }
        }
    }

    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void law2_aJobThatBreaksOffOnOneNodeIsResumedByTheOther(boolean fromFirst) throws IOException {
        String realm = "two-nodes-resumed-" + fromFirst;
        TestRealms.create(one, realm);
        ImportClient beginning = new ImportClient(fromFirst ? one : other, realm);
        ImportClient resuming = new ImportClient(fromFirst ? other : one, realm);
        List<String> users = UserRecords.users("resumed", 1, 60);
        try (LiveImport live = beginning.open("users?job=moved&chunkSize=10")) {
            live.send(ImportClient.lines(users.subList(0, 35)));
            live.awaitChunks(3);
        }
        await().until(() -> resuming.status("moved").equals("INTERRUPTED"));

        ImportAnswer answer = resuming.post("users?job=moved&chunkSize=10", users);

        assertThat(answer.addsUp().end()).isEqualTo("COMPLETED");
        assertThat(answer.count("added")).isEqualTo(60);
        assertThat(answer.chunks().stream()
                        .filter(chunk -> chunk.path("resumed").asBoolean()))
                .hasSize(3);
        assertThat(beginning.job("moved").path("status").asText()).isEqualTo("COMPLETED");
    }

    @Test
    void law2_twoStreamsOfACommandLoseNothingBetweenNodesWhenConnectionsBreak(@TempDir Path folder) throws Exception {
        String realm = "two-nodes-command";
        int users = 10_000;
        TestRealms.create(one, realm);
        Files.writeString(folder.resolve("users.ndjson"), UserRecords.lines("stream", 1, users));
        List<Integer> ports = List.of(
                nodes.node(0).baseUrl().getPort(), nodes.node(1).baseUrl().getPort());
        try (BreakingBalancer balancer = new BreakingBalancer(ports);
                Sql sql = new Sql(nodes.database());
                Keylift.Running running = Keylift.asAdministrator(balancer.address(), realm, folder)
                        .start("import", "users", "users.ndjson", "--streams", "2", "--job", "streams")) {
            ImportedRows rows = new ImportedRows(sql, realm);
            await().atMost(Duration.ofMinutes(2)).until(() -> rows.users() > users / 4);
            balancer.breakOff();
            Keylift.Ended ended = running.await();

            assertThat(ended.code()).as(ended.err()).isZero();
            assertThat(ended.err()).contains("10,000 read, 10,000 added");
            assertThat(rows.users()).isEqualTo(users);
            ImportClient jobs = new ImportClient(one, realm);
            assertThat(jobs.job("streams.1-of-2").path("read").asInt()).isBetween(users / 3, users * 2 / 3);
            assertThat(jobs.job("streams.2-of-2").path("status").asText()).isEqualTo("COMPLETED");
        }
    }

    @Test
    void aJobThatEndedLongAgoIsRemoved() throws IOException {
        TestRealms.create(one, "two-nodes-retention");
        ImportClient client = new ImportClient(one, "two-nodes-retention");
        client.post("users?job=old", UserRecords.users("old", 1, 5));
        client.post("users?job=young", UserRecords.users("young", 1, 5));
        try (Sql sql = new Sql(nodes.database())) {
            String ended = "select count(*) from KEYLIFT_IMPORT_JOB where JOB_ID = ?";
            sql.execute("update KEYLIFT_IMPORT_JOB set FINISHED_AT = 0 where JOB_ID = 'old'");

            await().atMost(Duration.ofMinutes(1)).until(() -> sql.number(ended, "old") == 0);

            assertThat(sql.number(ended, "young")).isOne();
        }
    }

    /** Everybody has the default role, and what is composed into it. */
    @Test
    void law10_tokensOfOneNodeShowTheRolesThatTheOtherImports() throws IOException {
        TwinRealm realm = TwinRealm.create(one, "two-nodes-tokens", Map.of());
        one.post(realm.path("users"), Map.of("username", "everybody", "enabled", true));
        String token = "clients/" + realm.clientId("shop")
                + "/evaluate-scopes/generate-example-access-token?scope=openid&userId=" + realm.userId("everybody");
        for (int round = 0; round < ROUNDS; round++) {
            String role = "for-everybody-" + round;
            assertThat(other.get(realm.path(token)).at("/realm_access/roles").toString())
                    .doesNotContain(role);

            ImportAnswer answer = realm.imports()
                    .post(
                            "roles?ifExists=merge",
                            "{\"name\":\"%s\"}\n{\"name\":\"default-roles-%s\",\"composites\":{\"realm\":[\"%s\"]}}"
                                    .formatted(role, realm.name(), role));

            assertThat(answer.count("rejected")).as("%s", answer.lines()).isZero();
            assertThat(other.get(realm.path(token)).at("/realm_access/roles").toString())
                    .contains(role);
        }
    }

    /** Both the assignment and the catalogue change on one node, and the other decides. */
    @Test
    void law10_oneNodeDecidesAtOnceByTheCapabilitiesThatTheOtherAssigns() {
        CapabilityRealm changing = CapabilityRealm.create(one, "two-nodes-deciding");
        CapabilityRealm deciding = changing.as(other);
        List<String> rights = List.of("orders.view", "orders.edit");
        changing.source("s", rights, Map.of("clerk", List.of("orders.view")));
        String role = changing.role("worker");
        changing.user("wilma", "worker");
        for (int round = 0; round < ROUNDS; round++) {
            assertThat(deciding.decide("wilma", "orders", "view")).isFalse();
            changing.assign(role, "clerk");
            assertThat(deciding.decide("wilma", "orders", "view")).isTrue();
            assertThat(deciding.decide("wilma", "orders", "edit")).isFalse();
            changing.source("s", rights, Map.of("clerk", rights));
            assertThat(deciding.decide("wilma", "orders", "edit")).isTrue();
            changing.source("s", rights, Map.of("clerk", List.of("orders.view")));
            assertThat(deciding.decide("wilma", "orders", "edit")).isFalse();
            changing.assign(role);
        }
    }

    /** Keycloak announces the removal of no user: neither of imported ones nor of those in the storage alone. */
    @Test
    void theAssignmentsOfUsersAreDeletedSoonAfterTheUserStorageTheyCameFrom() throws IOException {
        // The storage is an example, as the kind is.
        assumeThat(kinds(one)).contains("realm-attributes");
        CapabilityRealm realm = CapabilityRealm.create(one, "two-nodes-storage");
        realm.source("s", List.of("a.view", "b.view"), Map.of("all", List.of("a.view", "b.view")));
        String storage = FarAwayStorage.addTo(one, realm.name());
        String brought = "{\"username\":\"brought\",\"enabled\":true,\"federationLink\":\"" + storage + "\"}";
        new ImportClient(one, realm.name()).post("users", List.of(brought));
        String stays = realm.user("stays");
        List<String> going = List.of(
                one.get(realm.path("users?exact=true&username=brought"))
                        .at("/0/id")
                        .asText(),
                "f:" + storage + ":far-ada");
        List<String> all = List.of(stays, going.get(0), going.get(1));
        all.forEach(user -> realm.send("PUT", "capabilities/users/" + user, Map.of("set", List.of("all"))));
        assertThat(all)
                .isNotEmpty()
                .allSatisfy(user -> assertThat(assignmentRows(user)).isEqualTo(2));

        one.delete(realm.path("components/" + storage));

        await().atMost(Duration.ofMinutes(1))
                .until(() ->
                        going.stream().mapToLong(TwoNodesIT::assignmentRows).sum() == 0);
        assertThat(assignmentRows(stays)).isEqualTo(2);
    }

    private static long assignmentRows(String user) {
        return CapabilityRealm.rows(nodes.database(), user);
    }

    private static void assertServedAtOnce(
            AdminHttp serving, TwinRealm importing, KindContract kind, ObjectNode record, String how, String outcome)
            throws IOException {
        List<String> views = kind.views(importing, record);
        AtomicReference<Map<String, JsonNode>> before = new AtomicReference<>();
        ImportAnswer answer;
        try (Poller poller = new Poller(() -> before.compareAndSet(null, NodeAnswers.by(serving, views)))) {
            poller.awaitRounds(1);
            answer = importing.imports().post(kind.kind() + "?" + how, Records.lines(List.of(record)));
        }
        assertThat(answer.count(outcome)).as("%s", answer.lines()).isEqualTo(1);

        Map<String, JsonNode> atOnce = NodeAnswers.by(serving, views);

        assertThat(atOnce).as(how + " " + record).isEqualTo(NodeAnswers.by(importing.admin(), views));
        assertThat(atOnce).as(how + " " + record).isNotEqualTo(before.get());
    }
}
