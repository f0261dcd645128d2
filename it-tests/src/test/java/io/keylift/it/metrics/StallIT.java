// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.SecondTier;
import io.keylift.it.TestRealms;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.Sql;
import io.keylift.it.server.KeycloakServer;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.trace.v1.Span;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/**
 * Keycloak's lazy loader, here of a user's roles, is synchronized. Its holder waits for a connection, and the threads
 * with connections wait for the loader. The server stalls until the pool refuses a request.
 */
@OnMeteredServer
@SecondTier
class StallIT {

    private static final String LOADER = "org.keycloak.models.cache.infinispan.DefaultLazyLoader";
    private static final List<String> REALMS = List.of("first-stalled", "second-stalled");
    private static final String USERS = "/admin/realms/master/users";

    private final HttpClient http =
            HttpClient.newBuilder().version(Version.HTTP_1_1).build();

    @Test
    void aStallIsShownWhileItLastsAndNamedAfterwards(MeteredServer server) throws Exception {
        REALMS.forEach(realm -> TestRealms.create(server.admin(), realm));
        AdminHttp viewer = viewer(server);
        server.settle();
        int before = server.requests().size();
        FlightRecording recording = FlightRecording.of(server.keycloak(), "jdk.JavaMonitorEnter");
        stall(server, viewer);
        double recorded = recording.seconds("monitorClass", LOADER);
        server.settle();
        List<JsonNode> blocked = server.requests().stream()
                .skip(before)
                .filter(request -> LOADER.equals(request.path("lock").asText()))
                .toList();
        double ours = seconds(blocked, "blocked");
        double share = ours / seconds(blocked, "nanos");
        System.out.printf("Stalled: %d requests, %.1f %% of their time blocked%n", blocked.size(), 100 * share);
        System.out.printf("Blocked: ours %.3f s, the flight recorder's %.3f s%n", ours, recorded);

        assertThat(blocked).hasSizeGreaterThanOrEqualTo(MeteredServer.POOL_SIZE);
        assertThat(share).isGreaterThan(0.9);
        assertThat(ours).isCloseTo(recorded, within(0.05 * recorded));
        assertThat(blocked).anySatisfy(request -> assertHolder(frames(request.get("holder"))));
        assertThat(server.log())
                .anyMatch(line ->
                        line.contains(" lock=" + LOADER + " holder=\"") && line.contains(" " + LOADER + ".get:"));
        await().untilAsserted(() -> assertThat(server.traces().spans()).anySatisfy(span -> {
            assertThat(attribute(span, "keycloak.request.lock").getStringValue())
                    .isEqualTo(LOADER);
            assertHolder(attribute(span, "keycloak.request.lock.holder").getArrayValue().getValuesList().stream()
                    .map(AnyValue::getStringValue)
                    .toList());
        }));
        REALMS.forEach(realm -> server.admin().delete("/admin/realms/" + realm));
    }

    /** The holder waits for a connection, and acquired the monitor in the loader. */
    private static void assertHolder(List<String> frames) {
        assertThat(frames)
                .anyMatch(frame -> frame.startsWith("io.agroal.pool.ConnectionPool."))
                .anyMatch(frame -> frame.startsWith(LOADER + ".get:"));
    }

    private static List<String> frames(JsonNode holder) {
        return StreamSupport.stream(holder.spliterator(), false)
                .map(JsonNode::asText)
                .toList();
    }

    private static AnyValue attribute(Span span, String name) {
        return span.getAttributesList().stream()
                .filter(attribute -> attribute.getKey().equals(name))
                .map(KeyValue::getValue)
                .findFirst()
                .orElse(AnyValue.getDefaultInstance());
    }

    private static double seconds(List<JsonNode> requests, String phase) {
        return requests.stream()
                .mapToDouble(request -> request.get(phase).asLong() / 1e9)
                .sum();
    }

    /**
     * Two requests about realms that no cache has get all connections, and wait for a table. A third one, of the same
     * user, about a realm that the caches have, gets into the loader of the user's roles without a connection. Then the
     * table is free, and the others need the user's roles.
     */
    private void stall(MeteredServer server, AdminHttp viewer) {
        AdminHttp admin = server.admin();
        // A token with the roles of the new realms.
        String token = AdminHttp.master(server.keycloak().baseUrl()).token();
        String user = id(server, KeycloakServer.ADMIN);
        admin.post("/admin/realms/master/clear-user-cache", null);
        admin.post("/admin/realms/master/clear-realm-cache", null);
        viewer.get(USERS);
        admin.get(USERS);
        admin.post("/admin/realms/master/clear-user-cache", null);
        viewer.get(USERS + "/" + user);
        List<CompletableFuture<?>> calls = new ArrayList<>();
        try (Sql sql = new Sql(server.database())) {
            sql.begin();
            sql.execute("lock table realm in access exclusive mode");
            REALMS.forEach(realm -> calls.add(get(server, token, "/admin/realms/" + realm)));
            await().until(() -> server.inFlight().at("/phases/sql").asInt() == MeteredServer.POOL_SIZE);
            calls.add(get(server, token, USERS));
            await().until(() -> server.inFlight().at("/phases/pool_wait").asInt() == 1);
            sql.rollback();
        }
        AtomicReference<JsonNode> stalled = new AtomicReference<>();
        await().until(() -> {
            stalled.set(server.inFlight());
            return isStalled(stalled.get());
        });
        assertShown(server, stalled.get());
        CompletableFuture.allOf(calls.toArray(CompletableFuture[]::new)).join();
    }

    /** A user who may see users and nothing else. */
    private static AdminHttp viewer(MeteredServer server) {
        AdminHttp admin = server.admin();
        AdminHttp viewer = user(server, "viewer");
        String client = "/admin/realms/master/clients?clientId=master-realm";
        String clientId = admin.get(client).get(0).get("id").asText();
        admin.post(
                USERS + "/" + id(server, "viewer") + "/role-mappings/clients/" + clientId,
                List.of(admin.get("/admin/realms/master/clients/" + clientId + "/roles/view-users")));
        viewer.token();
        return viewer;
    }

    private static AdminHttp user(MeteredServer server, String name) {
        Map<String, Object> password = Map.of("type", "password", "value", name, "temporary", false);
        server.admin()
                .postNew(
                        USERS,
                        Map.of(
                                "username",
                                name,
                                "enabled",
                                true,
                                "email",
                                name + "@example.com",
                                "firstName",
                                name,
                                "lastName",
                                name,
                                "credentials",
                                List.of(password)));
        return new AdminHttp(server.keycloak().baseUrl(), "master", name, name);
    }

    private static String id(MeteredServer server, String name) {
        return server.admin()
                .get(USERS + "?exact=true&username=" + name)
                .get(0)
                .get("id")
                .asText();
    }

    private static void assertShown(MeteredServer server, JsonNode stalled) {
        double gauge = server.metrics().byTags("keycloak_requests_in_flight").get(Map.of("phase", "blocked"));

        assertThat(gauge).isGreaterThanOrEqualTo(MeteredServer.POOL_SIZE);
        assertThat(stalled.at("/phases/blocked").asInt()).isGreaterThanOrEqualTo(MeteredServer.POOL_SIZE);
        assertThat(stalled.get("requestCount").asInt()).isGreaterThanOrEqualTo(MeteredServer.POOL_SIZE);
        assertThat(stalled.get("requests"))
                .filteredOn(request -> LOADER.equals(request.path("lock").asText()))
                .isNotEmpty()
                .allSatisfy(request -> {
                    assertThat(request.get("phase").asText()).isEqualTo("blocked");
                    assertThat(request.get("uri").asText()).startsWith("/admin/realms/");
                    assertThat(request.get("age").asDouble())
                            .isGreaterThanOrEqualTo(request.get("phaseAge").asDouble());
                    assertThat(request.properties().stream().map(Map.Entry::getKey))
                            .containsExactlyInAnyOrder(
                                    "age", "phase", "phaseAge", "method", "uri", "abandoned", "lock");
                });
    }

    private static boolean isStalled(JsonNode inFlight) {
        return StreamSupport.stream(inFlight.get("requests").spliterator(), false)
                .anyMatch(request -> LOADER.equals(request.path("lock").asText())
                        && request.get("phaseAge").asDouble() > 1);
    }

    private CompletableFuture<HttpResponse<Void>> get(MeteredServer server, String token, String path) {
        HttpRequest request = HttpRequest.newBuilder(server.keycloak().baseUrl().resolve(path))
                .header("Authorization", "Bearer " + token)
                .build();
        return http.sendAsync(request, BodyHandlers.discarding());
    }
}
