// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.TestRealms;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.rights.CallerSignIn;
import io.keylift.it.imports.support.Sql;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;

/** The callers of requests, and the statements that requests execute. */
@Order(5)
@OnMeteredServer
class CallersAndStatementsIT {

    private static final String REALM = "who";
    private static final String TOKEN = "/realms/{realm}/protocol/{protocol}/token";
    private static final String CLIENTS = "/admin/realms/{realm}/clients";
    private static final String TIMINGS = "/admin/realms/master/request-timings";

    /** The server reads them one by one. */
    private static final int MANY_CLIENTS = 25;

    /** Calls and rows of each statement, as the database counts them. */
    private static final String CALLS = """
            select query, calls::text, rows::text from pg_stat_statements s join pg_database d on d.oid = s.dbid
            where d.datname = current_database()
            """;

    private static final Pattern PARAMETER = Pattern.compile("\\$\\d+");
    private static final Pattern COMMENT = Pattern.compile(" */\\*.*?\\*/");
    private static final Pattern COMMENTED =
            Pattern.compile("(?s).* /\\*route='%2F[\\w%.-]+',traceparent='00-[0-9a-f]{32}-[0-9a-f]{16}-01'\\*/");
    private static final Pattern LIST = Pattern.compile("\\?(,\\?)+");

    private final HttpClient http = HttpClient.newHttpClient();
    private MeteredServer server;

    @BeforeEach
    void realm(MeteredServer metered) {
        server = metered;
        TestRealms.create(server.admin(), REALM);
    }

    @AfterEach
    void noRealm() {
        server.admin().delete("/admin/realms/" + REALM);
    }

    @Test
    void tokenRequestsAreToldApartByGrantType() throws Exception {
        Map<String, String> client = Map.of("client_id", "service", "client_secret", "of-the-service");
        server.admin()
                .post(
                        "/admin/realms/" + REALM + "/clients",
                        Map.of(
                                "clientId",
                                "service",
                                "secret",
                                "of-the-service",
                                "serviceAccountsEnabled",
                                true,
                                "directAccessGrantsEnabled",
                                true));
        server.settle();
        int before = server.requests("POST", TOKEN).size();
        for (String user : List.of("password", "password", "client_credentials", "made-up-by-a-client")) {
            token(client, Map.of("grant_type", user, "username", "nobody", "password", "none"));
        }
        token(client, Map.of());
        server.settle();

        assertThat(server.requests("POST", TOKEN).stream()
                        .skip(before)
                        .filter(request -> request.path("realm").asText().equals(REALM))
                        .map(request -> request.get("grantType").asText()))
                .containsExactly("password", "password", "client_credentials", "other", "other");
        Map<String, Integer> rows = new HashMap<>();
        endpoints("/admin/realms/" + REALM + "/request-timings")
                .filter(row -> row.get("uri").asText().equals(TOKEN))
                .forEach(row ->
                        rows.put(row.get("grantType").asText(), row.get("count").asInt()));
        assertThat(rows).isEqualTo(Map.of("password", 2, "client_credentials", 1, "other", 2));
        assertThat(endpoints(TIMINGS).filter(row -> row.get("uri").asText().equals(CLIENTS)))
                .isNotEmpty()
                .noneMatch(row -> row.has("grantType"));
        assertThat(server.metrics().byTags("keycloak_request_duration_seconds_count").keySet().stream()
                        .filter(tags -> tags.get("uri").equals(TOKEN))
                        .map(tags -> tags.get("grant_type")))
                .contains("password", "client_credentials", "other")
                .doesNotContain("none", "made-up-by-a-client");
        await().untilAsserted(() -> assertThat(server.traces().spans().stream()
                        .flatMap(span -> span.getAttributesList().stream())
                        .filter(attribute -> attribute.getKey().equals("keycloak.request.grant_type"))
                        .map(attribute -> attribute.getValue().getStringValue()))
                .contains("password", "client_credentials", "other")
                .doesNotContain("made-up-by-a-client"));
    }

    /** A request that does not end during the test. */
    @Test
    void aRequestInFlightTellsItsClient() {
        server.admin()
                .post(
                        "/admin/realms/" + REALM + "/clients",
                        Map.of("clientId", "stalled", "publicClient", true, "directAccessGrantsEnabled", true));
        String inFlight = "/admin/realms/" + REALM + "/request-timings/in-flight";
        server.admin().get(inFlight);
        CompletableFuture<HttpResponse<Void>> stalled;
        try (Sql sql = new Sql(server.database())) {
            sql.begin();
            sql.execute("lock table user_entity in access exclusive mode");
            stalled = http.sendAsync(
                    tokenRequest(
                            Map.of("client_id", "stalled"),
                            Map.of("grant_type", "password", "username", "nobody", "password", "none")),
                    BodyHandlers.discarding());
            // A node answers two of these requests in a second.
            await().pollInterval(Duration.ofMillis(600))
                    .untilAsserted(() -> assertThat(AdminHttp.parse(server.admin()
                                            .send("GET", inFlight, null)
                                            .body())
                                    .path("requests"))
                            .anySatisfy(request -> {
                                assertThat(request.get("uri").asText()).isEqualTo(TOKEN);
                                assertThat(request.get("phase").asText()).isEqualTo("sql");
                                assertThat(request.path("client").asText()).isEqualTo("stalled");
                            }));
            sql.rollback();
        }
        stalled.join();
    }

    private void token(Map<String, String> client, Map<String, String> form) throws Exception {
        http.send(tokenRequest(client, form), BodyHandlers.discarding());
    }

    private HttpRequest tokenRequest(Map<String, String> client, Map<String, String> form) {
        Map<String, String> all = new TreeMap<>(client);
        all.putAll(form);
        StringBuilder body = new StringBuilder();
        all.forEach((name, value) -> body.append(name).append('=').append(value).append('&'));
        return HttpRequest.newBuilder(
                        server.keycloak().baseUrl().resolve("/realms/" + REALM + "/protocol/openid-connect/token"))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(body.toString()))
                .build();
    }

    private Stream<JsonNode> endpoints(String path) {
        return StreamSupport.stream(
                server.admin().get(path + "?max=1000").get("endpoints").spliterator(), false);
    }

    /** A form verifies a password, and hardly anything else. */
    @Test
    void theStepsOfASignInAreTimed() {
        server.admin()
                .post(
                        "/admin/realms/" + REALM + "/clients",
                        Map.of("clientId", "app", "publicClient", true, "redirectUris", List.of("*")));
        server.admin()
                .post(
                        "/admin/realms/" + REALM + "/users",
                        Map.of(
                                "username", "ada",
                                "enabled", true,
                                "firstName", "Ada",
                                "lastName", "Lovelace",
                                "email", "ada@example.org",
                                "credentials", List.of(Map.of("type", "password", "value", "of-ada"))));
        new CallerSignIn(server.keycloak().baseUrl(), REALM, "app").byCode("ada", "of-ada");
        server.settle();

        assertThat(steps("GET", "/realms/{realm}/protocol/{protocol}/auth"))
                .contains("auth-cookie", "auth-username-password-form");
        assertThat(steps("POST", TOKEN)).contains("client-secret");
        JsonNode signIn = last("POST", "/realms/{realm}/login-actions/authenticate");
        long form = signIn.get("steps")
                .valueStream()
                .filter(step -> step.get("authenticator").asText().equals("auth-username-password-form"))
                .mapToLong(step -> step.get("nanos").asLong())
                .sum();
        System.out.printf(
                "Sign-in: form %.3f s, hash %.3f s%n",
                form / 1e9, signIn.get("hash").asLong() / 1e9);
        assertThat(form)
                .isBetween(signIn.get("hash").asLong(), signIn.get("nanos").asLong());
        assertThat(server.metrics().byTags("keycloak_authentication_step_seconds_count"))
                .containsKey(Map.of("authenticator", "auth-username-password-form"));
        await().untilAsserted(() -> assertThat(server.traces().spans().stream()
                        .flatMap(span -> span.getEventsList().stream())
                        .filter(event -> event.getName().equals("keycloak.authentication.step"))
                        .flatMap(event -> event.getAttributesList().stream())
                        .map(attribute -> attribute.getValue().getStringValue()))
                .contains("auth-cookie", "auth-username-password-form", "client-secret"));
    }

    private JsonNode last(String method, String uri) {
        List<JsonNode> all = server.requests(method, uri);
        return all.get(all.size() - 1);
    }

    private List<String> steps(String method, String uri) {
        return last(method, uri)
                .get("steps")
                .valueStream()
                .map(step -> step.get("authenticator").asText())
                .toList();
    }

    @Test
    void statementsAreThoseThatTheDatabaseCounts() throws Exception {
        manyClients();
        try (Sql sql = new Sql(server.database())) {
            sql.execute("create extension if not exists pg_stat_statements");
            server.settle();
            int before = server.requests().size();
            sql.strings("select pg_stat_statements_reset()::text");
            server.admin().get("/admin/realms/" + REALM + "/clients");
            server.admin().get("/admin/realms/" + REALM + "/users");
            server.admin().put("/admin/realms/" + REALM, Map.of("displayName", "Who"));
            server.settle();

            List<List<String>> theirs = sql.rows(CALLS);
            List<JsonNode> ours = server.requests().stream().skip(before).toList();
            assertSame(sums(ours, "byStatement"), sums(theirs, 1));
            assertSame(sums(ours, "rows"), sums(theirs, 2));
        }
    }

    /** The database has those of the background, too. */
    private static void assertSame(Map<String, Long> ours, Map<String, Long> theirs) {
        assertThat(ours).hasSizeGreaterThan(10);
        assertThat(ours.values()).anyMatch(sum -> sum > MANY_CLIENTS);
        theirs.keySet().retainAll(ours.keySet());
        assertThat(ours).isEqualTo(theirs);
    }

    private static Map<String, Long> sums(List<JsonNode> requests, String figure) {
        Map<String, Long> sums = new TreeMap<>();
        requests.forEach(request -> request.get(figure)
                .properties()
                .forEach(use -> sums.merge(use.getKey(), use.getValue().asLong(), Long::sum)));
        return sums;
    }

    private static Map<String, Long> sums(List<List<String>> rows, int column) {
        Map<String, Long> sums = new TreeMap<>();
        rows.forEach(row -> sums.merge(shape(row.get(0)), Long.parseLong(row.get(column)), Long::sum));
        return sums;
    }

    private static String shape(String query) {
        String text = PARAMETER.matcher(query).replaceAll("?");
        text = COMMENT.matcher(text).replaceAll("");
        return LIST.matcher(text).replaceAll("?,...");
    }

    /** The result has the statement, and how often one request executed it. */
    @Test
    void aStatementForEachRowIsFound() throws Exception {
        manyClients();
        server.admin().get("/admin/realms/" + REALM + "/clients");
        server.settle();

        List<JsonNode> repeated =
                statements("?repeated=true&sort=most&method=GET&uri=/admin/realms/%7Brealm%7D/clients");

        assertThat(repeated).isNotEmpty().allSatisfy(statement -> {
            assertThat(statement.get("uri").asText()).isEqualTo(CLIENTS);
            assertThat(statement.get("repeated").asBoolean()).isTrue();
        });
        assertThat(repeated).anySatisfy(statement -> {
            assertThat(statement.get("statement").asText())
                    .contains(" from CLIENT ")
                    .endsWith(".ID=?");
            assertThat(statement.get("most").asInt()).isBetween(MANY_CLIENTS, 2 * MANY_CLIENTS);
            assertThat(statement.get("total").asDouble()).isPositive();
            assertThat(statement.get("rows").asLong())
                    .isEqualTo(statement.get("count").asLong());
        });
        long most = server.requests("GET", CLIENTS).stream()
                .flatMap(request -> request.get("byStatement").valueStream())
                .mapToLong(JsonNode::asLong)
                .max()
                .orElseThrow();
        assertThat(repeated.get(0).get("most").asLong()).isEqualTo(most);
    }

    private void manyClients() {
        for (int i = 0; i < MANY_CLIENTS; i++) {
            server.admin().post("/admin/realms/" + REALM + "/clients", Map.of("clientId", "one-of-many-" + i));
        }
    }

    private List<JsonNode> statements(String query) throws IOException, InterruptedException {
        HttpResponse<String> answer = http.send(
                HttpRequest.newBuilder(server.keycloak().managementUrl().resolve("/request-timings/statements" + query))
                        .build(),
                BodyHandlers.ofString());
        assertThat(answer.statusCode()).isEqualTo(200);
        return StreamSupport.stream(
                        AdminHttp.parse(answer.body()).get("statements").spliterator(), false)
                .toList();
    }

    @Test
    void heavyHittersHaveTheTimeOfTheirRequests() throws Exception {
        server.settle();
        int before = server.requests().size();
        for (int i = 0; i < 3; i++) {
            token(Map.of("client_id", "admin-cli"), Map.of("grant_type", "password", "username", "nobody"));
            server.admin().get("/admin/realms/" + REALM + "/users");
        }
        server.settle();

        Map<String, Double> expected = new HashMap<>();
        server.requests().stream()
                .skip(before)
                .filter(request -> request.path("realm").asText().equals(REALM))
                .forEach(request -> expected.merge(
                        request.path("clientId").asText(), request.get("nanos").asLong() / 1e9, Double::sum));
        JsonNode found = server.admin().get("/admin/realms/" + REALM + "/request-timings/heavy-hitters?max=200");
        assertThat(found.get("heavyHitters")).hasSizeGreaterThanOrEqualTo(1).allSatisfy(hitter -> {
            assertThat(hitter.get("realm").asText()).isEqualTo(REALM);
            assertThat(hitter.has("pathRealm")).isFalse();
            assertThat(hitter.get("error").asDouble()).isZero();
            assertThat(hitter.get("total").asDouble())
                    .isCloseTo(expected.get(hitter.path("client").asText()), within(1e-9));
        });
        assertThat(server.admin().get(TIMINGS + "/heavy-hitters?max=200").get("heavyHitters"))
                .anySatisfy(hitter -> {
                    assertThat(hitter.path("realm").asText()).isEqualTo("master");
                    assertThat(hitter.path("client").asText()).isEqualTo("admin-cli");
                    assertThat(hitter.path("pathRealm").asText()).isEqualTo(REALM);
                });
        assertThat(StreamSupport.stream(
                                server.admin()
                                        .get(TIMINGS + "/heavy-hitters?by=realm")
                                        .get("heavyHitters")
                                        .spliterator(),
                                false)
                        .map(hitter -> hitter.path("realm").asText()))
                .contains("master", REALM);
    }

    /** Names and values are no part of it. */
    @Test
    void theDatabaseSeesTheRouteOfAStatement() {
        try (Sql sql = new Sql(server.database())) {
            sql.execute("create extension if not exists pg_stat_statements");
            sql.strings("select pg_stat_statements_reset()::text");
            server.admin().get("/admin/realms/" + REALM + "/clients");

            List<String> seen = sql.rows(CALLS).stream()
                    .map(row -> row.get(0))
                    .filter(query -> query.contains("CLIENT"))
                    .toList();
            assertThat(seen)
                    .isNotEmpty()
                    .allMatch(query -> COMMENTED.matcher(query).matches())
                    .noneMatch(query -> query.contains(REALM + "%2F"));
        }
    }
}
