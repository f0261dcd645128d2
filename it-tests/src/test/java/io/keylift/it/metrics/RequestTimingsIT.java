// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.SecondTier;
import io.keylift.it.TestRealms;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.Callers;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.Map;
import java.util.stream.DoubleStream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** The timings of the last minutes, compared with those of another observer for the same requests. */
@OnMeteredServer
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RequestTimingsIT {

    private static final String USERS = "/admin/realms/{realm}/users";
    private static final String MASTER = "/admin/realms/master/request-timings";
    private static final int REQUESTS = 60;

    private final HttpClient http = HttpClient.newHttpClient();
    private MeteredServer server;

    @BeforeAll
    void server(MeteredServer metered) {
        server = metered;
    }

    @AfterEach
    void noRealms() {
        server.admin().get("/admin/realms").forEach(realm -> {
            String name = realm.get("realm").asText();
            if (!name.equals("master")) {
                server.admin().delete("/admin/realms/" + name);
            }
        });
    }

    @Test
    void figuresAreThoseOfTheRequests() {
        realm("timed");
        for (int i = 0; i < REQUESTS; i++) {
            server.admin().get("/admin/realms/timed/users?max=" + (i + 1));
        }
        server.settle();

        JsonNode timings = server.admin().get("/admin/realms/timed/request-timings");
        assertThat(timings.get("realm").asText()).isEqualTo("timed");
        assertThat(timings.get("unit").asText()).isEqualTo("seconds");
        double error = timings.get("relativeError").asDouble();
        JsonNode users = endpoint(timings, "GET", USERS);
        double[] seen = server.requests("GET", USERS).stream()
                .filter(request -> request.get("pathRealm").asText().equals("timed"))
                .mapToDouble(request -> request.get("nanos").asLong() / 1e9)
                .sorted()
                .toArray();
        double total = DoubleStream.of(seen).sum();
        assertThat(seen).hasSize(REQUESTS);
        assertThat(users.get("count").asInt()).isEqualTo(REQUESTS);
        assertThat(users.get("total").asDouble()).isCloseTo(total, within(1e-9));
        assertThat(users.get("mean").asDouble()).isCloseTo(total / REQUESTS, within(1e-9));
        assertAbove(users, "p50", seen[REQUESTS / 2 - 1], error);
        assertAbove(users, "p95", seen[57 - 1], error);
        assertAbove(users, "p99", seen[REQUESTS - 1], error);
        assertAbove(users, "max", seen[REQUESTS - 1], error);
        double phases = 0;
        for (JsonNode phase : users.get("phases")) {
            phases += phase.asDouble();
        }
        assertThat(phases).isCloseTo(users.get("mean").asDouble(), within(1e-9));
        assertThat(users.at("/phases/sql").asDouble()).isPositive();
        assertThat(users.get("statements").asDouble()).isGreaterThanOrEqualTo(1);
    }

    private static void assertAbove(JsonNode users, String figure, double seconds, double error) {
        assertThat(users.get(figure).asDouble()).as(figure).isBetween(seconds, seconds * (1 + error));
    }

    @Test
    void theManagementInterfaceHasTheRequestsOfAllRealms() throws Exception {
        realm("managed");
        server.admin().get("/admin/realms/master/users");
        server.settle();
        int before = managed();
        int seenBefore = server.requests("GET", USERS).size();
        server.admin().get("/admin/realms/master/users");
        server.admin().get("/admin/realms/managed/users");
        server.settle();

        assertThat(managed() - before).isEqualTo(2);
        assertThat(server.requests("GET", USERS)).hasSize(seenBefore + 2);
    }

    private int managed() throws IOException, InterruptedException {
        JsonNode timings = AdminHttp.parse(management("").body());
        assertThat(timings.has("realm")).isFalse();
        assertThat(timings.get("from").asText()).isLessThan(timings.get("to").asText());
        return endpoint(timings, "GET", USERS).get("count").asInt();
    }

    @ParameterizedTest
    @ValueSource(strings = {"total", "count", "p50", "p95", "p99"})
    void theMostComeFirst(String sort) {
        server.admin().get("/admin/realms/master/users");
        server.admin().get("/admin/realms/master/clients");
        server.settle();
        JsonNode timings = server.admin().get(MASTER + "?sort=" + sort);

        assertThat(timings.get("sort").asText()).isEqualTo(sort);
        assertThat(timings.get("endpoints")).hasSizeGreaterThan(3);
        assertThat(timings.get("endpoints").findValues(sort).stream().map(JsonNode::asDouble))
                .isSortedAccordingTo((one, next) -> Double.compare(next, one));
    }

    @ParameterizedTest
    @ValueSource(strings = {"pool_wait", "sql", "commit", "hash", "infinispan", "queue", "cpu", "rest"})
    void endpointsAreSortedByPhasesToo(String phase) throws Exception {
        server.admin().get("/admin/realms/master/users");
        AdminHttp.master(server.keycloak().baseUrl()).token();
        server.settle();
        JsonNode timings = AdminHttp.parse(management("?sort=" + phase).body());

        assertThat(timings.get("sort").asText()).isEqualTo(phase);
        assertThat(StreamSupport.stream(timings.get("endpoints").spliterator(), false)
                        .map(endpoint -> endpoint.at("/phases/" + phase).asDouble()
                                * endpoint.get("count").asInt()))
                .isSortedAccordingTo((one, next) -> Math.abs(next - one) < 1e-9 ? 0 : Double.compare(next, one));
    }

    @Test
    void pagesFollowEachOther() {
        server.admin().get("/admin/realms/master/users");
        server.admin().get("/admin/realms/master/clients");
        server.settle();
        JsonNode all = server.admin().get(MASTER + "?sort=p99&max=10000");
        JsonNode second = server.admin().get(MASTER + "?sort=p99&first=1&max=1");

        assertThat(all.get("endpoints")).hasSize(all.get("endpointCount").asInt());
        assertThat(second.get("endpoints")).hasSize(1);
        assertThat(second.at("/endpoints/0/uri")).isEqualTo(all.at("/endpoints/1/uri"));
    }

    @ParameterizedTest
    @CsvSource({
        "sort=mean, Query parameter `sort` must be one of total",
        "first=-1, Query parameter `first` must be",
        "max=many, Query parameter `max` must be",
        "bogus=1, 'Unknown query parameter; known parameters: sort, first, max'"
    })
    void aBadValueIsRefused(String query, String message) throws Exception {
        HttpResponse<String> answer = server.admin().send("GET", MASTER + "?" + query, null);
        HttpResponse<String> management = management("?" + query);

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(AdminHttp.parse(answer.body()).get("errorMessage").asText()).startsWith(message);
        assertThat(management.statusCode()).isEqualTo(400);
        assertThat(AdminHttp.parse(management.body()).get("errorMessage").asText())
                .startsWith(message);
    }

    /** The management interface shows all realms together, to any caller. */
    @Test
    void theManagementInterfaceTellsOfNoRealmAlone() throws Exception {
        assertThat(management("?realm=master").statusCode()).isEqualTo(400);
    }

    @Test
    void theManagementInterfaceAnswersWhoeverAsksForTheHeadAlone() throws Exception {
        HttpRequest request = HttpRequest.newBuilder(
                        server.keycloak().managementUrl().resolve("/request-timings"))
                .method("HEAD", HttpRequest.BodyPublishers.noBody())
                .build();
        HttpResponse<String> head = http.send(request, BodyHandlers.ofString());

        assertThat(head.statusCode()).isEqualTo(200);
        assertThat(head.headers().firstValue("Content-Type")).contains("application/json");
        assertThat(head.body()).isEmpty();
    }

    @Test
    void aRealmSeesItsOwnRequestsOnly() {
        realm("own");
        realm("theirs");
        server.admin().get("/admin/realms/own/users");
        server.admin().get("/admin/realms/theirs/users");
        server.admin().get("/admin/realms/theirs/roles");
        AdminHttp viewer = callers("own").with("view-realm");
        server.settle();

        JsonNode own = viewer.get("/admin/realms/own/request-timings");
        assertThat(endpoint(own, "GET", USERS).get("count").asInt()).isEqualTo(requests("own", USERS));
        assertThat(own.get("endpoints").findValuesAsText("uri")).doesNotContain("/admin/realms/{realm}/roles");
        assertThat(viewer.get("/admin/realms/own/request-timings?realm=own")
                        .get("realm")
                        .asText())
                .isEqualTo("own");
        assertStatus(400, viewer, "/admin/realms/own/request-timings?realm=theirs");
        assertStatus(403, viewer, "/admin/realms/theirs/request-timings");
        assertStatus(403, viewer, MASTER);
    }

    @Test
    void withoutTheRightToViewTheRealmThereIsNothing() throws Exception {
        realm("mine");
        String path = "/admin/realms/mine/request-timings";

        assertStatus(403, callers("mine").with("view-users", "view-events", "query-realms"), path);
        assertStatus(403, callers("mine").with("view-users", "view-events", "query-realms"), path + "?sort=nonsense");
        assertStatus(200, callers("mine").with("manage-realm"), path);
        HttpRequest nobody = HttpRequest.newBuilder(server.keycloak().baseUrl().resolve(path))
                .build();
        assertThat(http.send(nobody, BodyHandlers.ofString()).statusCode()).isEqualTo(401);
    }

    @Test
    void theRealmOfAdministratorsSeesAllAndEach() {
        realm("one-of-two");
        realm("two-of-two");
        server.admin().get("/admin/realms/master/users");
        server.settle();
        int before = count(MASTER);
        server.admin().get("/admin/realms/one-of-two/users");
        server.admin().get("/admin/realms/two-of-two/users");
        server.settle();

        assertThat(count(MASTER)).isEqualTo(before + 2);
        assertThat(count(MASTER + "?realm=one-of-two")).isEqualTo(1);
        assertThat(count(MASTER + "?realm=master")).isEqualTo(requests("master", USERS));
        assertNoRealm("nowhere");
    }

    @Test
    @SecondTier
    void nothingThatClientsMakeUpIsKept() throws Exception {
        for (int i = 0; i < 3; i++) {
            madeUp(i);
        }
        server.settle();
        int before = AdminHttp.parse(management("").body()).get("endpointCount").asInt();
        for (int i = 3; i < 200; i++) {
            madeUp(i);
        }
        server.settle();

        HttpResponse<String> after = management("?max=10000");
        assertThat(AdminHttp.parse(after.body()).get("endpointCount").asInt()).isEqualTo(before);
        assertThat(after.body()).doesNotContain("made-up");
        assertNoRealm("made-up-150");
    }

    /** Each time with other paths, another realm, another method. */
    private void madeUp(int number) throws Exception {
        String name = "made-up-" + number;
        call("GET", "/" + name + "/" + name);
        call("GET", "/realms/" + name);
        call("GET", "/admin/realms/" + name + "/users/" + name);
        call("GET", "/admin/realms/" + name + "/request-timings");
        call("MADEUP" + number, "/realms/master");
    }

    private void call(String method, String path) throws Exception {
        HttpRequest request = HttpRequest.newBuilder(server.keycloak().baseUrl().resolve(path))
                .method(method, HttpRequest.BodyPublishers.noBody())
                .build();
        http.send(request, BodyHandlers.discarding());
    }

    @Test
    @SecondTier
    void realmsBeyondTheLimitAreSeenTogetherWithAllOthers() {
        server.admin().get("/admin/realms/master/users");
        server.settle();
        int before = count(MASTER);
        for (int i = 1; i <= MeteredServer.TIMED_REALMS; i++) {
            realm("many-" + i);
            server.admin().get("/admin/realms/many-" + i + "/users");
        }
        server.settle();

        int beyond = MeteredServer.TIMED_REALMS;
        assertThat(count(MASTER + "?realm=many-1")).isEqualTo(1);
        assertThat(server.admin().get(MASTER + "?realm=many-" + beyond).get("endpoints"))
                .isEmpty();
        assertThat(server.admin()
                        .get("/admin/realms/many-" + beyond + "/request-timings")
                        .get("endpoints"))
                .isEmpty();
        assertThat(count(MASTER)).isEqualTo(before + beyond);
    }

    @Test
    void aRealmThatIsRemovedIsForgotten() {
        realm("short-lived");
        server.admin().get("/admin/realms/short-lived/users");
        server.settle();
        assertThat(count(MASTER + "?realm=short-lived")).isEqualTo(1);

        server.admin().delete("/admin/realms/short-lived");
        server.settle();
        assertNoRealm("short-lived");

        realm("short-lived");
        assertThat(server.admin()
                        .get(MASTER + "?realm=short-lived")
                        .get("endpoints")
                        .findValuesAsText("uri"))
                .doesNotContain(USERS);
    }

    @Test
    void aRealmDoesNotSeeTheRequestsOfOneThatHadItsName() {
        realm("first");
        server.admin().get("/admin/realms/first/users");
        server.settle();
        assertThat(count(MASTER + "?realm=first")).isEqualTo(1);
        server.admin().put("/admin/realms/first", Map.of("realm", "renamed"));
        realm("first");
        server.settle();

        assertThat(server.admin().get(MASTER + "?realm=first").get("endpoints").findValuesAsText("uri"))
                .doesNotContain(USERS);
    }

    @Test
    void serverInfoShowsTheEffectiveOptions() {
        JsonNode info = server.admin()
                .get("/admin/serverinfo")
                .at("/providers/keylift-request-observer/providers/request-timings/operationalInfo");

        assertThat(info)
                .isEqualTo(AdminHttp.JSON.valueToTree(Map.of(
                        "window-minutes",
                        "60",
                        "max-endpoints",
                        "2000",
                        "max-realms",
                        "" + MeteredServer.TIMED_REALMS,
                        "max-statements",
                        "5000")));
    }

    private void assertNoRealm(String name) {
        HttpResponse<String> answer = server.admin().send("GET", MASTER + "?realm=" + name, null);

        assertThat(answer.statusCode()).isEqualTo(400);
        assertThat(AdminHttp.parse(answer.body()).get("errorMessage").asText()).startsWith("The server has no realm");
    }

    private int count(String path) {
        return endpoint(server.admin().get(path), "GET", USERS).get("count").asInt();
    }

    /** Requests for users of this realm that the other observer has seen. */
    private int requests(String realm, String uri) {
        List<JsonNode> found = server.requests("GET", uri).stream()
                .filter(request -> request.get("pathRealm").asText().equals(realm))
                .toList();
        return found.size();
    }

    private static JsonNode endpoint(JsonNode timings, String method, String uri) {
        return StreamSupport.stream(timings.get("endpoints").spliterator(), false)
                .filter(endpoint -> endpoint.get("uri").asText().equals(uri))
                .filter(endpoint -> endpoint.get("method").asText().equals(method))
                .findFirst()
                .orElseThrow(() -> new AssertionError("No " + method + " " + uri + " in " + timings));
    }

    private static void assertStatus(int status, AdminHttp caller, String path) {
        assertThat(caller.send("GET", path, null).statusCode()).as(path).isEqualTo(status);
    }

    private HttpResponse<String> management(String query) throws IOException, InterruptedException {
        HttpRequest request = HttpRequest.newBuilder(
                        server.keycloak().managementUrl().resolve("/request-timings" + query))
                .build();
        return http.send(request, BodyHandlers.ofString());
    }

    /** By the Admin API, which tells that there is the realm. */
    private void realm(String name) {
        TestRealms.createByAdminApi(server.admin(), Map.of("realm", name, "enabled", true));
    }

    private Callers callers(String realm) {
        return new Callers(server.keycloak(), server.admin(), realm);
    }
}
