// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.jobs;

import static io.keylift.it.imports.support.UserRecords.lines;
import static io.keylift.it.imports.support.UserRecords.users;
import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.ImportedRows;
import io.keylift.it.imports.support.Ledger;
import io.keylift.it.imports.support.LiveImport;
import io.keylift.it.imports.support.Sql;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.concurrent.CompletableFuture;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Pause, resume, cancel and delete jobs. */
@OnSharedServer
class JobControlIT {

    private static final String REALM = "steering";

    private static ImportClient client;

    @AutoClose
    private static Sql sql;

    private static ImportedRows rows;

    @BeforeAll
    static void realm(SharedServer server) {
        client = ImportClient.inNewRealm(server, REALM);
        sql = new Sql(server.database());
        rows = new ImportedRows(sql, REALM);
    }

    @Test
    void aPausedJobCommitsNothing_andGoesOnWhenResumed() throws IOException {
        try (LiveImport live = client.open("users?job=pause&chunkSize=10")) {
            live.send(lines("pause", 1, 30));
            live.awaitChunks(3);

            HttpResponse<String> paused = client.move("pause", "pause");
            live.send(lines("pause", 31, 60));

            assertThat(paused.statusCode()).isEqualTo(200);
            assertThat(paused.body()).contains("\"status\":\"PAUSED\"");
            await().during(Duration.ofMillis(1500))
                    .until(() -> rows.users("pause-").size() == 30);
            assertThat(client.status("pause")).isEqualTo("PAUSED");

            HttpResponse<String> resumed = client.move("pause", "resume");
            live.awaitChunks(6);

            assertThat(resumed.body()).contains("\"status\":\"RUNNING\"");
            assertThat(live.finish().addsUp().end()).isEqualTo("COMPLETED");
        }
        assertThat(rows.users("pause-")).hasSize(60);
        assertThat(client.status("pause")).isEqualTo("COMPLETED");
    }

    @Test
    void aPausedJobWhoseInputEnds_waitsAllTheSame() throws IOException {
        try (LiveImport live = client.open("users?job=pause-end&chunkSize=10")) {
            live.send(lines("pause-end", 1, 10));
            live.awaitChunks(1);
            client.move("pause-end", "pause");

            CompletableFuture<ImportAnswer> answer = finish(live);
            await().during(Duration.ofMillis(500))
                    .until(() -> client.status("pause-end").equals("PAUSED") && !answer.isDone());
            client.move("pause-end", "resume");

            assertThat(answer.join().end()).isEqualTo("COMPLETED");
        }
        assertThat(client.status("pause-end")).isEqualTo("COMPLETED");
    }

    @Test
    void aCancelledJobEndsAndWritesNothingMore() throws IOException {
        ImportAnswer answer;
        try (LiveImport live = client.open("users?job=cancel&chunkSize=10")) {
            live.send(lines("cancel", 1, 30));
            live.awaitChunks(3);

            HttpResponse<String> cancelled = client.move("cancel", "cancel");
            live.send(lines("cancel", 31, 90));
            answer = live.answer();

            assertThat(cancelled.statusCode()).isEqualTo(200);
            assertThat(cancelled.body()).contains("\"status\":\"CANCELLED\"");
        }
        assertThat(answer.addsUp().end()).isEqualTo("CANCELLED cancelled");
        assertThat(answer.count("added")).isEqualTo(30);
        assertThat(client.job("cancel").path("added").asLong()).isEqualTo(30);
        assertThat(rows.users("cancel-")).hasSize(30);
        ImportAnswer again = client.post("users?job=cancel&chunkSize=10", users("cancel", 1, 90));
        assertThat(again.status()).isEqualTo(409);
        assertThat(again.errorMessage()).contains("cancelled");
    }

    @Test
    void aPausedJobCanBeCancelled() throws IOException {
        try (LiveImport live = client.open("users?job=pause-cancel&chunkSize=10")) {
            live.send(lines("pause-cancel", 1, 10));
            live.awaitChunks(1);
            client.move("pause-cancel", "pause");
            live.send(lines("pause-cancel", 11, 20));

            client.move("pause-cancel", "cancel");

            assertThat(live.answer().end()).isEqualTo("CANCELLED cancelled");
        }
        assertThat(rows.users("pause-cancel-")).hasSize(10);
    }

    /** Both wait for the job's row; who asked first gets it first. */
    @Test
    void aJobThatIsCancelledAtItsLastMoment_isNotReportedAsCompleted(SharedServer server) throws IOException {
        try (LiveImport live = client.open("users?job=last-moment&chunkSize=10");
                Sql holdUp = new Sql(server.database())) {
            live.send(lines("last-moment", 1, 10));
            live.awaitChunks(1);
            holdUp.begin();
            holdUp.execute("select 1 from keylift_import_job where job_id = 'last-moment' for update");
            CompletableFuture<HttpResponse<String>> cancelled =
                    CompletableFuture.supplyAsync(() -> client.move("last-moment", "cancel"));
            await().until(() -> waitingForRows("%set status%") == 1);
            CompletableFuture<ImportAnswer> answer = finish(live);
            // The end itself, or the server's sign of life, which the end waits for.
            await().until(() -> waitingForRows() >= 2);
            holdUp.rollback();

            assertThat(cancelled.join().statusCode()).isEqualTo(200);
            assertThat(answer.join().end()).isEqualTo("CANCELLED cancelled");
        }
        assertThat(client.status("last-moment")).isEqualTo("CANCELLED");
    }

    @ParameterizedTest
    @CsvSource({"RUNNING, resume", "PAUSED, pause", "COMPLETED, pause", "COMPLETED, resume", "COMPLETED, cancel"})
    void aMoveThatTheStatusDoesNotAllowIsRefused(String status, String move) throws IOException {
        String job = "illegal-" + status + "-" + move;
        try (LiveImport live = client.open("users?chunkSize=10&job=" + job)) {
            live.send(lines(job, 1, 10));
            live.awaitChunks(1);
            if (status.equals("PAUSED")) {
                client.move(job, "pause");
            } else if (status.equals("COMPLETED")) {
                live.finish();
            }

            HttpResponse<String> answer = client.move(job, move);

            assertThat(answer.statusCode()).isEqualTo(409);
            assertThat(answer.body()).contains("errorMessage", status);
            assertThat(client.status(job)).isEqualTo(status);
            if (status.equals("PAUSED")) {
                client.move(job, "resume");
            }
            live.finish();
        }
    }

    @Test
    void aJobIsDeletedOnlyWhenItHasEnded() throws IOException {
        try (LiveImport live = client.open("users?job=delete&chunkSize=10")) {
            live.send(lines("delete", 1, 10));
            live.awaitChunks(1);
            assertThat(delete("delete")).isEqualTo(409);
            client.move("delete", "pause");
            assertThat(delete("delete")).isEqualTo(409);
            client.move("delete", "resume");
            assertThat(live.finish().end()).isEqualTo("COMPLETED");
        }
        assertThat(delete("delete")).isEqualTo(204);
        assertThat(delete("delete")).isEqualTo(404);
        assertThat(sql.number("select count(*) from keylift_import_job where job_id = 'delete'"))
                .isZero();
        assertThat(new Ledger(sql, REALM, "delete").chunkCount()).isZero();
        assertThat(rows.users("delete-")).as("what the job has imported").hasSize(10);
    }

    private static int delete(String job) {
        return client.admin().send("DELETE", client.path("jobs/" + job), null).statusCode();
    }

    private static long waitingForRows() {
        return waitingForRows("%");
    }

    private static long waitingForRows(String statement) {
        return sql.number(
                "select count(*) from pg_stat_activity where datname = 'keycloak'"
                        + " and wait_event_type = 'Lock' and query ilike '%keylift_import_job%' and query ilike ?",
                statement);
    }

    private static CompletableFuture<ImportAnswer> finish(LiveImport live) {
        return CompletableFuture.supplyAsync(() -> {
            try {
                return live.finish();
            } catch (IOException e) {
                throw new java.io.UncheckedIOException(e);
            }
        });
    }
}
