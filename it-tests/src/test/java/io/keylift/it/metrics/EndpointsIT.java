// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.TestRealms;
import io.keylift.it.imports.support.Sql;
import java.io.IOException;
import java.io.InputStream;
import java.net.Socket;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** All types of requests are timed, under names that no client can choose. */
@OnMeteredServer
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class EndpointsIT {

    private static final String USERS = "/admin/realms/{realm}/users";
    private static final int LISTED = 1_000;
    private static final int MULTIPLEXED = 20;

    /** Together more than the buffers of a connection hold. */
    private static final int LONG_TEXTS = 16;

    private static final int LONG_TEXT = 1_000_000;
    private static final Duration SLOWNESS = Duration.ofSeconds(2);

    private final HttpClient http = HttpClient.newHttpClient();
    private MeteredServer server;

    @BeforeAll
    void server(MeteredServer metered) {
        server = metered;
        server.admin().get("/admin/realms/master/users");
    }

    @Test
    void aStreamedListIsTimedToItsEnd() {
        server.admin().get("/admin/realms/master/users");

        JsonNode request = last("GET", USERS);
        assertThat(request.get("status").asInt()).isEqualTo(200);
        assertThat(request.get("sql").asLong()).isPositive();
        assertThat(request.get("waits")).hasSize(1);
        assertThat(request.get("uses")).hasSize(1);
        assertThat(request.get("uses").get(0).asLong())
                .isBetween(1L, request.get("nanos").asLong());
    }

    @Test
    void whatIsNotThereHasTheTemplateOfWhereItWouldBe() {
        server.admin().send("GET", "/admin/realms/master/users/no-such-user", null);

        JsonNode request = last("GET", USERS + "/{user-id}");
        assertThat(request.get("status").asInt()).isEqualTo(404);
    }

    @Test
    void aPathThatLeadsNowhereIsNotFound() {
        server.admin().send("GET", "/no/such/path", null);

        JsonNode request = last("GET", "NOT_FOUND");
        assertThat(request.get("status").asInt()).isEqualTo(404);
        assertThat(request.get("nanos").asLong()).isPositive();
    }

    /** The server rejects an unknown caller or realm before the endpoint: such a request counts under a constant. */
    @Test
    void whoIsRefusedOnTheWayIsNotAtTheEndpointWhereThatHappens() throws Exception {
        HttpRequest stranger = HttpRequest.newBuilder(
                        server.keycloak().baseUrl().resolve("/admin/realms/master/users"))
                .header("Authorization", "Bearer nonsense")
                .build();
        int unauthorized = http.send(stranger, BodyHandlers.discarding()).statusCode();
        int notFound = server.admin()
                .send("GET", "/admin/realms/no-such-realm/users", null)
                .statusCode();

        assertThat(unauthorized).isEqualTo(401);
        assertThat(notFound).isEqualTo(404);
        assertThat(last("GET", "UNAUTHORIZED").get("status").asInt()).isEqualTo(401);
        assertThat(last("GET", "NOT_FOUND").get("status").asInt()).isEqualTo(404);
        assertThat(server.requests())
                .filteredOn(request -> request.get("uri").asText().matches("/admin/realms(/\\{realm})?"))
                .noneMatch(request -> request.get("status").asInt() >= 400);
    }

    /** The driver closes it at once: from then on it is of no connection's name. */
    @Test
    void aConnectionThatBreaksWhileItIsHeldIsLetGo() {
        server.admin().get("/admin/realms/master/users");
        try (Sql sql = new Sql(server.database());
                Sql watch = new Sql(server.database())) {
            sql.begin();
            sql.execute("lock table user_entity in access exclusive mode");
            CompletableFuture<Integer> status = CompletableFuture.supplyAsync(() -> server.admin()
                    .send("GET", "/admin/realms/master/users", null)
                    .statusCode());
            await().until(() -> waitingForLocks(watch) > 0);
            watch.number(
                    "select count(pg_terminate_backend(pid)) from pg_stat_activity where wait_event_type = 'Lock'");
            assertThat(status.join()).isGreaterThanOrEqualTo(400);
            sql.rollback();
        }

        JsonNode request = last("GET", USERS);
        assertThat(request.get("status").asInt()).isGreaterThanOrEqualTo(400);
        assertThat(request.get("uses")).hasSameSizeAs(request.get("waits")).isNotEmpty();
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(server.instances("io.keylift.metrics.database.ConnectionUse$Use"))
                        .isZero());
    }

    @Test
    void aRedirectIsTimed() throws Exception {
        int status = http.send(
                        HttpRequest.newBuilder(server.keycloak().baseUrl().resolve("/"))
                                .build(),
                        BodyHandlers.discarding())
                .statusCode();
        server.settle();

        assertThat(status).isEqualTo(302);
        assertThat(server.requests())
                .anySatisfy(request -> assertThat(request.get("status").asInt()).isEqualTo(302));
    }

    @Test
    void aRequestThatIsRefusedIsTimed() {
        server.admin().send("POST", "/admin/realms/master/users", "no JSON");

        JsonNode request = last("POST", USERS);
        assertThat(request.get("status").asInt()).isEqualTo(400);
    }

    /** The database refuses to commit it. */
    @Test
    void aRequestThatFailsIsTimed() {
        int status = CommitRefusal.of(
                server.database(),
                "keycloak_group",
                () -> server.admin()
                        .send("POST", "/admin/realms/master/groups", Map.of("name", "refused"))
                        .statusCode());

        JsonNode request = last("POST", "/admin/realms/{realm}/groups");
        assertThat(status).isEqualTo(500);
        assertThat(request.get("status").asInt()).isEqualTo(500);
        assertThat(request.get("aborted").asBoolean()).isFalse();
        assertThat(request.get("sql").asLong()).isPositive();
        assertThat(request.get("commit").asLong()).isPositive();
        assertThat(request.get("uses")).hasSameSizeAs(request.get("waits"));
    }

    /** Most of it waits for a client that takes its time. */
    @Test
    void aStreamedListIsTimedUntilItsClientHasTakenIt() throws IOException {
        TestRealms.create(server.admin(), "long-list");
        for (int i = 0; i < LONG_TEXTS; i++) {
            server.admin()
                    .post(
                            "/admin/realms/long-list/clients",
                            Map.of("clientId", "long-" + i, "attributes", Map.of("text", "x".repeat(LONG_TEXT))));
        }
        long pause;
        long all;
        try (Socket socket = send("GET", "/admin/realms/long-list/clients", "Connection: close\r\n")) {
            InputStream answer = socket.getInputStream();
            assertThat(answer.readNBytes(4096)).hasSize(4096);
            long read = System.nanoTime();
            // The buffers on the way take megabytes.
            await().until(() -> server.inFlight().at("/phases/client").asInt() == 1);
            long full = System.nanoTime();
            await().pollDelay(SLOWNESS).until(() -> true);
            pause = System.nanoTime() - full;
            assertThat(answer.readAllBytes()).hasSizeGreaterThan(LONG_TEXTS * LONG_TEXT);
            all = System.nanoTime() - read;
        }
        JsonNode request = last("GET", "/admin/realms/{realm}/clients");
        server.admin().delete("/admin/realms/long-list");

        assertThat(request.get("aborted").asBoolean()).isFalse();
        System.out.printf(
                "Client: ours %.3f s, its pause %.3f s%n", request.get("client").asLong() / 1e9, pause / 1e9);
        assertThat(request.get("client").asLong()).isBetween(pause * 95 / 100, all);
    }

    /** Refused for its size by the event loop: no worker thread has had it. */
    @Test
    void anAnswerOfTheEventLoopIsTimed() throws IOException {
        try (Socket socket = send("POST", "/admin/realms/master/users", "Content-Length: 100000000\r\n")) {
            assertThat(new String(socket.getInputStream().readNBytes(12), StandardCharsets.US_ASCII))
                    .isEqualTo("HTTP/1.1 413");
        }

        JsonNode request = last("POST", "UNKNOWN");
        assertThat(request.get("status").asInt()).isEqualTo(413);
        assertThat(request.get("aborted").asBoolean()).isFalse();
        assertThat(request.get("queue").asLong()).isZero();
        assertThat(request.get("rest").asLong()).isEqualTo(request.get("nanos").asLong());
    }

    @Test
    void requestsOfOneConnectionAtTheSameTimeAreTimedEachByItself() {
        HttpClient multiplexing =
                HttpClient.newBuilder().version(Version.HTTP_2).build();
        String token = server.admin().token();
        HttpRequest request = HttpRequest.newBuilder(
                        server.keycloak().baseUrl().resolve("/admin/realms/master/users/count"))
                .header("Authorization", "Bearer " + token)
                .build();
        // The first one makes the connection one of HTTP/2.
        assertThat(multiplexing
                        .sendAsync(request, BodyHandlers.discarding())
                        .join()
                        .version())
                .isEqualTo(Version.HTTP_2);
        List<CompletableFuture<HttpResponse<Void>>> answers = Stream.generate(
                        () -> multiplexing.sendAsync(request, BodyHandlers.discarding()))
                .limit(MULTIPLEXED)
                .toList();
        CompletableFuture.allOf(answers.toArray(CompletableFuture[]::new)).join();
        server.settle();

        List<JsonNode> timed = server.requests("GET", "/admin/realms/{realm}/users/count");
        assertThat(timed).hasSize(MULTIPLEXED + 1).allSatisfy(each -> {
            assertThat(each.get("status").asInt()).isEqualTo(200);
            assertThat(each.get("waits")).hasSameSizeAs(each.get("uses"));
            assertThat(each.get("nanos").asLong()).isPositive();
        });
        assertThat(timed.stream().mapToLong(each -> each.get("waits").size()).distinct())
                .containsExactly(1L);
    }

    /** The client goes while the answer is on its way. */
    @Test
    void aListThatIsHalfSentIsTimedUntilItsConnectionBreaks() throws IOException {
        server.admin().stream(
                "/admin/realms/master/bulk-import/users?ifExists=skip",
                "application/x-ndjson",
                out -> {
                    for (int i = 0; i < LISTED; i++) {
                        out.write(("{\"username\":\"half-sent-" + i + "\"}\n").getBytes(StandardCharsets.US_ASCII));
                    }
                },
                line -> {});
        server.settle();
        int before = server.requests("GET", USERS).size();
        double usesBefore = server.total("db_client_connection_use_time_seconds_count");
        long heldBefore = server.instances(MeteredServer.REQUEST);
        try (Socket socket = send("GET", "/admin/realms/master/users?search=half-sent&max=" + LISTED, "")) {
            assertThat(socket.getInputStream().readNBytes(4096)).hasSize(4096);
            // Closed with what has not been read, a connection is reset.
            socket.setSoLinger(true, 0);
        }
        await().until(() -> server.requests("GET", USERS).size() > before);

        JsonNode request = server.requests("GET", USERS).get(before);
        assertThat(request.get("aborted").asBoolean()).isTrue();
        assertThat(request.get("status").asInt()).isEqualTo(200);
        assertThat(request.get("sql").asLong()).isPositive();
        await().atMost(Duration.ofMinutes(1))
                .until(() -> server.total("db_client_connection_use_time_seconds_count") > usesBefore);
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() ->
                        assertThat(server.instances(MeteredServer.REQUEST)).isLessThan(heldBefore + 10));
    }

    @Test
    void whatAnAbortedRequestStillDoesIsBackground() throws IOException {
        // The caller is cached, so only the list of users waits for the lock.
        server.admin().get("/admin/realms/master/users");
        server.settle();
        int before = server.requests("GET", USERS).size();
        double usesBefore = backgroundUses();
        long heldBefore = server.instances(MeteredServer.REQUEST);
        try (Sql sql = new Sql(server.database());
                Sql watch = new Sql(server.database())) {
            // A sign-in would wait for the lock.
            String token = server.admin().token();
            sql.begin();
            sql.execute("lock table user_entity in access exclusive mode");
            try (Socket socket = send(token, "GET", "/admin/realms/master/users", "")) {
                await().until(() -> waitingForLocks(watch) > 0);
                assertThat(socket.isConnected()).isTrue();
            }
            await().until(() -> server.requests("GET", USERS).size() > before);
            assertThat(waitingForLocks(watch)).isPositive();
            sql.rollback();
        }

        JsonNode request = server.requests("GET", USERS).get(before);
        assertThat(request.get("aborted").asBoolean()).isTrue();
        assertThat(request.get("sql").asLong()).isPositive();
        assertThat(request.get("uses")).isEmpty();
        await().until(() -> backgroundUses() > usesBefore);
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() ->
                        assertThat(server.instances(MeteredServer.REQUEST)).isLessThan(heldBefore + 10));
    }

    private Socket send(String method, String path, String headers) throws IOException {
        return send(server.admin().token(), method, path, headers);
    }

    private Socket send(String token, String method, String path, String headers) throws IOException {
        URI base = server.keycloak().baseUrl();
        Socket socket = new Socket("127.0.0.1", base.getPort());
        String head = method + " " + path + " HTTP/1.1\r\nHost: " + base.getAuthority() + "\r\nAuthorization: Bearer "
                + token + "\r\n" + headers + "\r\n";
        socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
        return socket;
    }

    private static long waitingForLocks(Sql sql) {
        return sql.number("select count(*) from pg_stat_activity where wait_event_type = 'Lock'");
    }

    private double backgroundUses() {
        return server.metrics().byTags("db_client_connection_use_time_seconds_count").entrySet().stream()
                .filter(entry -> entry.getKey().get("uri").equals("background"))
                .mapToDouble(Map.Entry::getValue)
                .sum();
    }

    private JsonNode last(String method, String uri) {
        server.settle();
        List<JsonNode> found = server.requests(method, uri);
        assertThat(found).as("requests %s %s", method, uri).isNotEmpty();
        return found.get(found.size() - 1);
    }
}
