// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.visibility;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.assertj.core.api.Assumptions.assumeThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.keylift.it.TestRealms;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.MetricsPage;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.function.Predicate;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Timings and cluster events of two nodes, which {@link TwoNodesIT} shares. */
abstract class TwoNodesTimings {

    private static final String TIMINGS = "/admin/realms/master/request-timings";

    static TwoNodes nodes;
    static AdminHttp one;
    static AdminHttp other;

    @BeforeAll
    static void start() {
        nodes = new TwoNodes();
        one = nodes.admin(0);
        other = nodes.admin(1);
    }

    @AfterAll
    static void stop() {
        if (nodes != null) {
            nodes.close();
        }
    }

    /** Sessions live on either node: whoever does not own one asks the other, which is time in Infinispan. */
    @Test
    void eachNodeTimesItsOwnRequests() throws Exception {
        String calls = "/admin/realms/{realm}/client-policies/policies";
        for (int i = 0; i < 3; i++) {
            other.get("/admin/realms/master/client-policies/policies");
            other.get("/admin/realms/master/users?search=admin");
        }

        assertThat(timings(0)).noneMatch(timed -> timed.path("uri").asText().equals(calls));
        assertThat(timings(1))
                .filteredOn(timed -> timed.path("uri").asText().equals(calls))
                .singleElement()
                .satisfies(timed -> {
                    assertThat(timed.path("count").asInt()).isEqualTo(3);
                    double phases = 0;
                    for (JsonNode phase : timed.path("phases")) {
                        phases += phase.asDouble();
                    }
                    assertThat(phases).isCloseTo(timed.path("mean").asDouble(), within(1e-6));
                    assertThat(timed.at("/phases/infinispan").asDouble()).isPositive();
                });
    }

    /** A node receives no message of realms that another node removes: it looks for itself. */
    @Test
    void eachNodeTakesOutTheMetersOfRealmsThatTheOtherRemovesOrRenames() {
        for (String realm : List.of("to-be-removed", "to-be-renamed")) {
            TestRealms.create(one, realm);
            other.post("/admin/realms/" + realm + "/users", Map.of("username", "one"));
        }
        assertThat(realmsOfEvents(1)).contains("to-be-removed", "to-be-renamed");

        one.delete("/admin/realms/to-be-removed");
        one.put("/admin/realms/to-be-renamed", Map.of("realm", "renamed"));

        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(realmsOfEvents(1)).doesNotContain("to-be-removed", "to-be-renamed"));
        other.post("/admin/realms/renamed/users", Map.of("username", "two"));
        assertThat(realmsOfEvents(1)).contains("renamed");
    }

    @Test
    void oneAnswerHasTheTimingsOfBothNodes() {
        // An older release may have none.
        assumeThat(one.send("GET", TIMINGS + "?nodes=all", null).statusCode()).isNotIn(400, 404);
        for (int i = 0; i < 5; i++) {
            one.get("/admin/realms/master/authentication/flows");
            other.get("/admin/realms/master/authentication/flows");
            other.get("/admin/realms/master/authentication/flows");
        }

        JsonNode together = history(
                one, "?nodes=all", timings -> flows(timings).path("count").asInt() == 15);
        assertThat(together.get("nodes")).extracting(JsonNode::asText).contains(nameOf(0), nameOf(1));
        JsonNode apart = history(one, "?compare=node&node=" + nameOf(1), comparison -> true);
        assertThat(apart.at("/now/node").asText()).isEqualTo(nameOf(0));
        assertThat(flows(apart).at("/now/count").asInt()).isEqualTo(5);
        assertThat(flows(apart).at("/before/count").asInt()).isEqualTo(10);
        assertThat(flows(history(one, "?compare=node", comparison -> true))).isEqualTo(flows(apart));
    }

    private static JsonNode flows(JsonNode timings) {
        return StreamSupport.stream(timings.path("endpoints").spliterator(), false)
                .filter(endpoint -> endpoint.get("uri").asText().endsWith("/authentication/flows"))
                .findFirst()
                .orElse(MissingNode.getInstance());
    }

    /** A node answers two requests for the history in a second. */
    private static JsonNode history(AdminHttp node, String query, Predicate<JsonNode> isThere) {
        return await().atMost(Duration.ofSeconds(30))
                .pollInterval(Duration.ofMillis(600))
                .until(
                        () -> AdminHttp.parse(
                                node.send("GET", TIMINGS + query, null).body()),
                        found -> found.has("endpoints") && isThere.test(found));
    }

    /** The first node leaves, which may be one of an older release: the second tells of it. */
    @Test
    void aNodeTellsWhenAnotherLeavesAndWhenTheCachesRebalance() throws Exception {
        String leaving = nameOf(0);
        String staying = nameOf(1);
        int before = clusterEvents(1).size();
        nodes.node(0).stop();

        await().untilAsserted(() -> assertThat(clusterEvents(1, before)).anySatisfy(event -> {
            assertThat(event.get("kind").asText()).isEqualTo("view-change");
            assertThat(event.get("left")).extracting(JsonNode::asText).containsExactly(leaving);
            assertThat(event.get("joined")).isEmpty();
            assertThat(event.get("membersBefore").asInt()).isEqualTo(2);
            assertThat(event.get("membersAfter").asInt()).isEqualTo(1);
        }));
        assertThat(nameOf(1)).isEqualTo(staying);
        int alone = clusterEvents(1).size();
        Instant start = Instant.now();
        nodes.node(0).start();

        await().untilAsserted(() -> assertThat(clusterEvents(1, alone))
                .filteredOn(event -> event.get("kind").asText().equals("rebalance"))
                .anySatisfy(event -> {
                    assertThat(event.get("joined")).extracting(JsonNode::asText).containsExactly(nameOf(0));
                    assertThat(event.path("duration").asDouble()).isPositive();
                    assertThat(Instant.parse(event.get("at").asText())).isBetween(start, Instant.now());
                    assertThat(event.get("caches")).extracting(JsonNode::asText).contains("work", "sessions");
                }));
        MetricsPage metrics = new MetricsPage(nodes.node(1));
        assertThat(metrics.byTags("keycloak_cluster_events_total"))
                .hasEntrySatisfying(
                        Map.of("kind", "view-change"),
                        count -> assertThat(count).isGreaterThanOrEqualTo(2))
                .hasEntrySatisfying(
                        Map.of("kind", "rebalance"), count -> assertThat(count).isPositive())
                .containsEntry(Map.of("kind", "merge"), 0.0);
        assertThat(metrics.value("keycloak_cluster_rebalance_duration_seconds_sum"))
                .isPositive();
        assertThat(metrics.value("keycloak_cluster_rebalancing")).isZero();
    }

    /** As Infinispan's own meters have it. */
    private static String nameOf(int node) {
        return new MetricsPage(nodes.node(node))
                .samples("vendor_cluster_size")
                .get(0)
                .tags()
                .get("node");
    }

    /** The events since the node had this number of them, the newest first. */
    private static List<JsonNode> clusterEvents(int node, int before) throws IOException, InterruptedException {
        List<JsonNode> all = clusterEvents(node);
        return all.subList(0, all.size() - before);
    }

    private static List<JsonNode> clusterEvents(int node) throws IOException, InterruptedException {
        return managed(node, "/request-timings/events?max=200", "events");
    }

    private static List<String> realmsOfEvents(int node) {
        return new MetricsPage(nodes.node(node))
                .byTags("keycloak_admin_events_total").keySet().stream()
                        .map(tags -> tags.get("realm"))
                        .distinct()
                        .toList();
    }

    private static List<JsonNode> timings(int node) throws IOException, InterruptedException {
        return managed(node, "/request-timings?max=1000", "endpoints");
    }

    /** A list of an answer of the management interface. */
    private static List<JsonNode> managed(int node, String path, String list) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(
                        nodes.node(node).managementUrl().resolve(path))
                .build();
        JsonNode answer = AdminHttp.parse(HttpClient.newHttpClient()
                .send(request, BodyHandlers.ofString())
                .body());
        return StreamSupport.stream(answer.path(list).spliterator(), false).toList();
    }
}
