// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.SecondTier;
import io.keylift.it.observability.PrometheusConfiguration;
import io.keylift.it.server.EmbeddedDatabase;
import io.keylift.it.server.Workspace;
import io.keylift.it.stack.DashboardLink;
import io.keylift.it.stack.Stack;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.concurrent.CompletableFuture;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * The files for Prometheus and Grafana in docker/conf, checked with a real Prometheus that has scraped a loaded server
 * and, if postgres_exporter is available, its database.
 */
@SecondTier
@OnMeteredServer
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PrometheusIT extends ScrapedServer {

    private static final Path RULES = PrometheusConfiguration.rules();

    static Stream<Named<String>> expressions() {
        return dashboards().flatMap(PrometheusIT::expressions);
    }

    private static Stream<JsonNode> dashboardTargets() {
        return dashboards()
                .flatMap(dashboard ->
                        StreamSupport.stream(json(dashboard).path("panels").spliterator(), false))
                .flatMap(panel -> StreamSupport.stream(panel.path("targets").spliterator(), false));
    }

    private static Stream<Named<String>> expressions(Path dashboard) {
        return StreamSupport.stream(json(dashboard).path("panels").spliterator(), false)
                .flatMap(panel -> StreamSupport.stream(panel.path("targets").spliterator(), false)
                        .map(target -> Named.of(
                                panel.path("title").asText() + " "
                                        + target.path("refId").asText(),
                                target.path("expr").asText())));
    }

    @ParameterizedTest
    @MethodSource("expressions")
    void everyExpressionOfADashboardFindsSomething(String expression) {
        String asked = inGrafana(expression);
        if (asked.contains(PostgresExporter.PREFIX)) {
            PostgresExporter.require();
        }

        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(
                        () -> assertThat(prometheus.query(asked)).as(asked).isNotEmpty());
    }

    /** Replaces the variables as Grafana does for all instances and endpoints. */
    private static String inGrafana(String expression) {
        String asked = expression
                .replace("$__rate_interval", "5m")
                .replace("$__range", "1h")
                .replace("$instance", ".*")
                .replace("$uri", ".*");
        assertThat(asked).doesNotContain("$");
        return asked;
    }

    /** The values of a variable of a dashboard are those of a label of a meter. */
    @Test
    void everyVariableOfADashboardFindsSomething() {
        Pattern labelValues = Pattern.compile("label_values\\((\\w+), (\\w+)\\)");
        List<String> asked = new ArrayList<>();
        for (Path dashboard : dashboards().toList()) {
            for (JsonNode variable : json(dashboard).at("/templating/list")) {
                if (variable.path("type").asText().equals("query")) {
                    Matcher query = labelValues.matcher(variable.path("query").asText());
                    assertThat(query.matches()).as("%s", variable).isTrue();
                    asked.add(query.group(1) + "{" + query.group(2) + "!=\"\"}");
                }
            }
        }
        assertThat(asked)
                .hasSizeGreaterThan(3)
                .allSatisfy(
                        query -> assertThat(prometheus.query(query)).as(query).isNotEmpty());
    }

    /** Without the right to read other sessions, the exporter shows its own sessions only. */
    @Test
    void theExporterSeesWhatOtherSessionsDo() {
        PostgresExporter.require();
        String asked = "pg_keylift_sessions_open{usename=\"" + EmbeddedDatabase.USER + "\"}";

        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(
                        () -> assertThat(prometheus.query(asked)).as(asked).isNotEmpty());
    }

    /** The session waits for a lock on a transaction, which belongs to no database. */
    @Test
    void aSessionThatWaitsForTheRowOfAnotherIsSeen() throws SQLException {
        PostgresExporter.require();
        String name = server.keycloak().databaseName();
        String blocked = "pg_keylift_blocked_sessions{datname=\"" + name + "\"} > 0";
        String waited =
                "pg_keylift_locks_held{datname=\"" + name + "\", locktype=\"transactionid\", granted=\"false\"}";
        String event = "pg_keylift_sessions_open{datname=\"" + name + "\", wait=\"Lock\", event=\"transactionid\"}";
        try (Connection first = server.database().connect(name);
                Connection second = server.database().connect(name);
                Statement holder = first.createStatement();
                Statement waiter = second.createStatement()) {
            holder.execute("CREATE TABLE IF NOT EXISTS prometheus_keys (id int PRIMARY KEY)");
            first.setAutoCommit(false);
            holder.execute("INSERT INTO prometheus_keys VALUES (1)");
            CompletableFuture<Integer> insert = CompletableFuture.supplyAsync(() -> insert(waiter));

            await().atMost(Duration.ofSeconds(20))
                    .untilAsserted(() -> assertThat(List.of(blocked, waited, event))
                            .isNotEmpty()
                            .allSatisfy(asked -> assertThat(prometheus.query(asked))
                                    .as(asked)
                                    .isNotEmpty()));
            first.rollback();
            assertThat(insert.join()).isEqualTo(1);
            first.setAutoCommit(true);
            holder.execute("DROP TABLE prometheus_keys");
        }
    }

    private static int insert(Statement statement) {
        try {
            return statement.executeUpdate("INSERT INTO prometheus_keys VALUES (1)");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** A link to traces takes labels of the series, or of the row, that it is clicked on. */
    @ParameterizedTest
    @MethodSource("linkedPanels")
    void theLabelsThatALinkTakesAreThere(JsonNode panel, Set<String> labels) {
        assertThat(labels).isNotEmpty();
        panel.path("targets").forEach(target -> {
            String asked = inGrafana(target.path("expr").asText());
            assertThat(prometheus.query(asked))
                    .as(asked)
                    .isNotEmpty()
                    .allSatisfy(series ->
                            assertThat(Stack.texts(series.path("metric"))).containsAll(labels));
        });
    }

    static Stream<Arguments> linkedPanels() {
        Map<JsonNode, Set<String>> labels = new LinkedHashMap<>();
        DashboardLink.all()
                .forEach(link -> labels.computeIfAbsent(link.panel(), panel -> new TreeSet<>())
                        .addAll(link.labels()));
        return labels.entrySet().stream().map(panel -> Arguments.of(panel.getKey(), panel.getValue()));
    }

    /** The query of an annotation hides quiet moments: without that condition, it has series. */
    @ParameterizedTest
    @MethodSource("annotations")
    void everySideOfAnAnnotationIsThere(String expression, String text) {
        List<String> labels = Pattern.compile("\\{\\{(\\w+)}}")
                .matcher(text)
                .results()
                .map(found -> found.group(1))
                .toList();

        assertThat(labels).isNotEmpty();
        assertThat(inGrafana(expression).split(" > 0( or )?"))
                .isNotEmpty()
                .allSatisfy(side -> assertThat(prometheus.query(side))
                        .as(side)
                        .isNotEmpty()
                        .allSatisfy(series ->
                                assertThat(Stack.texts(series.path("metric"))).containsAll(labels)));
    }

    static Stream<Arguments> annotations() {
        return DashboardLink.dashboards().stream()
                .flatMap(dashboard ->
                        StreamSupport.stream(dashboard.at("/annotations/list").spliterator(), false))
                .distinct()
                .map(annotation -> Arguments.of(
                        annotation.path("expr").asText(),
                        annotation.path("textFormat").asText()));
    }

    /** Read from the server: a Prometheus before 2.49 receives no exemplars. */
    @Test
    void everyPanelWithExemplarsFindsTraces() {
        Set<String> buckets = new TreeSet<>();
        dashboardTargets()
                .filter(target -> target.path("exemplar").asBoolean())
                .forEach(target -> Pattern.compile("\\w+_bucket")
                        .matcher(target.path("expr").asText())
                        .results()
                        .forEach(bucket -> buckets.add(bucket.group())));

        assertThat(buckets)
                .hasSizeGreaterThan(1)
                .allSatisfy(bucket -> assertThat(server.metrics().exemplars(bucket))
                        .as(bucket)
                        .isNotEmpty()
                        .allSatisfy(sample ->
                                assertThat(sample.exemplar().get("trace_id")).matches("[0-9a-f]{32}")));
    }

    @Test
    void everyRuleIsEvaluatedAndEveryRecordIsThere() {
        await().atMost(Duration.ofSeconds(20)).untilAsserted(() -> {
            List<JsonNode> rules = prometheus.rules();
            assertThat(rules)
                    .hasSizeGreaterThan(10)
                    .allSatisfy(rule -> assertThat(rule.path("health").asText())
                            .as("%s", rule)
                            .isEqualTo("ok"));
            assertThat(rules)
                    .filteredOn(rule -> rule.path("type").asText().equals("recording"))
                    .hasSizeGreaterThan(4)
                    .allSatisfy(rule -> assertThat(
                                    prometheus.query(rule.path("name").asText()))
                            .as(rule.path("name").asText())
                            .isNotEmpty());
        });
    }

    /** A service whose endpoints have other names has none. */
    @Test
    void everyServiceHasAnObjective() {
        await().atMost(Duration.ofSeconds(20))
                .untilAsserted(() -> assertThat(prometheus.query("service:keycloak_requests_bad:ratio1h"))
                        .extracting(sample -> sample.at("/metric/service").asText())
                        .containsExactlyInAnyOrder("sign-in", "token", "admin-api"));
    }

    /** An alert on a meter that is not there never fires. */
    @Test
    void everyMeterThatAnAlertLooksAtIsThere() {
        for (String meter : List.of(
                "up",
                "system_cpu_count",
                "keycloak_password_hash_seconds_sum",
                "keycloak_executor_queue",
                "keycloak_executor_active",
                "keycloak_request_duration_seconds_count",
                "keylift_import_jobs_total")) {
            assertThat(prometheus.query(meter)).as(meter).isNotEmpty();
            assertThat(RULES).content(StandardCharsets.UTF_8).contains(meter);
        }
    }

    @Test
    void alertsFireWhenTheirTestsSayTheyDo() throws Exception {
        assertThat(Prometheus.promtool(RULES.getParent(), "test", "rules", "keylift-rules.test.yml"))
                .startsWith("0\n");
    }

    @Test
    void theConfigurationIsValid() throws Exception {
        Path directory = Workspace.directory("prometheus");
        Files.copy(RULES, directory.resolve(RULES.getFileName()), StandardCopyOption.REPLACE_EXISTING);
        Files.writeString(directory.resolve("shipped.yml"), PrometheusConfiguration.shipped());

        assertThat(Prometheus.promtool(directory, "check", "config", "shipped.yml"))
                .startsWith("0\n");
    }
}
