// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.events;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.kinds.Contracts;
import io.keylift.it.imports.kinds.KindContract;
import io.keylift.it.imports.support.Callers;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.LiveImport;
import io.keylift.it.imports.support.MetricsPage;
import io.keylift.it.imports.support.Sql;
import io.keylift.it.imports.support.UserRecords;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** The meters of the import on the management interface. */
@OnSharedServer
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class MetersIT {

    private static final String REALM = "meters";
    private static final String RECORDS = "keylift_import_records_total";
    private static final String CHUNK = "keylift_import_chunk_seconds_count";
    private static final String JOBS = "keylift_import_jobs_total";
    private static final String FAILED = "keylift_import_chunks_failed_total";
    private static final String IN_FLIGHT = "keylift_import_chunks_in_flight";
    private static final String ACTIVE = "keylift_import_jobs_active";

    private static final Set<String> PHASES =
            Set.of("parse", "validate", "wait", "storage", "resolve", "write", "commit");

    /** Tag keys of each meter. */
    private static final Map<String, Set<String>> TAGS = Map.of(
            RECORDS,
            Set.of("kind", "op", "outcome"),
            CHUNK,
            Set.of("kind", "op", "phase"),
            "keylift_import_chunk_seconds_sum",
            Set.of("kind", "op", "phase"),
            "keylift_import_chunk_seconds_max",
            Set.of("kind", "op", "phase"),
            JOBS,
            Set.of("kind", "op", "status"),
            FAILED,
            Set.of("kind", "op"),
            IN_FLIGHT,
            Set.of(),
            ACTIVE,
            Set.of());

    /** Whoever wants to add the same user waits for the end of this transaction. */
    private static final String CONTESTED = """
            insert into user_entity (id, realm_id, username, email_constraint, enabled, email_verified, not_before)
            select 'contested', id, 'slower-5', 'contested', true, false, 0 from realm where name = ?
            """;

    private static final String WAITING =
            "select count(*) from pg_locks where not granted and locktype = 'transactionid'";

    private MetricsPage metrics;
    private ImportClient client;

    @BeforeAll
    void realm(SharedServer server) {
        metrics = new MetricsPage(server.keycloak());
        client = ImportClient.inNewRealm(server, REALM);
    }

    /** A counter that is born at its final value has no rate: the first import of a kind would not be seen. */
    @Test
    void aKindHasItsSeriesFromTheStartOfItsFirstJob() throws IOException {
        String kind = "identity-providers";
        Map<String, String> failed = Map.of("kind", kind, "op", "verify");
        try (LiveImport live = client.open(kind + "?op=verify&chunkSize=10")) {
            live.send("{\"alias\":\"nowhere\",\"providerId\":\"oidc\"}\n");
            await().untilAsserted(() -> assertThat(metrics.byTags(FAILED)).containsKey(failed));
            assertThat(metrics.byTags(JOBS))
                    .containsKey(Map.of("kind", kind, "op", "verify", "status", "interrupted"))
                    .containsKey(Map.of("kind", kind, "op", "verify", "status", "completed"));
            live.finish();
        }
        awaitIdle();
    }

    @Test
    void recordsCountByKindAndOutcome() throws IOException {
        client.post("users", UserRecords.users("counted", 1, 5));
        Map<Map<String, String>, Double> before = metrics.byTags(RECORDS);

        client.post(
                "users?ifExists=merge&chunkSize=3",
                List.of(
                        "{\"username\":\"counted-1\"}",
                        "{\"username\":\"counted-2\",\"firstName\":\"Changed\"}",
                        "{\"username\":\"counted-3\",\"firstName\":\"Changed\"}",
                        "{\"username\":\"counted-4\",\"groups\":[\"/nowhere\"]}",
                        "no JSON",
                        "{\"username\":\"counted-6\"}",
                        "{\"username\":\"counted-7\"}",
                        "{\"username\":\"counted-8\"}",
                        "{\"nonsense\":1}",
                        "{\"username\":\"counted-9\"}"));

        assertThat(growth(RECORDS, before))
                .containsOnly(
                        Map.entry(Map.of("kind", "users", "op", "import", "outcome", "added"), 4.0),
                        Map.entry(Map.of("kind", "users", "op", "import", "outcome", "updated"), 2.0),
                        Map.entry(Map.of("kind", "users", "op", "import", "outcome", "skipped"), 1.0),
                        Map.entry(Map.of("kind", "users", "op", "import", "outcome", "rejected"), 3.0));
    }

    @Test
    void removalsCountByThemselves() throws IOException {
        client.post("users", UserRecords.users("counted-out", 1, 3));
        Map<Map<String, String>, Double> records = metrics.byTags(RECORDS);
        Map<Map<String, String>, Double> jobs = metrics.byTags(JOBS);

        client.post("users?op=remove", UserRecords.users("counted-out", 1, 5));

        awaitIdle();
        assertThat(growth(RECORDS, records))
                .containsOnly(
                        Map.entry(Map.of("kind", "users", "op", "remove", "outcome", "removed"), 3.0),
                        Map.entry(Map.of("kind", "users", "op", "remove", "outcome", "skipped"), 2.0));
        assertThat(growth(JOBS, jobs))
                .containsOnly(Map.entry(Map.of("kind", "users", "op", "remove", "status", "completed"), 1.0));
    }

    @Test
    void aJobThatIsSentAgainCountsAsARunWithoutRecords() throws IOException {
        client.post("organizations?job=again", List.of("{\"name\":\"again\"}"));
        Map<Map<String, String>, Double> records = metrics.byTags(RECORDS);
        Map<Map<String, String>, Double> jobs = metrics.byTags(JOBS);

        client.post("organizations?job=again", List.of("{\"name\":\"again\"}"));

        awaitIdle();
        assertThat(growth(RECORDS, records)).isEmpty();
        assertThat(growth(JOBS, jobs))
                .containsOnly(Map.entry(Map.of("kind", "organizations", "op", "import", "status", "completed"), 1.0));
    }

    @Test
    void everyPhaseOfEveryChunkIsTimed() throws IOException {
        Map<Map<String, String>, Double> before = metrics.byTags(CHUNK);

        client.post("users?chunkSize=10", UserRecords.users("timed", 1, 65));

        Map<Map<String, String>, Double> expected = new HashMap<>();
        PHASES.forEach(phase -> expected.put(Map.of("kind", "users", "op", "import", "phase", phase), 7.0));
        assertThat(growth(CHUNK, before)).isEqualTo(expected);
    }

    @Test
    void jobsAreActiveAndChunksInFlightAsLongAsTheyAreAtWork(SharedServer server) throws IOException {
        awaitIdle();
        try (LiveImport live = client.open("users?chunkSize=10");
                Sql holdUp = new Sql(server.database())) {
            live.send(UserRecords.lines("held-up", 1, 5));
            await().until(() -> metrics.value(ACTIVE) == 1);
            assertThat(metrics.value(IN_FLIGHT)).isZero();

            holdUp.begin();
            holdUp.execute("lock table user_entity in share mode");
            live.send(UserRecords.lines("held-up", 6, 10));
            await().until(() -> metrics.value(IN_FLIGHT) == 1);
            holdUp.rollback();
            live.awaitChunks(1);
            await().until(() -> metrics.value(IN_FLIGHT) == 0);
            assertThat(metrics.value(ACTIVE)).isEqualTo(1);
            live.finish();
        }
        awaitIdle();
    }

    @Test
    void aChunkThatFailsIsCountedAndNoLongerInFlight(SharedServer server) throws IOException {
        Callers callers = new Callers(server, REALM);
        AdminHttp caller = callers.with("manage-users");
        String id = callers.admin()
                .get(callers.path("users?search=caller-"))
                .get(0)
                .get("id")
                .asText();
        Map<Map<String, String>, Double> failed = metrics.byTags(FAILED);
        Map<Map<String, String>, Double> jobs = metrics.byTags(JOBS);
        try (LiveImport live = callers.importing(caller).open("users?chunkSize=10")) {
            live.send(UserRecords.lines("failing", 1, 10));
            live.awaitChunks(1);
            callers.admin().delete(callers.path("users/" + id));
            live.send(UserRecords.lines("failing", 11, 20));
            assertThat(live.answer().end()).isEqualTo("FAILED caller_gone");
        }
        awaitIdle();
        assertThat(growth(FAILED, failed)).containsOnly(Map.entry(Map.of("kind", "users", "op", "import"), 1.0));
        assertThat(growth(JOBS, jobs))
                .containsOnly(Map.entry(Map.of("kind", "users", "op", "import", "status", "failed"), 1.0));
    }

    @Test
    void aChunkThatAnotherRunCommittedFirstIsNoLongerInFlight(SharedServer server) throws IOException {
        awaitIdle();
        List<String> first = UserRecords.users("first", 1, 10);
        try (LiveImport slower = client.open("users?job=raced&chunkSize=10");
                Sql sql = new Sql(server.database());
                Sql holdUp = new Sql(server.database())) {
            slower.send(ImportClient.lines(first));
            slower.awaitChunks(1);
            holdUp.begin();
            holdUp.execute(CONTESTED, REALM);
            slower.send(UserRecords.lines("slower", 1, 10));
            await().until(() -> sql.number(WAITING) == 1);
            ImportAnswer faster = client.post(
                    "users?job=raced&chunkSize=10", UserRecords.concat(first, UserRecords.users("faster", 1, 10)));
            holdUp.rollback();

            assertThat(faster.end()).isEqualTo("COMPLETED");
            assertThat(slower.answer().end()).isEqualTo("INTERRUPTED superseded");
        }
        awaitIdle();
    }

    @Test
    void tagsAreTheDocumentedOnesAndTheirValuesAreOfTheServerNotOfTheRequest() throws IOException {
        client.post("users?job=a-name-of-the-caller", List.of(UserRecords.user("tagged"), "{}"));
        awaitIdle();

        Set<String> outcomes =
                Set.of("added", "updated", "removed", "skipped", "same", "different", "missing", "extra", "rejected");
        Set<String> statuses = Set.of("completed", "stopped", "failed", "cancelled", "interrupted");
        Map<String, Set<String>> values = Map.of(
                "kind",
                Stream.concat(Stream.of("realm"), Contracts.all().stream().map(KindContract::kind))
                        .collect(Collectors.toSet()),
                "op",
                Set.of("import", "remove", "verify", "mirror", "undo"),
                "outcome",
                outcomes,
                "phase",
                PHASES,
                "status",
                statuses);
        List<MetricsPage.Sample> samples = metrics.samples("keylift_");
        assertThat(samples).extracting(MetricsPage.Sample::name).contains(RECORDS, CHUNK, JOBS, IN_FLIGHT, ACTIVE);
        assertThat(samples).isNotEmpty().allSatisfy(sample -> {
            assertThat(sample.tags().keySet()).isEqualTo(TAGS.get(sample.name()));
            sample.tags().forEach((key, value) -> assertThat(value).isIn(values.get(key)));
        });
    }

    private void awaitIdle() {
        await().untilAsserted(() -> {
            assertThat(metrics.value(ACTIVE)).as(ACTIVE).isZero();
            assertThat(metrics.value(IN_FLIGHT)).as(IN_FLIGHT).isZero();
        });
    }

    private Map<Map<String, String>, Double> growth(String name, Map<Map<String, String>, Double> before) {
        Map<Map<String, String>, Double> growth = new HashMap<>();
        metrics.byTags(name).forEach((tags, value) -> {
            double more = value - before.getOrDefault(tags, 0.0);
            if (more != 0) {
                growth.put(tags, more);
            }
        });
        return growth;
    }
}
