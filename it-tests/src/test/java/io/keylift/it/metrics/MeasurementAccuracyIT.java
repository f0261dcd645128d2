// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.SecondTier;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.Sql;
import io.opentelemetry.proto.trace.v1.Span;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Figures of requests, compared with independent measurements of the same requests. */
@SecondTier
@OnMeteredServer
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MeasurementAccuracyIT {

    private static final List<String> PHASES = List.of(
            "pool_wait",
            "sql",
            "commit",
            "ldap",
            "http",
            "smtp",
            "hash",
            "infinispan",
            "queue",
            "cpu",
            "gc",
            "client",
            "blocked",
            "parked",
            "rest");

    /** Phases of each request for a token. */
    private static final List<String> OF_TOKENS =
            List.of("pool_wait", "sql", "commit", "hash", "infinispan", "queue", "cpu");

    private static final int SIGN_INS = 20;
    private static final int REQUESTS = 300;
    private static final int AT_A_TIME = 40;
    private static final double COMMIT_SECONDS = 2;

    /** Statements of requests: without those of transactions and of the history of timings, which has its own clock. */
    private static final String CALLS = """
            select coalesce(sum(calls), 0) from pg_stat_statements s join pg_database d on d.oid = s.dbid
            where d.datname = current_database() and s.query !~* '^\\s*(begin|commit|rollback|set|show|select pg_stat)'
              and s.query !~* ' keylift_timings_history '
            """;

    private MeteredServer server;

    /**
     * With cold caches, Keycloak's own locks can delay threads that hold a connection, until others time out waiting
     * for one.
     */
    @BeforeAll
    void server(MeteredServer metered) {
        server = metered;
        reads();
    }

    @Test
    void waitsForConnectionsAreThoseOfThePool() throws InterruptedException {
        double agroalBefore = server.total("agroal_blocking_time_total_milliseconds");
        double oursBefore = server.total("db_client_connection_wait_time_seconds_sum");
        double phaseBefore = phase("pool_wait");
        AdminHttp admin = server.admin();
        ExecutorService callers = Executors.newFixedThreadPool(AT_A_TIME);
        for (int i = 0; i < REQUESTS; i++) {
            callers.submit(() -> admin.get("/admin/realms/master/users?search=nobody"));
        }
        callers.shutdown();
        assertThat(callers.awaitTermination(5, TimeUnit.MINUTES)).isTrue();

        server.settle();
        double agroal = (server.total("agroal_blocking_time_total_milliseconds") - agroalBefore) / 1000;
        double ours = server.total("db_client_connection_wait_time_seconds_sum") - oursBefore;
        System.out.printf("Waits for connections: ours %.3f s, Agroal's %.3f s%n", ours, agroal);
        assertThat(agroal).isGreaterThan(1);
        assertThat(ours).isCloseTo(agroal, within(0.02 * agroal));
        assertThat(phase("pool_wait") - phaseBefore).isCloseTo(agroal, within(0.02 * agroal));
    }

    /** Seconds of this phase, of all requests and the background. */
    private double phase(String name) {
        return server.metrics().byTags("keycloak_request_phase_seconds_sum").entrySet().stream()
                .filter(entry -> name.equals(entry.getKey().get("phase")))
                .mapToDouble(Map.Entry::getValue)
                .sum();
    }

    @Test
    void statementsAreThoseOfTheDatabase() {
        try (Sql sql = new Sql(server.database())) {
            sql.execute("create extension if not exists pg_stat_statements");
            reads();
            server.settle();
            double before = server.total("keycloak_request_sql_statements_sum");
            sql.strings("select pg_stat_statements_reset()::text");
            reads();

            server.settle();
            long calls = sql.number(CALLS);
            double ours = server.total("keycloak_request_sql_statements_sum") - before;
            System.out.printf("Statements: ours %.0f, PostgreSQL's %d%n", ours, calls);
            assertThat(calls).isGreaterThan(10);
            assertThat(ours).isEqualTo(calls);
        }
    }

    /**
     * A batch is one for us and one for each of its rows for PostgreSQL: of what these requests write, no table gets
     * more than one row.
     */
    @Test
    void statementsThatWriteAreCountedToo() {
        try (Sql sql = new Sql(server.database())) {
            sql.execute("create extension if not exists pg_stat_statements");
            writes("warm");
            server.settle();
            double before = server.total("keycloak_request_sql_statements_sum");
            sql.strings("select pg_stat_statements_reset()::text");
            writes("counted");

            server.settle();
            long calls = sql.number(CALLS);
            double ours = server.total("keycloak_request_sql_statements_sum") - before;
            System.out.printf("Statements that write, too: ours %.0f, PostgreSQL's %d%n", ours, calls);
            assertThat(calls).isGreaterThan(10);
            assertThat(ours).isEqualTo(calls);
        }
    }

    /** A commit takes so long here that all other time is negligible. */
    @Test
    void commitsTakeWhatTheDatabaseTakesForThem() {
        try (Sql sql = new Sql(server.database())) {
            writes("before");
            sql.execute("create function slow_commit() returns trigger language plpgsql as"
                    + " 'begin perform pg_sleep(" + COMMIT_SECONDS + "); return null; end'");
            sql.execute("create constraint trigger slow_commit after insert on keycloak_group"
                    + " deferrable initially deferred for each row execute function slow_commit()");
            server.admin().post("/admin/realms/master/groups", Map.of("name", "slow"));
            sql.execute("drop function slow_commit() cascade");
        }

        server.settle();
        List<JsonNode> requests = server.requests("POST", "/admin/realms/{realm}/groups");
        JsonNode slow = requests.get(requests.size() - 1);
        assertThat(slow.get("commit").asLong() / 1e9)
                .isBetween(COMMIT_SECONDS, slow.get("nanos").asLong() / 1e9);
        assertThat(slow.get("uses").get(0).asLong() / 1e9).isGreaterThan(COMMIT_SECONDS);
        assertThat((slow.get("nanos").asLong() - slow.get("commit").asLong()) / 1e9)
                .isLessThan(COMMIT_SECONDS);
    }

    private void writes(String name) {
        for (int i = 0; i < 5; i++) {
            server.admin().post("/admin/realms/master/groups", Map.of("name", name + i));
            AdminHttp.master(server.keycloak().baseUrl()).token();
        }
    }

    private void reads() {
        for (int i = 0; i < 10; i++) {
            server.admin().get("/admin/realms/master/users?search=nobody");
            server.admin().get("/admin/realms/master/clients");
            server.admin().get("/admin/realms/master/roles");
        }
    }

    @Test
    void hashesTakeWhatKeycloaksOwnSpansOfThemSay() {
        hashSpansOfSignIns();
        server.settle();
        double secondsBefore = server.total("keycloak_password_hash_seconds_sum");
        double countBefore = server.total("keycloak_password_hash_seconds_count");
        double phaseBefore = phase("hash");
        List<Span> spans = hashSpansOfSignIns();

        server.settle();
        double theirs = spans.stream()
                .mapToDouble(span -> (span.getEndTimeUnixNano() - span.getStartTimeUnixNano()) / 1e9)
                .sum();
        double ours = server.total("keycloak_password_hash_seconds_sum") - secondsBefore;
        System.out.printf("Hashing: ours %.4f s, Keycloak's spans %.4f s%n", ours, theirs);
        assertThat(server.total("keycloak_password_hash_seconds_count") - countBefore)
                .isEqualTo(SIGN_INS);
        assertThat(ours).isCloseTo(theirs, within(0.05 * theirs));
        assertThat(phase("hash") - phaseBefore).isCloseTo(theirs, within(0.05 * theirs));
    }

    private List<Span> hashSpansOfSignIns() {
        long start = TimeUnit.MILLISECONDS.toNanos(System.currentTimeMillis());
        for (int i = 0; i < SIGN_INS; i++) {
            AdminHttp.master(server.keycloak().baseUrl()).token();
        }
        return await().atMost(Duration.ofSeconds(30))
                .until(
                        () -> server.traces().spans().stream()
                                .filter(span -> span.getName().startsWith("Argon2PasswordHashProvider"))
                                .filter(span -> span.getStartTimeUnixNano() >= start)
                                .toList(),
                        spans -> spans.size() >= SIGN_INS);
    }

    @Test
    void phasesAddUpToTheDuration() {
        server.admin().get("/admin/realms/master/users");
        AdminHttp.master(server.keycloak().baseUrl()).token();
        server.settle();
        List<JsonNode> requests = server.requests();

        assertThat(requests).isNotEmpty().allSatisfy(request -> {
            assertThat(PHASES.stream()
                            .mapToLong(phase -> request.get(phase).asLong())
                            .sum())
                    .isEqualTo(request.get("nanos").asLong());
            assertThat(PHASES).isNotEmpty().allMatch(phase -> request.get(phase).asLong() >= 0);
        });
        assertThat(requests).anySatisfy(request -> {
            assertThat(request.get("uri").asText()).isEqualTo("/realms/{realm}/protocol/{protocol}/token");
            assertThat(OF_TOKENS)
                    .isNotEmpty()
                    .allMatch(phase -> request.get(phase).asLong() > 0);
            assertThat(request.get("realm").asText()).isEqualTo("master");
            assertThat(request.get("clientId").asText()).isEqualTo("admin-cli");
        });
    }
}
