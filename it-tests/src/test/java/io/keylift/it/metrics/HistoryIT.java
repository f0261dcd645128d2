// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.metrics;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.within;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.SecondTier;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.MetricsPage;
import io.keylift.it.imports.support.MetricsPage.Sample;
import io.keylift.it.imports.support.Sql;
import io.keylift.it.imports.support.TraceSink;
import io.keylift.it.server.EmbeddedDatabase;
import io.keylift.it.server.KeycloakServer;
import io.keylift.it.server.ServerSettings;
import io.keylift.it.server.TestDatabase;
import io.keylift.it.server.TestServer;
import java.io.IOException;
import java.net.URLEncoder;
import java.net.http.HttpResponse;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.time.Duration;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.TimeUnit;
import java.util.stream.StreamSupport;
import org.HdrHistogram.Histogram;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;

/** One database, and on it one version of a server after the other. */
@SecondTier
// Two minutes: at the end, others would not last as long.
@Order(4)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class HistoryIT {

    private static final String HISTORY = "spi-keylift-request-observer--timings-history--";
    private static final String TIMINGS = "/admin/realms/master/request-timings";
    private static final String TOKEN = "/realms/{realm}/protocol/{protocol}/token";
    private static final String TABLE = "keylift_timings_history";
    private static final String SLOW = "/admin/realms/{realm}/slow";
    private static final String TOO_MANY = "Too many requests for the history of timings";
    private static final int SIGN_INS = 40;
    private static final long FOR_P95 = 300;

    private static final int SLICES_PER_COMPARISON = 5;

    private final TraceSink traces = new TraceSink();
    private EmbeddedDatabase database;
    private KeycloakServer server;
    private AdminHttp admin;
    private String first;
    private String second;

    @BeforeAll
    void startDatabase() {
        database = TestDatabase.start();
    }

    @AfterAll
    void stop() {
        if (server != null) {
            server.close();
        }
        database.close();
        traces.close();
    }

    private ServerSettings settings() {
        return written(TestServer.on(database));
    }

    private static ServerSettings written(ServerSettings settings) {
        return settings.option(HISTORY + "slice-seconds", "1").option(HISTORY + "warm-up-minutes", "0");
    }

    private void run(ServerSettings settings) {
        if (server != null) {
            server.stop();
        }
        server = settings.start();
        admin = AdminHttp.master(server.baseUrl());
    }

    /** Returns the comparison with the version before, once all sign-ins are in the history. */
    private JsonNode signIn() {
        for (int i = 0; i < SIGN_INS; i++) {
            AdminHttp.master(server.baseUrl()).token();
        }
        return await().atMost(Duration.ofSeconds(30))
                .until(
                        () -> compared("version"),
                        comparison -> token(comparison).at("/now/count").asInt() > SIGN_INS);
    }

    private JsonNode compared(String with) {
        return history("?compare=" + with);
    }

    /** A node answers two requests for the history in a second. */
    private JsonNode history(String query) {
        HttpResponse<String> answer = await().atMost(Duration.ofSeconds(10))
                .pollInterval(Duration.ofMillis(300))
                .until(() -> admin.send("GET", TIMINGS + query, null), found -> found.statusCode() != 429);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return AdminHttp.parse(answer.body());
    }

    private static JsonNode token(JsonNode comparison) {
        return endpoint(comparison, TOKEN);
    }

    private static JsonNode endpoint(JsonNode comparison, String uri) {
        return StreamSupport.stream(comparison.get("endpoints").spliterator(), false)
                .filter(endpoint -> endpoint.get("uri").asText().equals(uri))
                .findFirst()
                .orElse(AdminHttp.JSON.missingNode());
    }

    private List<Sample> growth() {
        return new MetricsPage(server).samples(GrowthAlert.METER);
    }

    /** The endpoint whose figure has grown; {@code null} if there is none. */
    private Sample growth(String figure) {
        return growth().stream()
                .filter(sample -> sample.tags().get("figure").equals(figure))
                .findFirst()
                .orElse(null);
    }

    @Test
    @Order(1)
    void theFirstVersionHasNothingToCompareWith() {
        run(settings());

        JsonNode comparison = signIn();

        first = comparison.at("/now/version").asText();
        assertThat(first).matches("\\d+\\.\\d+\\.\\d+\\+[0-9a-f]{8}");
        assertThat(comparison.has("before")).isFalse();
        admin.get("/admin/realms/master/authentication/flows");
        assertThat(comparison.get("endpoints"))
                .isNotEmpty()
                .allSatisfy(endpoint -> assertThat(endpoint.get("doubled")).isEmpty());
    }

    /** The JARs are those of the metered server, and the requests are the same. */
    @Test
    @Order(2)
    void aVersionThatChangesNothingFiresNothing() {
        run(written(MeteredServer.built(KeycloakServer.on(database), traces)));

        JsonNode comparison = signIn();

        second = comparison.at("/now/version").asText();
        assertThat(second).isNotEqualTo(first);
        assertThat(comparison.at("/before/version").asText()).isEqualTo(first);
        try (Sql sql = new Sql(database)) {
            assertThat(sql.number("select sum(requests) from " + TABLE + " where uri like '%/authentication/flows'"))
                    .as("the requests just before the end")
                    .isEqualTo(1);
        }
        JsonNode token = token(comparison);
        assertThat(token.at("/before/count").asInt()).isGreaterThan(SIGN_INS);
        assertThat(token.get("statementsFactor").asDouble()).isCloseTo(1, within(0.2));
        awaitComparison();
        assertThat(growth()).isEmpty();
    }

    /** The situation of a node that is replaced later than another one. */
    @Test
    @Order(3)
    void aVersionThatCameLaterIsNotTheOneBefore() {
        try (Sql sql = new Sql(database)) {
            sql.execute("create temporary table later as select * from " + TABLE + " where server_version = ?", second);
            sql.execute("update later set id = md5(id), server_version = 'later'");
            sql.execute("insert into " + TABLE + " select * from later");

            assertThat(compared("version").at("/before/version").asText()).isEqualTo(first);
            sql.execute("delete from " + TABLE + " where server_version = 'later'");
        }
    }

    /** The gauges are renewed after every fifth slice, and a slice without requests leaves no row. */
    private void awaitComparison() {
        try (Sql sql = new Sql(database)) {
            long before = slices(sql);
            await().atMost(Duration.ofMinutes(1)).until(() -> {
                admin.get("/admin/realms/master");
                return slices(sql) > before + SLICES_PER_COMPARISON;
            });
        }
    }

    private static long slices(Sql sql) {
        return sql.number("select count(distinct slice_start) from " + TABLE);
    }

    @Test
    @Order(4)
    void aPlantedRegressionIsTheFirstLineAndFiresTheAlert() throws Exception {
        run(settings().provider(MeteredServer.examples()).provider(PlantedRegression.jar()));

        JsonNode comparison = signIn();

        assertThat(comparison.at("/before/version").asText()).isEqualTo(second);
        JsonNode worst = comparison.at("/endpoints/0");
        assertThat(worst.get("uri").asText()).isEqualTo(TOKEN);
        assertThat(worst.get("grantType").asText()).isEqualTo("password");
        assertThat(worst.get("doubled").toString()).contains("\"statements\"");
        double more = worst.at("/now/statements").asDouble()
                - worst.at("/before/statements").asDouble();
        assertThat(more).isCloseTo(50, within(1.0));
        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(growth())
                        .filteredOn(sample -> sample.tags().get("figure").equals("statements"))
                        .singleElement()
                        .satisfies(sample -> {
                            assertThat(sample.tags())
                                    .containsEntry("uri", TOKEN)
                                    .containsEntry("method", "POST")
                                    .containsEntry("grant_type", "password");
                            assertThat(sample.value())
                                    .isCloseTo(worst.get("statementsFactor").asDouble(), within(1.0));
                        }));
        assertThat(GrowthAlert.fires(growth("statements"))).startsWith("0\n");
    }

    /** Stored figures of a slow endpoint. Real requests would depend on this machine's load. */
    @Test
    @Order(5)
    void aP95ThatDoubledFiresTheAlert() throws Exception {
        try (Sql sql = new Sql(database)) {
            had(sql, second, 10);
            had(sql, compared("version").at("/now/version").asText(), 40);

            JsonNode slow = endpoint(compared("version"), SLOW);
            assertThat(slow.get("doubled").toString()).isEqualTo("[\"p95\"]");
            double factor = slow.get("p95Factor").asDouble();
            assertThat(factor).isCloseTo(4, within(0.5));
            Sample p95 = await().atMost(Duration.ofMinutes(1)).until(() -> growth("p95"), Objects::nonNull);
            assertThat(p95.tags()).containsEntry("uri", SLOW).containsEntry("method", "GET");
            assertThat(p95.value()).isCloseTo(factor, within(0.1));
            assertThat(GrowthAlert.fires(p95)).startsWith("0\n");
            sql.execute("delete from " + TABLE + " where uri = ?", SLOW);
        }
    }

    /** A version had so many requests for a p95, of this duration. */
    private static void had(Sql sql, String version, long millis) {
        Histogram durations = new Histogram(1);
        durations.recordValueWithCount(TimeUnit.MILLISECONDS.toNanos(millis), FOR_P95);
        ByteBuffer text = ByteBuffer.allocate(durations.getNeededByteBufferCapacity());
        int length = durations.encodeIntoCompressedByteBuffer(text);
        sql.execute(
                "insert into " + TABLE
                        + " (id, slice_start, slice_seconds, node, server_version, uri, method, requests,"
                        + " nanos, statements, allocated, durations) select md5(id), slice_start, slice_seconds, node,"
                        + " server_version, ?, 'GET', ?, 0, 0, 0, ? from " + TABLE
                        + " where server_version = ? order by slice_start desc limit 1",
                SLOW,
                FOR_P95,
                Base64.getEncoder().encodeToString(Arrays.copyOf(text.array(), length)),
                version);
    }

    /** The report can be attached to public issues. */
    @Test
    @Order(6)
    void theReportNamesTheRegressionAndNobody() {
        String report = await().atMost(Duration.ofSeconds(10))
                .pollInterval(Duration.ofMillis(300))
                .until(() -> admin.send("GET", TIMINGS + "/report", null).body(), text -> !text.contains(TOO_MANY));

        assertThat(report)
                .containsPattern("\\| POST \\Q" + TOKEN + "\\E password \\|.*\\| statements")
                .contains("| version in the history | ", second + " until ", "| 50 | `select ?` |")
                .doesNotContain("admin-cli", "| master", "localhost");
    }

    @Test
    @Order(7)
    void theTimeLineHasEachVersion() {
        JsonNode line = timeLine("minutes");

        assertThat(line.get("points").findValuesAsText("version")).contains(first, second);
        assertThat(requests(line)).isGreaterThanOrEqualTo(3 * SIGN_INS);
        assertThat(requests(timeLine("days"))).isEqualTo(requests(line));
    }

    @Test
    @Order(8)
    void thePageShowsWhatChangedAndTheTimeLine() {
        HistoryPage.assertShows(
                server, second, compared("version").at("/now/version").asText());
    }

    private JsonNode timeLine(String resolution) {
        return history("/time-line?method=POST&grantType=password&resolution=" + resolution + "&uri="
                + URLEncoder.encode(TOKEN, StandardCharsets.UTF_8));
    }

    private static int requests(JsonNode line) {
        return StreamSupport.stream(line.get("points").spliterator(), false)
                .mapToInt(point -> point.at("/timings/count").asInt())
                .sum();
    }

    /** Stored slices from more than a day ago. The database user may write into existing tables. */
    @Test
    @Order(9)
    void oldSlicesBecomeLongerOnesWithTheSameSums() {
        server.stop();
        String old = " where slice_start < extract(epoch from now()) - 4 * 3600";
        String sums = "select sum(requests), sum(nanos), sum(statements), sum(allocated) from " + TABLE + old;
        List<List<String>> before;
        try (Sql sql = new Sql(database)) {
            sql.execute("update " + TABLE + " set slice_start = slice_start - 24 * 3600");
            before = sql.rows(sums);
            sql.execute("create role lesser login password 'lesser'");
            sql.execute("grant usage on schema public to lesser");
            sql.execute("grant select, insert, update, delete on all tables in schema public to lesser");
        }
        run(settings().option("db-username", "lesser").option("db-password", "lesser"));

        try (Sql sql = new Sql(database)) {
            await().atMost(Duration.ofSeconds(30))
                    .until(() -> sql.number("select count(*) from " + TABLE + old + " and slice_seconds < 3600") == 0);
            assertThat(sql.rows(sums)).isEqualTo(before);
            assertThat(sql.strings("select distinct slice_seconds from " + TABLE + old))
                    .containsExactly("3600");
        }
    }

    @Test
    @Order(10)
    void yesterdayIsADayAgo() {
        signIn();

        JsonNode token = token(compared("yesterday"));
        assertThat(token.at("/now/count").asInt()).isBetween(SIGN_INS, 2 * SIGN_INS);
        assertThat(token.at("/before/count").asInt()).isGreaterThanOrEqualTo(3 * SIGN_INS);
    }

    @Test
    @Order(11)
    void aUserWhoMayNotCreateTheTableHarmsNothing() throws IOException {
        server.stop();
        try (Sql sql = new Sql(database)) {
            sql.execute("drop table " + TABLE);
        }
        server.start();
        admin = AdminHttp.master(server.baseUrl());

        await().atMost(Duration.ofSeconds(30))
                .untilAsserted(() -> assertThat(warnings())
                        .singleElement()
                        .asString()
                        .contains("the database user must be able to create and use table KEYLIFT_TIMINGS_HISTORY"));
        HttpResponse<String> answer = admin.send("GET", TIMINGS + "?compare=version", null);
        assertThat(answer.statusCode()).isEqualTo(503);
        assertThat(answer.body())
                .contains("see the warning in the server's log")
                .doesNotContain("permission");
        assertThat(admin.get(TIMINGS).get("endpoints")).isNotEmpty();
        AdminHttp.master(server.baseUrl()).token();
        assertThat(warnings()).hasSize(1);
    }

    private List<String> warnings() throws IOException {
        return Files.readAllLines(server.log()).stream()
                .filter(line -> line.contains("history of timings") && line.contains("WARN"))
                .toList();
    }
}
