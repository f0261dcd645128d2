// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keylift.it.SecondTier;
import io.keylift.it.imports.support.MetricsPage.Sample;
import io.keylift.it.soak.Soak;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Values that clients choose, such as paths and methods, create neither a series nor an entry in memory. */
@SecondTier
@OnMeteredServer
class EndpointSeriesIT {

    /** The trace of a caller that has decided not to keep it. */
    private static final String UNTRACED = "00-" + "1".repeat(32) + "-" + "2".repeat(16) + "-00";

    private static final int MADE_UP = Soak.size("requests", 1_000, 500_000);

    private static final int MADE_UP_AT_A_TIME = 10;

    /** More than wait for an observer that never returns. */
    private static final int UNKNOWN_PATHS = 4_200;

    private final HttpClient http = HttpClient.newHttpClient();
    private MeteredServer server;

    @BeforeEach
    void server(MeteredServer metered) {
        server = metered;
        server.admin().get("/admin/realms/master/users");
    }

    /** Requests are not traced, because traces would take most of the time. */
    @Test
    @Tag("soak-made-up-requests")
    void nothingThatClientsMakeUpBecomesASeries() {
        IntStream.range(0, 3).forEach(this::madeUp);
        server.settle();
        Map<String, Long> before = series();
        long heldBefore = server.instances(MeteredServer.REQUEST);
        IntStream.range(3, MADE_UP / MADE_UP_AT_A_TIME).forEach(this::madeUp);
        IntStream.range(0, UNKNOWN_PATHS / MADE_UP_AT_A_TIME).forEach(this::unknownPaths);
        server.settle();

        assertThat(series()).isEqualTo(before);
        assertThat(server.metrics().samples("keycloak_request"))
                .noneMatch(sample -> sample.toString().contains("made-up"));
        assertThat(server.isOfAnyRequest("made-up")).isFalse();
        assertThat(server.log())
                .filteredOn(line -> line.contains("Request observer blocking is too slow"))
                .hasSize(1);
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() ->
                        assertThat(server.instances(MeteredServer.REQUEST)).isLessThan(heldBefore + 10));
    }

    /** Each time with other paths, another realm, another client, another method; all at the same time. */
    private void madeUp(int number) {
        String name = "made-up-" + number;
        Stream.of(
                        call("GET", "/" + name),
                        call("GET", "/" + name + "/" + name),
                        call("GET", "/realms/" + name),
                        call("GET", "/realms/master/" + name),
                        call("GET", "/resources/" + name + "/login/style.css"),
                        call("GET", "/admin/realms/" + name + "/users/" + name),
                        call("GET", "/realms/master/protocol/openid-connect/auth?response_type=code&client_id=" + name),
                        call("GET", "/realms/master/protocol/" + name + "/auth"),
                        call("MADEUP" + number, "/realms/master"),
                        call("POST", "/realms/master/protocol/openid-connect/token"))
                .forEach(CompletableFuture::join);
    }

    /** Sends requests with the cheapest answer, a 404. */
    private void unknownPaths(int number) {
        IntStream.range(0, MADE_UP_AT_A_TIME)
                .mapToObj(path -> call("GET", "/made-up-path-" + number + "-" + path))
                .toList()
                .forEach(CompletableFuture::join);
    }

    private CompletableFuture<HttpResponse<Void>> call(String method, String path) {
        HttpRequest request = HttpRequest.newBuilder(server.keycloak().baseUrl().resolve(path))
                .header("traceparent", UNTRACED)
                .method(method, BodyPublishers.noBody())
                .build();
        return http.sendAsync(request, BodyHandlers.discarding());
    }

    /** Number of series by meter; those of the background come when it wakes up. */
    private Map<String, Long> series() {
        return List.of("keycloak_", "db_client").stream()
                .flatMap(prefix -> server.metrics().samples(prefix).stream())
                .filter(sample -> !"background".equals(sample.tags().get("uri")))
                .filter(sample -> !sample.name().startsWith("keycloak_infinispan"))
                .collect(Collectors.groupingBy(Sample::name, TreeMap::new, Collectors.counting()));
    }
}
