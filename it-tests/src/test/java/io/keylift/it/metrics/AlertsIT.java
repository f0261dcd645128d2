// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.SecondTier;
import io.keylift.it.TestRealms;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.LiveImport;
import io.keylift.it.imports.support.Sql;
import io.keylift.it.imports.support.UserRecords;
import io.keylift.it.server.EmbeddedDatabase;
import io.keylift.it.server.KeycloakServer;
import io.keylift.it.server.TestDatabase;
import io.keylift.it.server.TestServer;
import io.keylift.it.soak.Soak;
import java.io.IOException;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;

/**
 * Our alerts in a real Prometheus: none fires while a real server is well, and each fires in the trouble that it is
 * made for. A minute of the rules lasts a few seconds.
 */
@SecondTier
// Minutes: at the end, others would not last as long.
@Order(4)
@Tag("soak-alerts")
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class AlertsIT {

    private static final int MINUTE_SECONDS = Soak.size("minute-seconds", 2, 5);
    private static final int HEALTHY_MINUTES = Soak.size("healthy-minutes", 15, 24);

    /** Twice the longest window, and as long as a slow machine may take for the rest. */
    private static final Duration LIMIT = Duration.ofSeconds(60 + 20 * MINUTE_SECONDS);

    private static final String REALM = "alerts";
    private static final String SERVICE = "service";
    private static final String FORM =
            "/realms/master/protocol/openid-connect/auth?client_id=security-admin-console&response_type=code";
    private static final int LISTED = 500;
    private static final String SEARCH = "/admin/realms/" + REALM + "/groups?search=nobody";
    private static final String LIST = "/admin/realms/" + REALM + "/users?max=" + LISTED;
    private static final String CLEAR = "/admin/realms/" + REALM + "/clear-user-cache";
    private static final String OF_SEARCH = "uri=\"/admin/realms/{realm}/groups\"";
    private static final String OF_LIST = "uri=\"/admin/realms/{realm}/users\"";
    private static final String ADMIN_API = "service=\"admin-api\"";
    private static final String OF_USERS = "kind=\"users\"";
    private static final int THREADS = 6;
    private static final String HISTORY = "spi-keylift-request-observer--timings-history--";

    /** Alerts that have been seen to fire. */
    private final Set<String> seen = new TreeSet<>();

    private Path rules;
    private EmbeddedDatabase database;
    private KeycloakServer server;
    private ImportClient imports;
    private Prometheus prometheus;

    @BeforeAll
    void scrapeAWarmServer() throws IOException {
        Prometheus.require("prometheus");
        rules = FastRules.write(MINUTE_SECONDS);
        database = TestDatabase.start();
        server = TestServer.on(database)
                .poolMaxSize(THREADS / 2)
                .option("http-pool-max-threads", "" + THREADS)
                .option("spi-scheduled--interval", "86400")
                .option(HISTORY + "slice-seconds", "1")
                .option(HISTORY + "warm-up-minutes", "0")
                .jvmArgument("-Dquarkus.datasource.jdbc.acquisition-timeout=2")
                // One import hashes for as many processors as it can fill.
                .jvmArgument("-XX:ActiveProcessorCount=1")
                .jvmArgument("-Dkc.spi-password-hashing--argon2--memory=7168")
                .jvmArgument("-Dkc.spi-password-hashing--argon2--iterations=5")
                .start();
        AdminHttp.master(server.baseUrl()).put("/admin/realms/master", Map.of("accessTokenLifespan", 3600));
        AdminHttp admin = AdminHttp.master(server.baseUrl());
        TestRealms.create(admin, REALM);
        imports = new ImportClient(admin, REALM);
        assertThat(imports.post("users", UserRecords.lines("listed", 1, LISTED)).end())
                .isEqualTo("COMPLETED");
        admin.post(
                "/admin/realms/" + REALM + "/clients",
                Map.of("clientId", SERVICE, "secret", SERVICE, "serviceAccountsEnabled", true));
        for (HttpRequest request : List.of(ask(FORM), signIn(), serviceToken(), ask(SEARCH), ask(LIST))) {
            Clients.send(request, 20);
        }
        prometheus = new Prometheus(List.of(server.managementUrl()), rules);
    }

    @AfterAll
    void stop() {
        if (prometheus != null) {
            prometheus.close();
        }
        if (server != null) {
            server.close();
        }
        if (database != null) {
            database.close();
        }
    }

    private HttpRequest ask(String path) {
        return HttpRequest.newBuilder(server.baseUrl().resolve(path))
                .header("Authorization", "Bearer " + imports.admin().token())
                .build();
    }

    private HttpRequest signIn() {
        return token("master", "grant_type=password&client_id=admin-cli&username=admin&password=admin");
    }

    /** Hashes nothing. */
    private HttpRequest serviceToken() {
        return token(REALM, "grant_type=client_credentials&client_id=" + SERVICE + "&client_secret=" + SERVICE);
    }

    private HttpRequest token(String realm, String form) {
        return HttpRequest.newBuilder(server.baseUrl().resolve("/realms/" + realm + "/protocol/openid-connect/token"))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(form))
                .build();
    }

    /** Enough requests that a stall of this machine, which delays one request of each client, is a negligible share. */
    @Test
    @Order(1)
    void nothingFiresWhileTheServerIsWell() throws IOException {
        try (Clients forms = new Clients(1, 100, ask(FORM));
                Clients signIns = new Clients(1, 2000, signIn());
                Clients tokens = new Clients(1, 100, serviceToken());
                Clients searches = new Clients(1, 100, ask(SEARCH))) {
            assertThat(List.of(forms, signIns, tokens, searches)).doesNotContainNull();
            imports.post("users", UserRecords.lines("well", 1, 200));
            await().atMost(LIMIT.plusSeconds(2L * MINUTE_SECONDS * HEALTHY_MINUTES))
                    .until(() -> value("sum(count_over_time(up[1h]))") >= MINUTE_SECONDS * HEALTHY_MINUTES);
        }

        assertThat(prometheus.scrapeErrors()).isEmpty();
        assertThat(names(prometheus.query("last_over_time(ALERTS{alertstate=\"firing\"}[1h])")))
                .isEmpty();
    }

    /** Three requests hold all connections and wait for a lock. Three more wait for a connection, and some give up. */
    @Test
    @Order(2)
    void requestsThatWaitForTheDatabase() {
        try (BusyDatabase busy = new BusyDatabase(database, "keycloak_group");
                Clients holders = new Clients(THREADS, 1, ask(SEARCH))) {
            assertThat(List.of(busy, holders)).doesNotContainNull();
            awaitAlerts(OF_SEARCH, "KeycloakWaitsForConnections", "KeycloakConnectionsHeldLong");
            awaitAlerts(ADMIN_API, "KeycloakErrorBudgetBurnsFast", "KeycloakErrorBudgetBurns");
            awaitAlerts("", "KeycloakRequestsFail");

            try (Clients more = new Clients(2 * THREADS, 1, ask(SEARCH))) {
                assertThat(more).isNotNull();
                awaitAlerts(OF_SEARCH, "KeycloakWaitsForThreads");
                awaitAlerts("", "KeycloakRequestsQueue");
            }
        }
    }

    /** Keycloak reads the attributes of each user separately if the user is not cached. */
    @Test
    @Order(3)
    void aStatementForEachUser() {
        HttpRequest clear = HttpRequest.newBuilder(ask(CLEAR), (name, value) -> true)
                .POST(BodyPublishers.noBody())
                .build();
        try (Clients cleaner = new Clients(1, 100, clear);
                Clients lists = new Clients(1, 1000, ask(LIST))) {
            assertThat(List.of(cleaner, lists)).doesNotContainNull();
            awaitAlerts(OF_LIST, "KeycloakManyStatements");
        }
    }

    /** The request of the import has not ended when its hashes fill the processor. */
    @Test
    @Order(4)
    void anImportThatHashes() throws IOException {
        String user = "{\"username\":\"hashed-%d\",\"credentials\":[{\"type\":\"password\",\"value\":\"secret\"}]}\n";
        try (LiveImport hashing = imports.open("users?job=hashing&chunkSize=10")) {
            hashing.sendInBackground(out -> {
                for (int number = 0; number < 20_000; number++) {
                    out.write(user.formatted(number).getBytes(StandardCharsets.UTF_8));
                }
            });
            hashing.awaitJob();
            awaitAlerts("", "KeycloakHashingTakesTheCpu");
            assertThat(hashing.hasEnded()).isFalse();
            imports.move("hashing", "cancel");
        }
        await().atMost(LIMIT).until(() -> imports.status("hashing").equals("CANCELLED"));
    }

    @Test
    @Order(5)
    void importsThatGoWrong() throws IOException {
        try (Sql sql = new Sql(database)) {
            sql.unprepared("""
                    create function refuse() returns trigger language plpgsql as
                    'begin raise exception ''refused''; end';
                    create trigger refused before insert on user_entity for each row
                    when (new.username = 'refused') execute function refuse()""");
            imports.post("users", UserRecords.user("refused") + "\n");
            sql.unprepared("drop trigger refused on user_entity; drop function refuse");
        }
        assertThat(imports.post("users?onReject=stop", "{\"username\":7}\n").end())
                .startsWith("STOPPED");
        assertThat(imports.post("users", "application/json", "[] true".getBytes(StandardCharsets.UTF_8))
                        .end())
                .startsWith("FAILED");
        imports.post("users", UserRecords.lines("good", 1, 200) + "{\"username\":7}\n".repeat(10));

        awaitAlerts(
                OF_USERS,
                "KeyliftImportChunksFail",
                "KeyliftImportStopped",
                "KeyliftImportEndedBadly",
                "KeyliftImportRejectsRecords");
    }

    /** The history says that the version before had sent a quarter of the statements. */
    @Test
    @Order(6)
    void aVersionThatSendsMoreStatements() {
        Clients.send(signIn(), 20);
        try (Sql sql = new Sql(database)) {
            await().atMost(LIMIT)
                    .until(() ->
                            sql.number("select sum(requests) from keylift_timings_history where uri like '%/token'")
                                    >= 20);
            sql.execute("insert into keylift_timings_history select md5(id), slice_start - 3600, slice_seconds, node,"
                    + " 'older', uri, method, grant_type, requests, nanos, floor(statements / 4), allocated, phases,"
                    + " durations from keylift_timings_history");
            awaitAlerts("figure=\"statements\"", "KeycloakRequestGrew");
        }
    }

    @Test
    @Order(7)
    void noServerAtAll() throws Exception {
        try (Prometheus blind = new Prometheus(List.of(), rules)) {
            awaitAlerts(blind, "", "KeycloakAbsent");
        }
    }

    @Test
    @Order(8)
    void aServerThatIsGone() {
        server.kill();

        awaitAlerts("", "KeycloakDown");
    }

    @Test
    @Order(9)
    void everyRuleHasFiredOrHasData() {
        Map<Boolean, List<JsonNode>> kinds = prometheus.rules().stream()
                .collect(Collectors.partitioningBy(
                        rule -> rule.path("type").asText().equals("alerting")));

        assertThat(kinds.get(true))
                .extracting(rule -> rule.path("name").asText())
                .containsExactlyInAnyOrderElementsOf(seen);
        assertThat(kinds.get(false)).hasSizeGreaterThan(20).allSatisfy(rule -> {
            String service = rule.at("/labels/service").asText("");
            String asked = "last_over_time(" + rule.path("name").asText() + "{service=\"" + service + "\"}[1h])";
            assertThat(prometheus.query(asked)).as(asked).isNotEmpty();
        });
    }

    private void awaitAlerts(String labels, String... alerts) {
        awaitAlerts(prometheus, labels, alerts);
    }

    private void awaitAlerts(Prometheus from, String labels, String... alerts) {
        String asked = "last_over_time(ALERTS{" + (labels.isEmpty() ? "" : labels + ", ") + "alertstate=\"firing\"}["
                + 20 * MINUTE_SECONDS + "s])";
        await().atMost(LIMIT)
                .untilAsserted(
                        () -> assertThat(names(from.query(asked))).as(asked).contains(alerts));
        seen.addAll(List.of(alerts));
    }

    private static Set<String> names(JsonNode series) {
        return StreamSupport.stream(series.spliterator(), false)
                .map(one -> one.at("/metric/alertname").asText())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private double value(String expression) {
        return prometheus.query(expression).at("/0/value/1").asDouble();
    }
}
