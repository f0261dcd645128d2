// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.contract;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.imports.kinds.Contracts;
import io.keylift.it.imports.kinds.KindContract;
import io.keylift.it.imports.kinds.KindRealms;
import io.keylift.it.imports.support.ConcurrentCalls;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.LiveImport;
import io.keylift.it.imports.support.RealmRows;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.RowComparison;
import io.keylift.it.imports.support.TwinRealm;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** Rules for every kind: outcomes by {@code ifExists}, replay, resume, dry run, invalid lines, concurrent imports. */
@OnSharedServer
@TestMethodOrder(OrderAnnotation.class)
class KindContractIT {

    private static final int COUNT = 45;

    /**
     * Realms that are filled alike, one kind after the other: by one import of each kind, after its dry runs, and in
     * other ways. When they have been compared, the first one serves the other tests.
     */
    private static final KindRealms WHOLE = new KindRealms("whole", Map.of());

    private static final KindRealms BROKEN = new KindRealms("broken", Map.of());
    private static final KindRealms DOUBLED = new KindRealms("doubled", Map.of());

    /** By kind, the rows after one import of {@link #records} of it and of the kinds before it. */
    private static final Map<String, RealmRows> ROWS = new HashMap<>();

    static List<Named<KindContract>> kinds() {
        return Contracts.named();
    }

    @Test
    void everyKindOfTheServerIsCovered(SharedServer server) {
        JsonNode kinds = server.admin().get("/admin/realms/master/bulk-import/kinds");

        assertThat(kinds.findValuesAsText("kind"))
                .containsExactlyInAnyOrderElementsOf(
                        Contracts.all().stream().map(KindContract::kind).toList());
    }

    @ParameterizedTest
    @MethodSource("kinds")
    @Order(1)
    void aDryRunSaysWhatWouldBeAndWritesNothing(KindContract kind, SharedServer server) throws IOException {
        TwinRealm realm = WHOLE.of(server.admin(), kind);
        List<ObjectNode> records = records(kind);
        RealmRows before = RealmRows.of(server.database(), realm.name());

        for (String ifExists : List.of("fail", "overwrite", "merge", "skip")) {
            ImportAnswer dry = realm.imports()
                    .post(kind.kind() + "?dryRun=true&chunkSize=10&ifExists=" + ifExists, Records.lines(records));
            assertThat(dry.addsUp().count(kind.outcomeOfNew()))
                    .as("%s", dry.lines())
                    .isEqualTo(COUNT);
        }
        assertThat(RealmRows.of(server.database(), realm.name()).changedSince(before))
                .isEmpty();

        realm.imports().post(kind.kind(), Records.lines(records));
        RealmRows after = RealmRows.of(server.database(), realm.name());
        ROWS.put(kind.kind(), after);
        ImportAnswer dry = realm.imports()
                .post(
                        kind.kind() + "?dryRun=true&chunkSize=10&ifExists=overwrite",
                        Records.lines(changed(kind, records, 1)));
        assertThat(dry.addsUp().count(kind.isChangeable() ? "updated" : "skipped"))
                .as("%s", dry.lines())
                .isEqualTo(COUNT);
        assertThat(RealmRows.of(server.database(), realm.name()).changedSince(after))
                .isEmpty();
    }

    @ParameterizedTest
    @MethodSource("kinds")
    @Order(2)
    void law2_aJobThatBreaksOffAndIsSentAgainWritesWhatOneImportWrites(KindContract kind, SharedServer server)
            throws IOException {
        TwinRealm broken = BROKEN.of(server.admin(), kind);
        List<ObjectNode> records = records(kind);
        String job = "broken-" + kind.kind();
        String path = kind.kind() + "?chunkSize=10&job=" + job;

        try (LiveImport live = broken.imports().open(path)) {
            live.send(Records.lines(records.subList(0, 25)));
            live.awaitChunks(2);
        }
        await().until(() -> broken.imports().status(job).equals("INTERRUPTED"));
        ImportAnswer resumed = broken.imports().post(path, Records.lines(records));
        RealmRows rows = RealmRows.of(server.database(), broken.name());
        ImportAnswer replayed = broken.imports().post(path, Records.lines(records));

        for (ImportAnswer answer : List.of(resumed, replayed)) {
            assertThat(answer.addsUp().end()).isEqualTo("COMPLETED");
            assertThat(answer.count(kind.outcomeOfNew())).isEqualTo(COUNT);
        }
        assertThat(resumed.chunks().stream()
                        .filter(chunk -> chunk.path("resumed").asBoolean()))
                .hasSize(2);
        RealmRows end = RealmRows.of(server.database(), broken.name());
        assertThat(end.changedSince(rows)).as("tables that a replay changes").isEmpty();
        RowComparison.assertAlike(whole(kind, server), end, kind.tables());
    }

    @ParameterizedTest
    @MethodSource("kinds")
    @Order(3)
    void law2_twoImportsOfTheSameAtOneMomentAddEachRecordOnce(KindContract kind, SharedServer server) throws Exception {
        TwinRealm doubled = DOUBLED.of(server.admin(), kind);
        String body = Records.lines(records(kind));

        List<ImportAnswer> answers =
                ConcurrentCalls.run(2, () -> doubled.imports().post(kind.kind() + "?chunkSize=5&ifExists=skip", body));

        answers.forEach(answer -> assertThat(answer.addsUp().end()).isEqualTo("COMPLETED"));
        assertThat(answers.stream()
                        .mapToLong(answer -> answer.count(kind.outcomeOfNew()))
                        .sum())
                .as("%s", answers)
                .isEqualTo(COUNT);
        RowComparison.assertAlike(whole(kind, server), RealmRows.of(server.database(), doubled.name()), kind.tables());
    }

    @ParameterizedTest
    @MethodSource("kinds")
    @Order(4)
    void law1_ifExistsDecidesWhatBecomesOfARecordThatIsThere(KindContract kind, SharedServer server)
            throws IOException {
        TwinRealm realm = WHOLE.of(server.admin(), kind);
        ImportClient client = realm.imports();
        List<ObjectNode> records = further(realm, kind, 100, COUNT);

        assertOutcomes(client, kind, "fail", records, kind.outcomeOfNew());
        ImportAnswer again = assertOutcomes(client, kind, "fail", records, kind.isCommand() ? "skipped" : "rejected");
        assertThat(again.rejects())
                .noneMatch(reject -> !reject.get("code").asText().equals("exists"));
        assertOutcomes(client, kind, "skip", records, "skipped");
        String updated = kind.isChangeable() ? "updated" : "skipped";
        assertOutcomes(client, kind, "overwrite", changed(kind, records, 1), updated);
        assertOutcomes(client, kind, "overwrite", changed(kind, records, 1), "skipped");
        assertOutcomes(client, kind, "merge", changed(kind, records, 2), updated);
        assertOutcomes(client, kind, "merge", changed(kind, records, 2), "skipped");
    }

    private static ImportAnswer assertOutcomes(
            ImportClient client, KindContract kind, String ifExists, List<ObjectNode> records, String outcome)
            throws IOException {
        ImportAnswer answer = client.post(kind.kind() + "?chunkSize=10&ifExists=" + ifExists, Records.lines(records));
        assertThat(answer.addsUp().end()).isEqualTo("COMPLETED");
        assertThat(answer.count(outcome))
                .as("%s by %s: %s", outcome, ifExists, answer.lines())
                .isEqualTo(records.size());
        return answer;
    }

    @ParameterizedTest
    @MethodSource("kinds")
    @Order(5)
    void badLinesAreRejectedOneByOneAndTheGoodOnesLive(KindContract kind, SharedServer server) throws IOException {
        TwinRealm realm = WHOLE.of(server.admin(), kind);
        List<String> lines = new ArrayList<>();
        List<String> bad = List.of("{}", "[]", "null", "7", "{", "\"x\"", "{\"noSuchField\":1}");
        List<ObjectNode> good = further(realm, kind, 200, bad.size());
        for (int i = 0; i < bad.size(); i++) {
            lines.add(good.get(i).toString());
            lines.add(bad.get(i));
        }
        kind.record(0).properties().forEach(field -> {
            ObjectNode wrong = kind.record(300 + lines.size());
            wrong.putObject(field.getKey()).putObject("deep").put("deeper", true);
            lines.add(wrong.toString());
        });

        ImportAnswer answer = realm.imports().post(kind.kind() + "?chunkSize=4", ImportClient.lines(lines));

        assertThat(answer.addsUp().end()).isEqualTo("COMPLETED");
        assertThat(answer.count(kind.outcomeOfNew())).as("%s", answer.lines()).isEqualTo(bad.size());
        assertThat(answer.rejects()).hasSize(lines.size() - bad.size()).allSatisfy(reject -> {
            assertThat(reject.get("code").asText())
                    .isIn("malformed_json", "missing", "unknown_field", "wrong_type", "invalid");
            assertThat(reject.get("message").asText()).isNotBlank();
        });
    }

    private static RealmRows whole(KindContract kind, SharedServer server) {
        return ROWS.computeIfAbsent(kind.kind(), any -> {
            TwinRealm realm = WHOLE.of(server.admin(), kind);
            try {
                realm.imports().post(kind.kind(), Records.lines(records(kind)));
            } catch (IOException e) {
                throw new UncheckedIOException(e);
            }
            return RealmRows.of(server.database(), realm.name());
        });
    }

    private static List<ObjectNode> records(KindContract kind) {
        return IntStream.range(0, COUNT).mapToObj(kind::record).toList();
    }

    /** Records of other numbers than {@link #records}. */
    private static List<ObjectNode> further(TwinRealm realm, KindContract kind, int first, int count) {
        kind.prepareRecords(realm, first, count);
        return IntStream.range(first, first + count).mapToObj(kind::record).toList();
    }

    private static List<ObjectNode> changed(KindContract kind, List<ObjectNode> records, int version) {
        return records.stream().map(record -> kind.changed(record, version)).toList();
    }
}
