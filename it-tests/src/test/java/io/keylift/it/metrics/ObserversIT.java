// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.TestRealms;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.MetricsPage.Sample;
import io.keylift.it.imports.support.Sql;
import io.opentelemetry.proto.common.v1.AnyValue;
import io.opentelemetry.proto.common.v1.KeyValue;
import io.opentelemetry.proto.trace.v1.Span;
import io.opentelemetry.proto.trace.v1.Span.SpanKind;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.OffsetDateTime;
import java.util.HashMap;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.DoublePredicate;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Figures of the built-in observers, while an observer from another JAR always throws. */
@OnMeteredServer
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ObserversIT {

    private static final String TOKEN = "/realms/{realm}/protocol/{protocol}/token";
    private static final String USERS = "/admin/realms/{realm}/users";

    /** Sessions that have waited for a lock long enough to be slow, and to spare. */
    private static final String LONG_LOCKED = "select count(*) from pg_stat_activity where wait_event_type = 'Lock'"
            + " and clock_timestamp() - query_start > interval '" + MeteredServer.SLOW_MILLIS + " ms'";

    private MeteredServer server;

    @BeforeAll
    void server(MeteredServer metered) {
        server = metered;
        server.admin().get("/admin/realms/master/users");
    }

    @Test
    void anObserverThatThrowsIsWarnedOfOnce() {
        for (int i = 0; i < 5; i++) {
            server.admin().get("/admin/realms/master");
        }

        assertThat(server.log())
                .filteredOn(line -> line.contains("Request observer throwing failed"))
                .hasSize(1);
    }

    @Test
    void whoeverStandsInOurPlaceIsWarnedOfOnce() {
        assertThat(server.log())
                .filteredOn(line -> line.contains("so Keylift does not measure"))
                .singleElement()
                .asString()
                .contains("io.keylift.example.observer.ForeignHashFactory", "hash times of pbkdf2-sha256");
    }

    @Test
    void everyMeterIsThere() {
        server.admin().post("/admin/realms/master/groups", Map.of("name", "metered"));
        server.settle();

        assertThat(Stream.of("keycloak_", "db_client")
                        .flatMap(prefix -> server.metrics().samples(prefix).stream())
                        .map(Sample::name))
                .contains(
                        "keycloak_request_phase_seconds_sum",
                        "keycloak_request_sql_statements_sum",
                        "db_client_connection_wait_time_seconds_sum",
                        "db_client_connection_use_time_seconds_sum",
                        "keycloak_infinispan_operation_seconds_sum",
                        "keycloak_password_hash_seconds_sum",
                        "keycloak_executor_queue",
                        "keycloak_executor_active",
                        "keycloak_requests_abandoned_total",
                        "keycloak_admin_events_total",
                        "keycloak_cluster_events_total",
                        "keycloak_cluster_rebalance_duration_seconds_sum",
                        "keycloak_cluster_rebalancing");
    }

    @Test
    void operationsAreCountedByCache() {
        Map<String, String> writes = Map.of("cache", "sessions", "operation", "write");
        String meter = "keycloak_infinispan_operation_seconds_count";
        double before = server.metrics().byTags(meter).getOrDefault(writes, 0.0);
        AdminHttp.master(server.keycloak().baseUrl()).token();

        assertThat(server.metrics().byTags(meter).get(writes)).isGreaterThan(before);
    }

    /** A token request reads them some 75 times, in less than a microsecond each. */
    @Test
    void cachesOfRevisionsAreLeftAlone() {
        server.admin().put("/admin/realms/master", Map.of("displayName", "changed"));
        server.admin().get("/admin/realms/master");
        server.settle();

        assertThat(server.metrics().samples("keycloak_infinispan_operation_seconds_count"))
                .extracting(sample -> sample.tags().get("cache"))
                .contains("work")
                .noneMatch(cache -> cache.endsWith("Revisions"));
    }

    /** An exemplar leads from a figure to a request that was like it. */
    @Test
    void anExemplarOfAFigureIsATraceOfItsEndpoint() {
        AdminHttp.master(server.keycloak().baseUrl()).token();
        server.settle();
        List<String> exemplars = server.metrics().exemplars("db_client_connection_use_time_seconds_bucket").stream()
                .filter(sample -> TOKEN.equals(sample.tags().get("uri")))
                .map(sample -> sample.exemplar().get("trace_id"))
                .toList();

        assertThat(exemplars).isNotEmpty();
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(server.traces().spans())
                        .filteredOn(span -> span.getKind() == SpanKind.SPAN_KIND_SERVER)
                        .filteredOn(span -> isOf(attributes(span), TOKEN, wait -> true))
                        .extracting(span ->
                                HexFormat.of().formatHex(span.getTraceId().toByteArray()))
                        .containsAll(exemplars));
    }

    /** The chunks of an import count as work of its request, not of the background. */
    @Test
    void anImportIsTimedLikeAnyEndpoint() throws IOException {
        // A realm that has just been copied is in no cache.
        importUsers("first", 1);
        importUsers("few", 1);
        importUsers("many", 12);
        server.settle();

        List<JsonNode> imports = server.requests("POST", "/admin/realms/{realm}/bulk-import/{kind}");
        JsonNode few = imports.get(imports.size() - 2);
        JsonNode many = imports.get(imports.size() - 1);
        assertThat(connections(many) - connections(few)).isGreaterThanOrEqualTo(11);
        assertThat(many.get("statements").asLong() - few.get("statements").asLong())
                .isGreaterThanOrEqualTo(2 * 11);
        assertThat(many.get("sql").asLong()).isPositive();
        assertThat(many.get("commit").asLong()).isPositive();
        assertThat(many.get("uses")).hasSameSizeAs(many.get("waits"));
    }

    /** None of the work is in the background, although some of it is done on other threads. */
    @Test
    void whatAnImportHashesOnOtherProcessorsCountsAsHash() throws IOException {
        AdminHttp admin = server.admin();
        String policy = "hashAlgorithm(pbkdf2-sha512) and hashIterations(300000)";
        TestRealms.create(admin, Map.of("realm", "hashing", "enabled", true, "passwordPolicy", policy));
        // The first import of a server loads classes.
        importHashed(0, 1);
        double before = hashedInTheBackground();
        importHashed(1, 6);
        admin.delete("/admin/realms/hashing");
        server.settle();

        List<JsonNode> imports = server.requests("POST", "/admin/realms/{realm}/bulk-import/{kind}");
        JsonNode hashing = imports.get(imports.size() - 1);
        double hash = hashing.get("hash").asLong();
        double other = hashing.get("nanos").asLong() - hash - hashing.get("sql").asLong();
        System.out.printf("Import of six passwords: %.3f s hash, %.3f s other%n", hash / 1e9, other / 1e9);
        assertThat(other).isLessThan(0.2 * hash);
        assertThat(hashedInTheBackground()).isEqualTo(before);
    }

    private double hashedInTheBackground() {
        return server.metrics().byTags("keycloak_request_phase_seconds_sum").entrySet().stream()
                .filter(series -> "background".equals(series.getKey().get("uri"))
                        && "hash".equals(series.getKey().get("phase")))
                .mapToDouble(Map.Entry::getValue)
                .sum();
    }

    private void importHashed(int first, int users) throws IOException {
        server.admin().stream(
                "/admin/realms/hashing/bulk-import/users",
                "application/x-ndjson",
                out -> {
                    for (int i = first; i < first + users; i++) {
                        String user = "{\"username\":\"hashed" + i
                                + "\",\"credentials\":[{\"type\":\"password\",\"value\":\"secret\"}]}\n";
                        out.write(user.getBytes(StandardCharsets.UTF_8));
                    }
                },
                line -> assertThat(line.path("rejected").asInt()).isZero());
    }

    private static int connections(JsonNode request) {
        return request.get("waits").size();
    }

    /** An import with one chunk for each user. */
    private void importUsers(String name, int users) throws IOException {
        server.admin().stream(
                "/admin/realms/master/bulk-import/users?chunkSize=1",
                "application/x-ndjson",
                out -> {
                    for (int i = 0; i < users; i++) {
                        out.write(("{\"username\":\"imported-" + name + i + "\"}\n").getBytes(StandardCharsets.UTF_8));
                    }
                },
                line -> assertThat(line.path("rejected").asInt()).isZero());
    }

    @Test
    void theServersSpanSaysWhereTheTimeWent() {
        AdminHttp.master(server.keycloak().baseUrl()).token();
        Map<String, AnyValue> attributes = attributes(serverSpan(TOKEN, wait -> true));

        assertThat(attributes.get("kc.realmName").getStringValue()).isEqualTo("master");
        assertThat(attributes.get("kc.clientId").getStringValue()).isEqualTo("admin-cli");
        assertThat(attributes.get("http.route").getStringValue()).isEqualTo(TOKEN);
        assertThat(attributes.get("keycloak.request.sql.statements").getIntValue())
                .isPositive();
        assertThat(attributes.get("keycloak.request.connections").getIntValue()).isPositive();
        assertThat(attributes.get("keycloak.request.phase.hash").getDoubleValue())
                .isPositive();
        assertThat(attributes.keySet())
                .contains(
                        "keycloak.request.phase.queue",
                        "keycloak.request.phase.pool_wait",
                        "keycloak.request.phase.sql",
                        "keycloak.request.phase.infinispan",
                        "keycloak.request.phase.commit",
                        "keycloak.request.phase.rest");
    }

    /** A request waits for one of the two connections, while two others wait for a lock with one each. */
    @Test
    void aLongWaitForAConnectionIsAnEventOfTheSpanAndALongRequestIsLogged() {
        awaitRoomInTheLog();
        // With cold caches, a thread with a connection may wait for a thread without one, and not for the lock.
        get().join();
        server.settle();
        int before = server.requests("GET", USERS).size();
        try (Sql sql = new Sql(server.database());
                Sql watch = new Sql(server.database())) {
            sql.begin();
            sql.execute("lock table user_entity in access exclusive mode");
            List<CompletableFuture<JsonNode>> requests = List.of(get(), get(), get());
            await().until(() -> watch.number(LONG_LOCKED) == MeteredServer.POOL_SIZE);
            sql.rollback();
            requests.forEach(CompletableFuture::join);
        }
        server.settle();

        List<JsonNode> requests = server.requests("GET", USERS).subList(before, before + 3);
        JsonNode waiting = requests.stream()
                .filter(request -> request.get("pool_wait").asLong() > 1_000_000_000)
                .findFirst()
                .orElseThrow();
        assertThat(requests)
                .filteredOn(request -> request.get("sql").asLong() > 1_000_000_000)
                .hasSize(2);
        double seconds = waiting.get("pool_wait").asLong() / 1e9;
        Span span = serverSpan(USERS, wait -> Math.abs(wait - seconds) < 1e-3);
        Span.Event event = span.getEventsList().stream()
                .filter(found -> found.getName().equals("keycloak.request.pool_wait"))
                .findFirst()
                .orElseThrow();
        assertThat(event.getAttributes(0).getValue().getDoubleValue()).isCloseTo(seconds, within(0.01));
        assertThat(event.getTimeUnixNano()).isBetween(span.getStartTimeUnixNano(), span.getEndTimeUnixNano());
        String traceId = HexFormat.of().formatHex(span.getTraceId().toByteArray());
        String trace = "traceId=" + traceId;
        await().untilAsserted(() -> assertThat(server.log())
                .filteredOn(line -> line.contains("Slow request GET " + USERS))
                .anyMatch(line -> line.contains("realm=master client=admin-cli") && line.endsWith(trace)));
        await().untilAsserted(() -> assertThat(server.jsonLog())
                .filteredOn(line -> line.path("loggerName").asText().equals("io.keylift.metrics.slow-request"))
                .filteredOn(line -> line.at("/mdc/traceId").asText().equals(traceId))
                .singleElement()
                .satisfies(line -> {
                    assertThat(line.path("message").asText()).startsWith("Slow request GET " + USERS);
                    JsonNode fields = line.path("mdc");
                    assertThat(fields.path("keycloak.request.endpoint").asText())
                            .isEqualTo(USERS);
                    assertThat(fields.path("kc.clientId").asText()).isEqualTo("admin-cli");
                    assertThat(fields.path("http.response.status_code").asInt()).isEqualTo(200);
                    assertThat(fields.path("keycloak.request.phase.pool_wait").asDouble())
                            .isCloseTo(seconds, within(0.01));
                }));
    }

    /** The log has at most ten lines a minute for an endpoint, and other tests use them, too. */
    private void awaitRoomInTheLog() {
        await().atMost(Duration.ofSeconds(90)).until(() -> {
            OffsetDateTime aMinuteAgo = OffsetDateTime.now().minusMinutes(1);
            return server.jsonLog().stream()
                            .filter(line -> line.path("message").asText().startsWith("Slow request GET " + USERS))
                            .map(line ->
                                    OffsetDateTime.parse(line.path("timestamp").asText()))
                            .filter(aMinuteAgo::isBefore)
                            .count()
                    <= 6;
        });
    }

    @Test
    void aShortWaitForAConnectionIsNoEvent() {
        server.admin().get("/admin/realms/master/users");
        List<Span> spans =
                await().atMost(Duration.ofSeconds(30)).until(this::spansWithoutAWait, found -> !found.isEmpty());

        assertThat(spans)
                .isNotEmpty()
                .allSatisfy(span -> assertThat(span.getEventsList())
                        .extracting(Span.Event::getName)
                        .doesNotContain("keycloak.request.pool_wait"));
    }

    /** Spans of requests that took connections without waiting for as long as an event takes. */
    private List<Span> spansWithoutAWait() {
        return server.traces().spans().stream()
                .filter(span -> isOf(attributes(span), USERS, wait -> true))
                .filter(span ->
                        attributes(span).get("keycloak.request.phase.pool_wait").getDoubleValue() < 0.001)
                .toList();
    }

    private CompletableFuture<JsonNode> get() {
        return CompletableFuture.supplyAsync(() -> server.admin().get("/admin/realms/master/users"));
    }

    @Test
    void serverInfoShowsTheEffectiveOptions() {
        JsonNode observers =
                server.admin().get("/admin/serverinfo").at("/providers/keylift-request-observer/providers");

        assertThat(observers.at("/micrometer/operationalInfo/realm-tag").asText())
                .isEqualTo("true");
        assertThat(observers.at("/micrometer/operationalInfo/client-tag").asText())
                .isEqualTo("true");
        assertThat(observers.at("/micrometer/operationalInfo/max-realms").asText())
                .isEqualTo("3");
        assertThat(observers
                        .at("/slow-request-log/operationalInfo/threshold-millis")
                        .asText())
                .isEqualTo("" + MeteredServer.SLOW_MILLIS);
        assertThat(observers
                        .at("/opentelemetry/operationalInfo/pool-wait-event-millis")
                        .asText())
                .isEqualTo("1");
    }

    /** The last exported span of a request to this endpoint that waited at least so many seconds for connections. */
    private Span serverSpan(String endpoint, DoublePredicate poolWait) {
        return await().atMost(Duration.ofSeconds(30))
                .until(
                        () -> server.traces().spans().stream()
                                .filter(span -> span.getKind() == SpanKind.SPAN_KIND_SERVER)
                                .filter(span -> isOf(attributes(span), endpoint, poolWait))
                                .toList(),
                        found -> !found.isEmpty())
                .get(0);
    }

    private static boolean isOf(Map<String, AnyValue> attributes, String endpoint, DoublePredicate poolWait) {
        return attributes.containsKey("keycloak.request.endpoint")
                && attributes.get("keycloak.request.endpoint").getStringValue().equals(endpoint)
                && poolWait.test(
                        attributes.get("keycloak.request.phase.pool_wait").getDoubleValue());
    }

    private static Map<String, AnyValue> attributes(Span span) {
        Map<String, AnyValue> attributes = new HashMap<>();
        for (KeyValue attribute : span.getAttributesList()) {
            attributes.put(attribute.getKey(), attribute.getValue());
        }
        return attributes;
    }
}
