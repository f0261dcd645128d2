// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.undo;

import static io.keylift.it.imports.undo.Undoing.assertUnchanged;
import static io.keylift.it.imports.undo.Undoing.undo;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.exports.ExportAnswer;
import io.keylift.it.imports.kinds.Contracts;
import io.keylift.it.imports.kinds.KindContract;
import io.keylift.it.imports.kinds.KindRealms;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.OnTunedServer;
import io.keylift.it.imports.support.RealmRows;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.TunedServer;
import io.keylift.it.imports.support.TwinRealm;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
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

    private static List<ObjectNode> records(KindContract kind, int first) {
        return IntStream.range(first, first + COUNT).mapToObj(kind::record).toList();
    }

    private static ImportAnswer post(TwinRealm realm, KindContract kind, String query, List<ObjectNode> records)
            throws IOException {
        return realm.imports().post(kind.kind() + "?results=all&" + query, Records.lines(records));
    }

    /** With events, for which Keycloak's own listeners read what was written. */
    private static ImportAnswer undoTelling(TwinRealm realm, String job) throws IOException {
        return undo(realm, job, "&events=record");
    }
}
