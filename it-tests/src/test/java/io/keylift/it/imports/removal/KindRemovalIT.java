// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.removal;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.imports.kinds.Contracts;
import io.keylift.it.imports.kinds.KindContract;
import io.keylift.it.imports.kinds.KindRealms;
import io.keylift.it.imports.support.Callers;
import io.keylift.it.imports.support.ConcurrentCalls;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.LiveImport;
import io.keylift.it.imports.support.RealmRows;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.TwinRealm;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Rules for the removal of every kind that supports it. */
@OnSharedServer
class KindRemovalIT {

    private static final int COUNT = 45;

    /** In chunks of 10, two removals in different orders have two or three records of each pair of chunks in common. */
    private static final int CONTENDED = 40;

    /** For those tests that only look at outcomes, each with records of other numbers. */
    private static final KindRealms SHARED = new KindRealms("removed-from", Map.of());

    private static final KindRealms BY_CALLERS = new KindRealms("removed-by-callers", Callers.CHEAP_PASSWORDS);

    /** By realm. */
    private static final Map<String, Callers> CALLERS = new HashMap<>();

    static List<Named<KindContract>> removableKinds() {
        return Contracts.named(KindContract::isRemovable);
    }

    @Test
    void theListOfKindsSaysWhatCanBeRemoved(SharedServer server) {
        Map<String, Boolean> said = new TreeMap<>();
        Map<String, Boolean> expected = new TreeMap<>();
        for (JsonNode kind : server.admin().get("/admin/realms/master/bulk-import/kinds")) {
            said.put(kind.get("kind").asText(), kind.get("removable").asBoolean());
        }
        Contracts.all().forEach(kind -> expected.put(kind.kind(), kind.isRemovable()));

        assertThat(said).isEqualTo(expected).containsValue(true);
    }

    @ParameterizedTest
    @MethodSource("removableKinds")
    void law1_whatIsThereIsRemovedOnceAndThenSkipped_andADryRunSaysSo(KindContract kind, SharedServer server)
            throws IOException {
        TwinRealm realm = SHARED.of(server.admin(), kind);
        kind.prepareRecords(realm, 0, COUNT + 10);
        List<ObjectNode> there = records(kind, 0, COUNT);
        List<ObjectNode> all = new ArrayList<>(there);
        all.addAll(records(kind, COUNT, 10));
        realm.imports().post(kind.kind(), Records.lines(there));
        List<ObjectNode> twice = new ArrayList<>(all);
        twice.addAll(there);
        RealmRows before = RealmRows.of(server.database(), realm.name());

        assertRemoval(realm, kind, "dryRun=true", twice, COUNT);
        assertThat(RealmRows.of(server.database(), realm.name()).changedSince(before))
                .isEmpty();
        assertRemoval(realm, kind, "dryRun=false", all, COUNT);
        assertRemoval(realm, kind, "dryRun=true", all, 0);
        assertRemoval(realm, kind, "dryRun=false", all, 0);
    }

    private static void assertRemoval(
            TwinRealm realm, KindContract kind, String query, List<ObjectNode> records, int removed)
            throws IOException {
        ImportAnswer answer =
                realm.imports().post(kind.kind() + "?op=remove&chunkSize=10&" + query, Records.lines(records));
        assertThat(answer.addsUp().end()).isEqualTo("COMPLETED");
        assertThat(answer.count("removed")).as("%s: %s", query, answer.lines()).isEqualTo(removed);
        assertThat(answer.count("skipped")).isEqualTo(records.size() - removed);
    }

    @ParameterizedTest
    @MethodSource("removableKinds")
    void law2_aRemovalThatBreaksOffAndIsSentAgainRemovesEachOnce(KindContract kind, SharedServer server)
            throws IOException {
        TwinRealm realm = SHARED.of(server.admin(), kind);
        kind.prepareRecords(realm, 100, COUNT);
        List<ObjectNode> records = records(kind, 100, COUNT);
        realm.imports().post(kind.kind(), Records.lines(records));
        String job = "broken-" + kind.kind();
        String path = kind.kind() + "?op=remove&chunkSize=10&job=" + job;

        try (LiveImport live = realm.imports().open(path)) {
            live.send(Records.lines(records.subList(0, 25)));
            live.awaitChunks(2);
        }
        await().until(() -> realm.imports().status(job).equals("INTERRUPTED"));
        ImportAnswer resumed = realm.imports().post(path, Records.lines(records));

        assertThat(resumed.addsUp().end()).isEqualTo("COMPLETED");
        assertThat(resumed.count("removed")).as("%s", resumed.lines()).isEqualTo(COUNT);
        assertRemoval(realm, kind, "dryRun=false", records, 0);
    }

    @ParameterizedTest
    @MethodSource("removableKinds")
    void law2_twoRemovalsOfTheSameAtOneMomentRemoveEachOnce(KindContract kind, SharedServer server) throws Exception {
        TwinRealm realm = SHARED.of(server.admin(), kind);
        kind.prepareRecords(realm, 200, CONTENDED);
        List<ObjectNode> records = records(kind, 200, CONTENDED);
        realm.imports().post(kind.kind(), Records.lines(records));
        Random random = new Random(4);

        List<ImportAnswer> answers = ConcurrentCalls.run(2, () -> {
            List<ObjectNode> shuffled = new ArrayList<>(records);
            synchronized (random) {
                Collections.shuffle(shuffled, random);
            }
            return realm.imports().post(kind.kind() + "?op=remove&chunkSize=10", Records.lines(shuffled));
        });

        answers.forEach(answer -> {
            assertThat(answer.addsUp().end()).isEqualTo("COMPLETED");
            assertThat(answer.rejects()).isEmpty();
        });
        assertThat(answers.stream().mapToLong(answer -> answer.count("removed")).sum())
                .isEqualTo(CONTENDED);
    }

    @ParameterizedTest
    @MethodSource("removableKinds")
    void law8_onlyTheRightSingleAdminRoleRemoves(KindContract kind, SharedServer server) throws IOException {
        TwinRealm realm = BY_CALLERS.of(server.admin(), kind);
        kind.prepareRights(realm);
        Callers callers = CALLERS.computeIfAbsent(realm.name(), name -> {
            realm.demandNothingOfNewUsers();
            return new Callers(server, name);
        });
        List<String> roles = callers.adminRoles();
        roles.forEach(callers::with);
        List<ObjectNode> records = IntStream.range(0, roles.size())
                .mapToObj(i -> kind.plainRecord(i, roles.get(i)))
                .toList();
        realm.imports().post(kind.kind(), Records.lines(records));

        Map<String, Boolean> removed = new TreeMap<>();
        Map<String, Boolean> expected = new TreeMap<>();
        for (int i = 0; i < roles.size(); i++) {
            ImportAnswer answer = callers.importing(callers.with(roles.get(i)))
                    .post(kind.kind() + "?op=remove", Records.lines(records.subList(i, i + 1)));
            removed.put(roles.get(i), answer.status() == 200 && answer.count("removed") == 1);
            expected.put(roles.get(i), kind.permittedRoles().contains(roles.get(i)));
        }

        assertThat(removed).isEqualTo(expected);
    }

    private static List<ObjectNode> records(KindContract kind, int first, int count) {
        return IntStream.range(first, first + count).mapToObj(kind::record).toList();
    }
}
