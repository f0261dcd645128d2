// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.exports;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.imports.support.CommitBlocker;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.LiveImport;
import io.keylift.it.imports.support.Sql;
import io.keylift.it.imports.support.UserRecords;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A mirror is sent again while one of its chunks is being committed. */
@OnSharedServer
class OvertakenMirrorIT {

    private static final int ALL = 11;
    private static final int NAMED = 1;
    private static final String PATH = "users?op=mirror&scope=realm&maxRemovals=100&chunkSize=2&job=";

    /**
     * @param late the chunk that the first run commits when the second has already looked what the first has committed;
     *     the last one leaves the second nothing to remove
     */
    @ParameterizedTest
    @ValueSource(ints = {-3, -5})
    void law2_whatNoRecordNamesGoesThoughTheRunBeforeCommitsOneMoreChunk(int late, SharedServer server)
            throws IOException, InterruptedException, ExecutionException {
        String realm = "overtaken-mirror" + late;
        String job = "overtaken" + late;
        ImportClient client = ImportClient.inNewRealm(server, realm);
        client.post("users", UserRecords.users("mirrored", 1, ALL));
        List<String> named = UserRecords.users("mirrored", 1, NAMED);
        ImportAnswer second;
        try (Sql sql = new Sql(server.database());
                CommitBlocker blocker = new CommitBlocker(server.database());
                LiveImport first = client.open(PATH + job)) {
            blocker.block(job, late);
            first.sendInBackground(out -> out.write(ImportClient.lines(named).getBytes(StandardCharsets.UTF_8)));
            blocker.awaitWaiting();
            CompletableFuture<ImportAnswer> answer =
                    CompletableFuture.supplyAsync(() -> post(client, PATH + job, named));
            await().until(() ->
                    sql.number("select count(*) from pg_stat_activity where wait_event_type = 'Lock'") == 2);
            blocker.release();
            second = answer.get();
            assertThat(first.answer().end()).isEqualTo("INTERRUPTED superseded");
            assertThat(sql.number(
                            "select count(*) from user_entity u join realm r on r.id = u.realm_id"
                                    + " where r.name = ? and u.username like 'mirrored-%'",
                            realm))
                    .as("%s", second.lines())
                    .isEqualTo(NAMED);
        }
        assertThat(second.addsUp().end()).isEqualTo("COMPLETED");
        assertThat(second.count("removed")).as("%s", second.lines()).isEqualTo(ALL - NAMED);
        assertThat(second.count("skipped")).as("%s", second.lines()).isEqualTo(NAMED);
    }

    private static ImportAnswer post(ImportClient client, String path, List<String> lines) {
        try {
            return client.post(path, lines);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
