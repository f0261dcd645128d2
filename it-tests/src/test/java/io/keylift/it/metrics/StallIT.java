// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.trace.v1.Span;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Test;

/**
 * Keycloak's lazy loader of composite roles is synchronized, and its holder waits for a connection that the threads
 * have which wait for the loader. With cold caches and a small pool the server stands until the pool refuses somebody.
 */
class StallIT {

    private static final int CALLERS = 30;

    /** The pool refuses somebody after four seconds. */
    private static final double STALL_SECONDS = 2;

    private static final String LOADER = "org.keycloak.models.cache.infinispan.DefaultLazyLoader";

    private final HttpClient http =
            HttpClient.newBuilder().version(Version.HTTP_1_1).build();

    private CompletableFuture<?> emptied = CompletableFuture.completedFuture(null);

    @Test
    void aStallIsShownWhileItLastsAndNamedAfterwards() {
        try (MeteredServer server = new MeteredServer(
                "stalled",
                settings -> settings.jvmArgument("-Dquarkus.datasource.jdbc.acquisition-timeout=4")
                        .option("http-pool-max-threads", "" + CALLERS))) {
            stall(server);
            server.settle();
            List<JsonNode> blocked = server.requests().stream()
                    .filter(request -> LOADER.equals(request.path("lock").asText()))
                    .filter(request -> request.get("blocked").asLong() / 1e9 > STALL_SECONDS)
                    .toList();
            double share = seconds(blocked, "blocked") / seconds(blocked, "nanos");
            System.out.printf("Stalled: %d requests, %.1f %% of their time blocked%n", blocked.size(), 100 * share);

            assertThat(blocked).hasSizeGreaterThanOrEqualTo(MeteredServer.POOL_SIZE);
            assertThat(share).isGreaterThan(0.9);
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
        }
    }

    /** It waits for a connection, and it took the monitor in the loader. */
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
     * Calls and empties caches until the server has stalled, and looks at it while it does. Whether it stalls depends on
     * who comes first to the loader.
     */
    private void stall(MeteredServer server) {
        String token = server.admin().token();
        AtomicBoolean isOver = new AtomicBoolean();
        List<CompletableFuture<?>> callers = Stream.<CompletableFuture<?>>generate(() -> call(server, token, isOver))
                .limit(CALLERS)
                .toList();
        AtomicReference<JsonNode> stalled = new AtomicReference<>();
        try {
            await().pollInterval(Duration.ofMillis(100))
                    .atMost(Duration.ofMinutes(2))
                    .until(() -> isStalled(server, token, stalled));
            assertShown(server, stalled.get());
        } finally {
            isOver.set(true);
        }
        CompletableFuture.allOf(callers.toArray(CompletableFuture[]::new)).join();
    }

    private CompletableFuture<?> call(MeteredServer server, String token, AtomicBoolean isOver) {
        return send(server, token, "GET", "/admin/realms/master/users")
                .handle((answer, failure) -> answer)
                .thenCompose(answer -> isOver.get()
                        ? CompletableFuture.completedFuture(answer)
                        : call(server, token, isOver).thenApply(last -> answer));
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

    private boolean isStalled(MeteredServer server, String token, AtomicReference<JsonNode> stalled) {
        JsonNode now = server.inFlight();
        stalled.set(now);
        if (emptied.isDone()) {
            emptied = CompletableFuture.allOf(
                    send(server, token, "POST", "/admin/realms/master/clear-realm-cache"),
                    send(server, token, "POST", "/admin/realms/master/clear-user-cache"));
        }
        return isStalled(now);
    }

    private static boolean isStalled(JsonNode inFlight) {
        return StreamSupport.stream(inFlight.get("requests").spliterator(), false)
                .anyMatch(request -> LOADER.equals(request.path("lock").asText())
                        && request.get("phaseAge").asDouble() > 1);
    }

    private CompletableFuture<HttpResponse<Void>> send(MeteredServer server, String token, String method, String path) {
        HttpRequest request = HttpRequest.newBuilder(server.keycloak().baseUrl().resolve(path))
                .header("Authorization", "Bearer " + token)
                .method(method, HttpRequest.BodyPublishers.noBody())
                .build();
        return http.sendAsync(request, BodyHandlers.discarding());
    }
}
