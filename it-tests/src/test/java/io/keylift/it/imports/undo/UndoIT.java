// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.undo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.exports.ExportAnswer;
import io.keylift.it.imports.kinds.Contracts;
import io.keylift.it.imports.kinds.KindContract;
import io.keylift.it.imports.kinds.KindRealms;
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
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Rules for the undo of jobs of every kind. */
@Order(5)
@OnTunedServer
class UndoIT {

    private static final int COUNT = 12;

    /** How many records are there before a mirror, and how many of them it removes. */
    private static final int MIRRORED = 9;

    private static final int DROPPED = 4;

    private static final KindRealms REALMS = new KindRealms("undone", Map.of());

    /** Each line refers to what comes behind it in the same kind, and to the kinds before. */
    private static final String STREAM = """
            {"kind":"roles","record":{"name":"upper","composites":{"realm":["middle"]}}}
            {"kind":"roles","record":{"name":"middle","composites":{"realm":["lower"]}}}
            {"kind":"roles","record":{"name":"lower"}}
            {"kind":"groups","record":{"path":"/hall/desk","realmRoles":["upper"]}}
            {"kind":"clients","record":{"clientId":"kiosk","secret":"s3cret","publicClient":false}}
            {"kind":"users","record":{"username":"ann","groups":["/hall/desk"],"realmRoles":["lower"]}}
            {"kind":"users","record":{"username":"ben","credentials":[{"type":"password","value":"Correct-Horse-9"}]}}
            {"kind":"role-mappings","record":{"username":"ben","realmRoles":["middle"]}}
            {"kind":"scope-mappings","record":{"client":"kiosk","realmRoles":["middle"]}}
            """;

    private static final String CHANGES = """
            {"kind":"roles","record":{"name":"upper","composites":{"realm":["later"]}}}
            {"kind":"roles","record":{"name":"middle","composites":{"realm":[]}}}
            {"kind":"roles","record":{"name":"other","composites":{"realm":["later"]}}}
            {"kind":"roles","record":{"name":"one"}}
            {"kind":"roles","record":{"name":"later"}}
            {"kind":"groups","record":{"path":"/hall/desk","realmRoles":["later","lower"]}}
            {"kind":"groups","record":{"path":"/hall/door/bell"}}
            {"kind":"clients","record":{"clientId":"kiosk","secret":"another","name":"Kiosk"}}
            {"kind":"users","record":{"username":"ann","firstName":"Ann","email":"ann@acme.example","groups":["/hall/door/bell"]}}
            {"kind":"users","record":{"username":"cleo","realmRoles":["later"]}}
            {"kind":"user-changes","record":{"username":"ann","add":{"realmRoles":["one"]}}}
            {"kind":"user-changes","record":{"username":"ann","add":{"realmRoles":["other"]},"clear":["email"]}}
            {"kind":"role-mappings","record":{"username":"cleo","realmRoles":["other"]}}
            {"kind":"scope-mappings","record":{"client":"kiosk","realmRoles":["middle","other"]}}
            {"kind":"scope-mappings","record":{"clientScope":"email","realmRoles":["lower"]}}
            """;

    static List<Named<KindContract>> undoable() {
        return Contracts.named(KindContract::isUndoable);
    }

    /** The kinds whose records add and remove objects. */
    static List<Named<KindContract>> kinds() {
        return undoable().stream()
                .filter(kind -> kind.getPayload().isRemovable())
                .toList();
    }

    /** The examples first, with all that a record can have and with those that are rejected. */
    @ParameterizedTest
    @MethodSource("kinds")
    void law15_anImportIsUndone(KindContract kind, TunedServer server) throws IOException {
        TwinRealm realm = REALMS.of(server.admin(), kind);
        kind.prepareRecords(realm, 0, COUNT);
        List<ObjectNode> records = new ArrayList<>(Records.of(realm, kind.examples()));
        records.forEach(record -> record.remove("id"));
        records.addAll(records(kind, 0));
        RealmRows before = RealmRows.of(server.database(), realm.name());
        String job = "added-" + kind.kind();

        ImportAnswer imported = post(realm, kind, "chunkSize=7&undo=true&job=" + job, records);
        ImportAnswer undone = undoTelling(realm, job);

        assertThat(imported.count("added")).as("%s", imported.lines()).isGreaterThanOrEqualTo(COUNT);
        assertThat(undone.rejects()).isEmpty();
        assertThat(undone.addsUp().count("removed") + undone.count("updated"))
                .as("%s", undone.lines())
                .isGreaterThanOrEqualTo(COUNT);
        assertUnchanged(server, realm, before);
    }

    /** Twice in one job, so that the second undo of an object depends on the first. */
    @ParameterizedTest
    @MethodSource("undoable")
    void law15_anOverwriteIsUndone(KindContract kind, TunedServer server) throws IOException {
        TwinRealm realm = REALMS.of(server.admin(), kind);
        kind.prepareRecords(realm, 100, COUNT);
        List<ObjectNode> records = records(kind, 100);
        post(realm, kind, "ifExists=merge", records.subList(0, COUNT / 2));
        RealmRows before = RealmRows.of(server.database(), realm.name());
        List<ObjectNode> changed = new ArrayList<>();
        for (int version = 1; version <= 2; version++) {
            for (ObjectNode record : records) {
                changed.add(kind.changed(record, version));
            }
        }
        String job = "changed-" + kind.kind();

        ImportAnswer overwritten = post(realm, kind, "ifExists=overwrite&chunkSize=5&undo=true&job=" + job, changed);
        ImportAnswer undone = undo(realm, job);

        assertThat(overwritten.addsUp().rejects()).isEmpty();
        assertThat(undone.rejects()).isEmpty();
        assertThat(undone.addsUp().count("skipped")).as("%s", undone.lines()).isZero();
        assertUnchanged(server, realm, before);
    }

    /** With their ids and times, and with what refers to them. */
    @ParameterizedTest
    @MethodSource("kinds")
    void law15_aRemovalIsUndone(KindContract kind, TunedServer server) throws IOException {
        TwinRealm realm = REALMS.of(server.admin(), kind);
        kind.prepareRecords(realm, 200, COUNT);
        List<ObjectNode> records = records(kind, 200);
        post(realm, kind, "ifExists=merge", records);
        RealmRows before = RealmRows.of(server.database(), realm.name());
        String job = "removed-" + kind.kind();

        ImportAnswer removed = post(realm, kind, "op=remove&chunkSize=5&undo=true&job=" + job, records);
        ImportAnswer undone = undoTelling(realm, job);

        assertThat(removed.addsUp().rejects()).isEmpty();
        assertThat(removed.count("removed")).as("%s", removed.lines()).isGreaterThanOrEqualTo(COUNT / 2);
        assertThat(undone.rejects()).isEmpty();
        assertThat(undone.addsUp().count("added") + undone.count("updated")).isEqualTo(removed.count("removed"));
        UndoneRemovals.assertSame(server.database(), realm, before);
    }

    /** The realm's own export, of which some records are missing and others are changed, and new ones. */
    @ParameterizedTest
    @MethodSource("kinds")
    void law15_aMirrorIsUndone(KindContract kind, TunedServer server) throws IOException {
        TwinRealm realm = REALMS.of(server.admin(), kind);
        kind.prepareRecords(realm, 400, COUNT);
        List<ObjectNode> records = records(kind, 400);
        post(realm, kind, "ifExists=merge", records.subList(0, MIRRORED));
        List<ObjectNode> stream = new ArrayList<>(ExportAnswer.get(realm.admin(), realm.name(), kind.kind())
                .whole()
                .records());
        // The first update adds what the profile has as defaults, and the secrets of clients that have none.
        post(realm, kind, "ifExists=overwrite", stream);
        stream.removeAll(ExportAnswer.post(
                        realm.admin(), realm.name(), kind.kind(), Records.lines(records.subList(0, DROPPED + 2)))
                .records());
        for (ObjectNode record : records.subList(DROPPED, DROPPED + 2)) {
            stream.add(kind.isChangeable() ? kind.changed(record, 1) : record);
        }
        stream.addAll(records.subList(MIRRORED, COUNT));
        RealmRows before = RealmRows.of(server.database(), realm.name());
        String job = "mirrored-" + kind.kind();

        ImportAnswer mirrored = post(
                realm,
                kind,
                "op=mirror&scope=realm&undo=true&maxRemovals=" + DROPPED + "&chunkSize=" + (stream.size() / 4 + 1)
                        + "&job=" + job,
                stream);
        ImportAnswer undone = undoTelling(realm, job);

        assertThat(mirrored.addsUp().end()).as("%s", mirrored.lines()).isEqualTo("COMPLETED");
        assertThat(mirrored.rejects())
                .as("%s", mirrored.lines())
                .noneMatch(reject -> !reject.get("message").asText().startsWith("Something refers"));
        assertThat(mirrored.count("removed") + mirrored.count("rejected")).isEqualTo(DROPPED);
        assertThat(mirrored.count("added")).isGreaterThanOrEqualTo(COUNT - MIRRORED);
        assertThat(undone.addsUp().rejects()).isEmpty();
        // Users without other roles still have the default role.
        assertThat(undone.count("added") + undone.count("updated"))
                .as("%s", undone.lines())
                .isGreaterThanOrEqualTo(mirrored.count("removed"));
        assertUnchanged(server, realm, before);
    }

    @ParameterizedTest
    @MethodSource("undoable")
    void law15_whatSomebodyChangedSinceIsKept(KindContract kind, TunedServer server) throws IOException {
        if (!kind.isChangeable()) {
            return;
        }
        TwinRealm realm = REALMS.of(server.admin(), kind);
        kind.prepareRecords(realm, 300, COUNT);
        List<ObjectNode> records = records(kind, 300);
        String job = "touched-" + kind.kind();
        post(realm, kind, "undo=true&job=" + job, records);
        RealmRows imported = RealmRows.of(server.database(), realm.name());
        post(realm, kind, "ifExists=overwrite", List.of(kind.changed(records.get(3), 1)));
        RealmRows touched = RealmRows.of(server.database(), realm.name());

        ImportAnswer undone = undo(realm, job);

        // A department goes with the one above it, which therefore stays, too.
        assertThat(undone.addsUp().rejects())
                .as("%s", undone.lines())
                .hasSizeBetween(1, 2)
                .allSatisfy(reject -> assertThat(reject.get("code").asText()).isEqualTo("conflict"));
        UndoneRows.assertKept(UndoneRows.changes(touched, imported), RealmRows.of(server.database(), realm.name()));
    }

    /** Each user has got the email address of the one before, in chunks that are undone at the same time. */
    @Test
    void law13_usersOfSeveralChunksGetTheirEmailAddressesBack(TunedServer server) throws IOException {
        TwinRealm realm = TwinRealm.create(server.admin(), "undone-emails", Map.of());
        String users = Records.lines(IntStream.range(0, COUNT)
                .mapToObj(i -> Records.json("{username:'user-" + i + "',email:'p" + i + "@acme.example'}"))
                .toList());
        assertThat(realm.imports().post("users", users).count("added")).isEqualTo(COUNT);
        RealmRows before = RealmRows.of(server.database(), realm.name());
        String moved = Records.lines(IntStream.range(0, COUNT)
                .mapToObj(i -> Records.json("{username:'user-" + i + "',email:'p" + (i - 1) + "@acme.example'}"))
                .toList());

        ImportAnswer merged =
                realm.imports().post("users?ifExists=merge&chunkSize=1&parallelism=1&undo=true&job=emails", moved);
        ImportAnswer undone = undo(realm, "emails");

        assertThat(merged.count("updated")).as("%s", merged.lines()).isEqualTo(COUNT);
        assertThat(undone.addsUp().count("updated")).as("%s", undone.lines()).isEqualTo(COUNT);
        assertUnchanged(server, realm, before);
    }

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

    /** Later kinds refer to earlier ones, and lines that wait are written before the lines of the next kind. */
    @Test
    void law15_aStreamOfAWholeRealmIsUndone(TunedServer server) throws IOException {
        TwinRealm source = TwinRealm.create(server.admin(), "undone-source", Map.of());
        TwinRealm realm = TwinRealm.create(server.admin(), "undone-whole", Map.of());
        assertThat(source.imports().post("", STREAM).rejects()).isEmpty();
        String export = new ExportAnswer(source.admin().send("GET", source.path("bulk-export?secrets=true"), null))
                .whole().records().stream()
                        .map(ObjectNode::toString)
                        .collect(Collectors.joining("\n"))
                        .replace(source.name(), realm.name());
        RealmRows before = RealmRows.of(server.database(), realm.name());

        ImportAnswer imported = realm.imports()
                .post("?ifExists=overwrite&ids=ignore&undo=true&job=export&chunkSize=7&results=all", export);
        RealmRows whole = RealmRows.of(server.database(), realm.name());
        ImportAnswer changed = realm.imports().post("?ifExists=overwrite&undo=true&job=stream&chunkSize=2", CHANGES);
        ImportAnswer removed = realm.imports().post("?op=remove&undo=true&job=removal&chunkSize=2", reversed(STREAM));

        assertThat(imported.addsUp().count("added")).as("%s", imported.lines()).isGreaterThanOrEqualTo(8);
        assertThat(changed.addsUp().rejects()).isEmpty();
        assertThat(changed.chunks().stream().filter(chunk -> chunk.get("chunk").asInt() < 0))
                .isNotEmpty();
        assertThat(removed.addsUp().rejects()).isEmpty();
        assertThat(removed.count("removed")).isEqualTo(removed.count("read"));
        ImportAnswer undone = undo(realm, "removal");
        assertThat(undone.addsUp().rejects()).isEmpty();
        // A user without other roles still had the default role.
        assertThat(undone.count("added") + undone.count("updated")).isEqualTo(removed.count("removed"));
        assertThat(undo(realm, "stream").addsUp().rejects()).isEmpty();
        assertUnchanged(server, realm, whole);
        assertThat(undo(realm, "export").addsUp().rejects()).isEmpty();
        assertUnchanged(server, realm, before);
        // Of those kinds that the job has changed, the last one first.
        assertThat(realm.imports().job("undo-export").get("parts").findValuesAsText("kind"))
                .containsExactly("users", "scope-mappings", "groups", "roles", "clients");
    }

    private static String reversed(String lines) {
        List<String> reversed = new ArrayList<>(lines.lines().toList());
        Collections.reverse(reversed);
        return String.join("\n", reversed);
    }

    @Test
    void aJobThatWouldKeepTooMuchStops_andWhatItHasCommittedIsUndone(TunedServer server) throws IOException {
        TwinRealm realm = TwinRealm.create(server.admin(), "undone-of-full", Map.of());
        RealmRows before = RealmRows.of(server.database(), realm.name());
        // What is kept is compressed: of long names without a pattern, fewer fill it.
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

    private static void assertUnchanged(TunedServer server, TwinRealm realm, RealmRows before) {
        UndoneRows.assertUnchanged(RealmRows.of(server.database(), realm.name()), before);
    }

    private static List<ObjectNode> records(KindContract kind, int first) {
        return IntStream.range(first, first + COUNT).mapToObj(kind::record).toList();
    }

    private static ImportAnswer post(TwinRealm realm, KindContract kind, String query, List<ObjectNode> records)
            throws IOException {
        return realm.imports().post(kind.kind() + "?results=all&" + query, Records.lines(records));
    }

    private static ImportAnswer undo(TwinRealm realm, String job) throws IOException {
        return undo(realm, job, "");
    }

    /** With events, for which Keycloak's own listeners read what was written. */
    private static ImportAnswer undoTelling(TwinRealm realm, String job) throws IOException {
        return undo(realm, job, "&events=record");
    }

    private static ImportAnswer undo(TwinRealm realm, String job, String parameters) throws IOException {
        return realm.imports().post("jobs/" + job + "/undo?results=all&job=undo-" + job + parameters, "");
    }
}
