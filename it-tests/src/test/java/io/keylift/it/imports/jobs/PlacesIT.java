// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.jobs;

import static io.keylift.it.imports.support.UserRecords.lines;
import static io.keylift.it.imports.support.UserRecords.users;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.TestRealms;
import io.keylift.it.imports.support.Callers;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.ImportedRows;
import io.keylift.it.imports.support.LiveImport;
import io.keylift.it.imports.support.SlowReader;
import io.keylift.it.imports.support.Sql;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** The limit of concurrent imports on a node, and how callers share its places. */
@OnSharedServer
class PlacesIT {

    private static final String REALM = "places";

    /** The option's default. */
    private static final int MAX_ACTIVE_JOBS = 4;

    private static ImportClient client;

    @AutoClose
    private static Sql sql;

    @BeforeAll
    static void realm(SharedServer server) {
        client = ImportClient.inNewRealm(server, REALM);
        sql = new Sql(server.database());
    }

    @Test
    void tooManyImportsAtATimeAreRefused() throws IOException {
        List<LiveImport> active = new ArrayList<>();
        try {
            for (int i = 1; i <= MAX_ACTIVE_JOBS; i++) {
                LiveImport live = client.open("users?chunkSize=10&job=active-" + i);
                active.add(live.send(lines("active-" + i, 1, 10)));
                live.awaitChunks(1);
            }

            ImportAnswer refused = client.post("users?job=one-more", users("one-more", 1, 10));
            ImportAnswer known = client.post("users?chunkSize=10&job=active-1", users("active-1", 1, 20));

            assertThat(refused.status()).isEqualTo(429);
            assertThat(refused.errorMessage()).contains("max-active-jobs");
            assertThat(new ImportedRows(sql, REALM).users("one-more")).isEmpty();
            assertThat(known.end())
                    .as("a job that is active takes no further place")
                    .isEqualTo("COMPLETED");
        } finally {
            for (LiveImport live : active) {
                live.close();
            }
        }
        await().until(() -> client.status("active-4").equals("INTERRUPTED"));
        assertThat(client.post("users?job=one-more", users("one-more", 1, 10)).end())
                .isEqualTo("COMPLETED");
    }

    @Test
    void sixtyAtOnceAreNoMoreThanMayBe() throws Exception {
        List<LiveImport> all = new ArrayList<>();
        ExecutorService senders = Executors.newFixedThreadPool(60);
        try {
            List<Callable<LiveImport>> calls = IntStream.rangeClosed(1, 60)
                    .mapToObj(i -> (Callable<LiveImport>) () ->
                            client.open("users?chunkSize=1&job=burst-" + i).send(lines("burst-" + i, 1, 1)))
                    .toList();
            for (Future<LiveImport> sent : senders.invokeAll(calls)) {
                all.add(sent.get());
            }
            List<String> retryAfter = new ArrayList<>();
            for (LiveImport one : all) {
                retryAfter.add(one.header("Retry-After"));
            }

            assertThat(retryAfter).filteredOn(Objects::isNull).hasSize(MAX_ACTIVE_JOBS);
            assertThat(retryAfter).filteredOn(Objects::nonNull).containsOnly("5");
            assertThat(sql.number("select count(*) from keylift_import_job where job_id like 'burst-%'"))
                    .isEqualTo(MAX_ACTIVE_JOBS);
        } finally {
            senders.shutdownNow();
            for (LiveImport one : all) {
                one.close();
            }
        }
        awaitRoom(client);
    }

    /** Each of them has sent something in the last second. */
    @Test
    void whoTricklesGivesWayToAnAdministratorOfAnotherRealm(SharedServer server) throws Exception {
        ImportClient low = low(server, "trickling");
        List<LiveImport> trickles = new ArrayList<>();
        ScheduledExecutorService drops = Executors.newSingleThreadScheduledExecutor();
        try {
            for (int i = 1; i <= 3 * MAX_ACTIVE_JOBS; i++) {
                trickles.add(
                        low.open("users?op=verify&chunkSize=1&job=trickle-" + i).send(lines("trickle", 1, 1) + "{"));
            }
            drops.scheduleWithFixedDelay(() -> trickles.forEach(PlacesIT::drop), 0, 1, TimeUnit.SECONDS);
            await().until(() -> sql.number("select count(*) from keylift_import_job where job_id like 'trickle-%'")
                    == MAX_ACTIVE_JOBS);

            assertThat(getsIn("other").end()).isEqualTo("COMPLETED");

            await().until(() ->
                    low.admin().get(low.path("jobs")).findValuesAsText("code").contains("input_broke_off"));
        } finally {
            drops.shutdownNow();
            for (LiveImport one : trickles) {
                one.close();
            }
        }
        awaitRoom(low);
    }

    @Test
    void aPausedJobGivesWayToAnAdministratorOfAnotherRealm(SharedServer server) throws Exception {
        ImportClient low = low(server, "pausing");
        for (int i = 1; i <= MAX_ACTIVE_JOBS; i++) {
            try (LiveImport live = low.open(
                    "users?op=verify&chunkSize=1&job=paused-" + i,
                    Map.of("Content-Type", ImportClient.NDJSON, "Prefer", "respond-async"))) {
                live.send(lines("paused", 1, 1));
                String job = "paused-" + i;
                await().until(() -> low.move(job, "pause").statusCode() == 200);
                live.send(lines("paused", 2, 100));
                live.finish();
            }
        }

        assertThat(getsIn("other-2").end()).isEqualTo("COMPLETED");

        assertThat(low.admin().get(low.path("jobs")).findValuesAsText("code")).containsExactly("gave_way");
        for (int i = 1; i <= MAX_ACTIVE_JOBS; i++) {
            low.move("paused-" + i, "cancel");
        }
        awaitRoom(low);
    }

    @Test
    void whoReadsSlowlyGivesWayToOthers(SharedServer server) throws Exception {
        ImportClient low = low(server, "reading");
        low.post("users?op=verify&results=summary&job=absent", users("absent", 1, 30_000));
        ImportClient other = new Callers(server, "places-reading").importing(server.admin());
        URI rejects = server.keycloak().baseUrl().resolve(low.path("jobs/absent/rejects"));
        for (int i = 0; i <= MAX_ACTIVE_JOBS; i++) {
            assertThat(low.admin()
                            .send("HEAD", low.path("jobs/absent/rejects"), null)
                            .statusCode())
                    .as("takes no place")
                    .isEqualTo(200);
        }
        long errors = errors(server);
        List<SlowReader> readers = new ArrayList<>();
        try {
            for (int i = 0; i < MAX_ACTIVE_JOBS; i++) {
                readers.add(new SlowReader(rejects, low.admin()));
                assertThat(readers.get(i).next("{")).isNotNull();
            }
            assertThat(low.admin()
                            .send("GET", low.path("jobs/absent/rejects"), null)
                            .statusCode())
                    .isEqualTo(429);

            await().atMost(Duration.ofSeconds(40))
                    .pollInterval(Duration.ofSeconds(2))
                    .until(() -> other.admin()
                                    .send("GET", other.path("jobs/absent/rejects"), null)
                                    .statusCode()
                            == 200);
        } finally {
            for (SlowReader reader : readers) {
                reader.close();
            }
        }
        assertThat(errors(server)).as("the client's fault").isEqualTo(errors);
    }

    private static long errors(SharedServer server) throws IOException {
        try (Stream<String> lines = Files.lines(server.keycloak().log())) {
            return lines.filter(line -> line.contains("Uncaught server error")).count();
        }
    }

    private static ImportClient low(SharedServer server, String name) {
        String realm = "places-" + name;
        TestRealms.create(server.admin(), realm);
        Callers callers = new Callers(server, realm);
        return callers.importing(callers.with("view-users"));
    }

    /** Imports for a caller without a running job, as soon as the node accepts it. */
    private static ImportAnswer getsIn(String job) {
        return await().atMost(Duration.ofSeconds(40))
                .pollInterval(Duration.ofSeconds(2))
                .until(() -> client.post("users?job=" + job, users(job, 1, 1)), answer -> answer.status() == 200);
    }

    private static void drop(LiveImport trickle) {
        try {
            trickle.send(" ");
        } catch (IOException e) {
            // its connection has ended
        }
    }

    /** Waits until no job has a place, and this rejected caller no longer counts as waiting. */
    private static void awaitRoom(ImportClient refused) throws IOException {
        await().until(() -> sql.number("select count(*) from keylift_import_job where status in ('RUNNING', 'PAUSED')"
                        + " and (job_id like 'burst-%' or job_id like 'trickle-%' or job_id like 'paused-%')")
                == 0);
        assertThat(refused.post("users?op=verify", users("none", 1, 1)).end()).isEqualTo("COMPLETED");
    }
}
