// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keylift.it.SecondTier;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.Sql;
import java.net.http.HttpClient;
import java.net.http.HttpClient.Version;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Requests occupy all connections of the pool and then all worker threads, and hundreds more wait. The management
 * interface still shows why.
 */
@SecondTier
@OnMeteredServer
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SaturationIT {

    private static final int REQUESTS = 400;
    private static final int MANY = 300;
    private static final int QUESTIONS = 5;
    private static final String QUEUE = "keycloak_executor_queue";
    private static final String ACTIVE = "keycloak_executor_active";
    private static final String IN_QUEUE = "keycloak_requests_in_flight{phase=\"queue\"";
    private static final String ABANDONED = "keycloak_requests_abandoned_total";
    private static final String SESSIONS = """
            select concat_ws(' ', pid, backend_type, state, wait_event_type, wait_event,
                clock_timestamp() - state_change, left(query, 200))
            from pg_stat_activity where pid <> pg_backend_pid() order by pid
            """;

    private final HttpClient http =
            HttpClient.newBuilder().version(Version.HTTP_1_1).build();
    private MeteredServer server;

    @BeforeAll
    void server(MeteredServer metered) {
        server = metered;
        server.admin().get("/admin/realms/master/users");
    }

    @ParameterizedTest
    @ValueSource(strings = {"/request-timings", "/request-timings/in-flight", "/metrics"})
    void theManagementInterfaceAnswersWithinASecond(String path) throws Exception {
        String token = warm();
        List<CompletableFuture<HttpResponse<Void>>> requests;
        try (Sql sql = new Sql(server.database());
                Sql watch = new Sql(server.database())) {
            sql.begin();
            sql.execute("lock table user_entity in access exclusive mode");
            requests = Stream.generate(() -> ask(token)).limit(REQUESTS).toList();
            awaitThatAllConnectionsWait(watch, requests);
            awaitThatManyAreQueued();
            for (int i = 0; i < QUESTIONS; i++) {
                HttpResponse<String> answer = withinASecond(path);

                assertThat(answer.statusCode()).isEqualTo(200);
                assertThat(answer.body()).contains("/admin/realms/{realm}/users");
                if (path.endsWith("/in-flight")) {
                    assertThat(AdminHttp.parse(answer.body())
                                    .at("/phases/queue")
                                    .asInt())
                            .isGreaterThanOrEqualTo(MANY);
                }
                if (path.equals("/metrics")) {
                    assertThat(gauge(answer, IN_QUEUE)).isGreaterThanOrEqualTo(MANY);
                    assertThat(gauge(answer, QUEUE)).isGreaterThanOrEqualTo(MANY);
                    assertThat(gauge(answer, ACTIVE)).isGreaterThan(MeteredServer.POOL_SIZE);
                }
                assertThat(requests.stream().filter(request -> !request.isDone()))
                        .as("requests in flight")
                        .hasSizeGreaterThan(MANY);
            }
            sql.rollback();
        }
        CompletableFuture.allOf(requests.toArray(CompletableFuture[]::new)).join();
    }

    /** The clients disconnect, and neither the executor nor the database notices. */
    @Test
    void requestsOfClientsThatHaveGoneCountUntilTheirThreadsAreFree() {
        String token = warm();
        double before = server.metrics().value(ABANDONED);
        try (Sql sql = new Sql(server.database());
                Sql watch = new Sql(server.database())) {
            sql.begin();
            sql.execute("lock table user_entity in access exclusive mode");
            List<CompletableFuture<HttpResponse<Void>>> requests =
                    Stream.generate(() -> ask(token)).limit(REQUESTS).toList();
            awaitThatAllConnectionsWait(watch, requests);
            awaitThatManyAreQueued();
            requests.forEach(request -> request.cancel(true));
            await().until(() -> server.metrics().value(ABANDONED) >= before + MANY);

            assertThat(waitingForLocks(watch)).isEqualTo(MeteredServer.POOL_SIZE);
            assertThat(server.metrics().value(QUEUE)).isGreaterThanOrEqualTo(MANY);
            assertThat(server.metrics().value(ACTIVE)).isGreaterThanOrEqualTo(MeteredServer.POOL_SIZE);
            sql.rollback();
        }
        await().atMost(Duration.ofSeconds(30)).untilAsserted(() -> {
            assertThat(server.metrics().value(QUEUE)).isZero();
            assertThat(server.metrics().value(ACTIVE)).isZero();
        });
    }

    /**
     * A token with which one such request was answered. With cold caches, Keycloak's own locks keep those waiting who
     * have a connection: they would wait for others who wait for a connection, and not for the database.
     */
    private String warm() {
        String token = server.admin().token();
        assertThat(ask(token).join().statusCode()).isEqualTo(200);
        return token;
    }

    private static void awaitThatAllConnectionsWait(Sql watch, List<CompletableFuture<HttpResponse<Void>>> requests) {
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(waitingForLocks(watch))
                        .as(
                                "sessions that wait for a lock; %d requests are answered, the sessions are:%n%s",
                                requests.stream()
                                        .filter(CompletableFuture::isDone)
                                        .count(),
                                String.join("\n", watch.strings(SESSIONS)))
                        .isEqualTo(MeteredServer.POOL_SIZE));
    }

    /** The last requests of so many may arrive after the first have taken all connections. */
    private void awaitThatManyAreQueued() {
        await().until(() -> server.metrics().value(QUEUE) >= MANY);
    }

    private CompletableFuture<HttpResponse<Void>> ask(String token) {
        HttpRequest request = HttpRequest.newBuilder(
                        server.keycloak().baseUrl().resolve("/admin/realms/master/users?search=nobody"))
                .header("Authorization", "Bearer " + token)
                .build();
        return http.sendAsync(request, BodyHandlers.discarding());
    }

    private static double gauge(HttpResponse<String> metrics, String name) {
        return metrics.body()
                .lines()
                .filter(line -> line.startsWith(name))
                .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
                .sum();
    }

    /** All of the answer, not only its head. */
    private HttpResponse<String> withinASecond(String path)
            throws InterruptedException, ExecutionException, TimeoutException {
        HttpRequest request = HttpRequest.newBuilder(
                        server.keycloak().managementUrl().resolve(path))
                .build();
        return http.sendAsync(request, BodyHandlers.ofString()).get(1, TimeUnit.SECONDS);
    }

    private static long waitingForLocks(Sql sql) {
        return sql.number("select count(*) from pg_stat_activity where wait_event_type = 'Lock'");
    }
}
