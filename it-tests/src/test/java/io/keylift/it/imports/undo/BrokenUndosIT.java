// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.undo;

import static io.keylift.it.imports.undo.Undoing.assertUnchanged;
import static io.keylift.it.imports.undo.Undoing.undo;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.exports.ExportAnswer;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.LiveImport;
import io.keylift.it.imports.support.OnTunedServer;
import io.keylift.it.imports.support.RealmRows;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.Sql;
import io.keylift.it.imports.support.TunedServer;
import io.keylift.it.imports.support.TwinRealm;
import java.io.IOException;
import java.math.BigInteger;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Undos and jobs with an undo that break off, or that keep too much. */
@OnTunedServer
class BrokenUndosIT {

    /** Chunks of roles are undone one after the other: a locked row delays the third. */
    @Test
    void law2_anUndoThatBreaksOffIsResumed_andAJobIsUndoneOnce(TunedServer server) throws IOException {
        TwinRealm realm = TwinRealm.create(server.admin(), "undone-in-part", Map.of());
        RealmRows before = RealmRows.of(server.database(), realm.name());
        String roles = Records.lines(IntStream.range(0, 10)
                .mapToObj(i -> Records.json("{name:'role-" + i + "'}"))
                .toList());
        String path = "roles?chunkSize=2&undo=true&job=roles";
        realm.imports().post(path, roles);
        try (Sql sql = new Sql(server.database());
                Sql holder = new Sql(server.database());
                LiveImport undo = realm.imports().open("jobs/roles/undo?job=undo")) {
            holder.begin();
            holder.execute("select * from keycloak_role where name = 'role-5' for update");
            undo.sendInBackground(out -> {});
            undo.awaitChunks(2);

            assertThat(undoStatus(realm, "roles")).isEqualTo(409);
            assertThat(realm.admin()
                            .send("DELETE", realm.imports().path("jobs/roles"), null)
                            .statusCode())
                    .isEqualTo(409);
            assertThat(realm.imports().post(path, roles).errorMessage()).contains("is undone by job undo");
            assertThat(realm.imports().move("undo", "cancel").statusCode()).isEqualTo(200);
            holder.rollback();
            assertThat(undo.answer().end()).isEqualTo("CANCELLED cancelled");
            // As if the node had been killed.
            sql.execute("update keylift_import_job set status = 'INTERRUPTED' where job_id = 'undo'");
        }

        ImportAnswer resumed = realm.imports().post("jobs/roles/undo?results=all", "");

        assertThat(resumed.addsUp().end()).isEqualTo("COMPLETED");
        assertThat(resumed.count("removed")).as("%s", resumed.lines()).isEqualTo(10);
        assertThat(resumed.chunks().stream().filter(chunk -> chunk.has("resumed")))
                .hasSizeBetween(2, 3);
        assertUnchanged(server, realm, before);
        assertThat(undoStatus(realm, "roles")).isEqualTo(409);
        JsonNode job = realm.imports().job("undo");
        assertThat(job.get("op").asText()).isEqualTo("undo");
        assertThat(job.get("undoes").asText()).isEqualTo("roles");
    }

    /** A mirror that is paused in its removal is sent again: a locked row delays a chunk after the first. */
    @Test
    void law2_aMirrorThatBreaksOffInItsRemovalIsResumedAndUndone(TunedServer server) throws IOException {
        TwinRealm realm = TwinRealm.create(server.admin(), "undone-mirror", Map.of());
        String kept = ExportAnswer.get(realm.admin(), realm.name(), "roles").whole().records().stream()
                .map(ObjectNode::toString)
                .collect(Collectors.joining("\n", "", "\n{\"name\":\"new\"}\n"));
        realm.imports()
                .post(
                        "roles",
                        Records.lines(IntStream.range(0, 10)
                                .mapToObj(i -> Records.json("{name:'role-" + i + "',description:'" + i + "'}"))
                                .toList()));
        String sixth = ExportAnswer.get(realm.admin(), realm.name(), "roles?fields=name").records().stream()
                .map(role -> role.get("name").asText())
                .filter(name -> name.startsWith("role-"))
                .toList()
                .get(5);
        RealmRows before = RealmRows.of(server.database(), realm.name());
        String path = "roles?op=mirror&scope=realm&maxRemovals=10&chunkSize=2&undo=true&job=mirror";
        ImportAnswer resumed;
        try (Sql holder = new Sql(server.database());
                LiveImport mirror = realm.imports().open(path)) {
            holder.begin();
            holder.execute("select * from keycloak_role where name = ? for update", sixth);
            mirror.sendInBackground(out -> out.write(kept.getBytes(StandardCharsets.UTF_8)));
            mirror.awaitLine(line -> line.path("chunk").asInt() == -1);
            assertThat(realm.imports().move("mirror", "pause").statusCode()).isEqualTo(200);
            holder.rollback();
            mirror.awaitLine(line -> line.path("chunk").asInt() == -2);
            resumed = realm.imports().post(path, kept);
            assertThat(mirror.answer().end()).isEqualTo("INTERRUPTED superseded");
        }
        ImportAnswer undone = undo(realm, "mirror");

        assertThat(resumed.addsUp().end()).isEqualTo("COMPLETED");
        assertThat(resumed.count("removed")).as("%s", resumed.lines()).isEqualTo(10);
        assertThat(resumed.chunks().stream().filter(chunk -> chunk.get("chunk").asInt() < 0 && chunk.has("resumed")))
                .hasSizeBetween(2, 3);
        assertThat(undone.addsUp().rejects()).isEmpty();
        assertThat(undone.outcomes().values().stream().collect(Collectors.groupingBy(o -> o, Collectors.counting())))
                .isEqualTo(Map.of("added", 10L, "removed", 1L));
        assertThat(undone.outcomes()).containsEntry(11, "removed");
        assertUnchanged(server, realm, before);
    }

    @Test
    void aJobThatWouldKeepTooMuchStops_andWhatItHasCommittedIsUndone(TunedServer server) throws IOException {
        TwinRealm realm = TwinRealm.create(server.admin(), "undone-of-full", Map.of());
        RealmRows before = RealmRows.of(server.database(), realm.name());
        // Kept states are compressed: of long names without a pattern, fewer fill the space.
        Random random = new Random(1);
        List<ObjectNode> roles = IntStream.range(0, 1000)
                .mapToObj(i -> Records.json("{name:'" + new BigInteger(1200, random).toString(32) + "'}"))
                .toList();

        ImportAnswer full = realm.imports().post("roles?chunkSize=100&undo=true&job=full", Records.lines(roles));

        assertThat(full.addsUp().end()).isEqualTo("STOPPED undo_full");
        assertThat(full.count("added")).isBetween(100L, 900L);
        try (Sql sql = new Sql(server.database())) {
            assertThat(sql.number("select sum(u.bytes) from keylift_undo u join keylift_import_job j"
                            + " on j.uid = u.job_uid where j.job_id = 'full'"))
                    .isBetween(1L, Long.parseLong(TunedServer.MAX_UNDO_BYTES));
        }
        assertThat(undo(realm, "full").addsUp().count("removed")).isEqualTo(full.count("added"));
        assertUnchanged(server, realm, before);
        assertThat(undoStatus(realm, "none")).isEqualTo(404);
        realm.imports().post("roles?job=plain", Records.lines(roles.subList(0, 1)));
        assertThat(undoStatus(realm, "plain")).isEqualTo(400);
    }

    private static int undoStatus(TwinRealm realm, String job) {
        return realm.imports().move(job, "undo").statusCode();
    }
}
