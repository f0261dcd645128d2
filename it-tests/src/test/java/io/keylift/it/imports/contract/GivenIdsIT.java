// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.contract;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.imports.kinds.Contracts;
import io.keylift.it.imports.kinds.GivenId;
import io.keylift.it.imports.kinds.KindContract;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.Sql;
import io.keylift.it.imports.support.TwinRealm;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/** The ids of records with each value of the parameter {@code ids}, for every kind with ids. */
@OnSharedServer
class GivenIdsIT {

    private static SharedServer server;

    @AutoClose
    private static Sql sql;

    private static final Map<String, TwinRealm> REALMS = new HashMap<>();

    /** No two records of the tests have the same number. */
    private static int number;

    @BeforeAll
    static void open(SharedServer shared) {
        server = shared;
        sql = new Sql(shared.database());
    }

    static List<Named<KindContract>> kinds() {
        return Contracts.named(kind -> !kind.givenIds().isEmpty());
    }

    static List<Named<KindContract>> kindsWithObjectsInside() {
        return Contracts.named(kind -> kind.givenIds().size() > 1);
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void eachWayTakesOrIgnoresFreeIds(KindContract kind) throws IOException {
        for (String way : List.of("strict", "prefer", "ignore")) {
            Map<GivenId, String> ids = ids(kind);

            JsonNode added = added(imports(kind, "ids=" + way, record(kind, ids)));

            assertThat(added.get("id").asText().equals(own(kind, ids))).as(way).isEqualTo(!way.equals("ignore"));
            ids.forEach((id, value) ->
                    assertThat(rows(id, value)).as("%s: %s", way, id).isEqualTo(way.equals("ignore") ? 0 : 1));
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void strictATakenIdIsAReject(KindContract kind) throws IOException {
        for (GivenId id : kind.givenIds()) {
            ImportAnswer answer = imports(kind, "ids=strict", record(kind, Map.of(id, taken(kind, id))));

            assertThat(answer.addsUp().rejects())
                    .singleElement()
                    .satisfies(reject -> assertThat(reject.get("code").asText()).isIn("conflict", "exists"));
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void preferredATakenIdIsIgnoredAndTheFreeOnesAreTaken(KindContract kind) throws IOException {
        for (GivenId taken : kind.givenIds()) {
            Map<GivenId, String> ids = ids(kind);
            ids.put(taken, taken(kind, taken));

            JsonNode added = added(imports(kind, "ids=prefer", record(kind, ids)));

            assertThat(added.get("id").asText().equals(own(kind, ids)))
                    .as("%s", taken)
                    .isEqualTo(!taken.equals(kind.givenIds().get(0)));
            ids.forEach((id, value) -> assertThat(rows(id, value)).as("%s", id).isOne());
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void preferredWhatHasNoIdOfItsRecordIsWhatARecordWithoutIdsWrites(KindContract kind) throws IOException {
        Map<GivenId, String> ids = new LinkedHashMap<>();
        for (GivenId id : kind.givenIds()) {
            ids.put(id, taken(kind, id));
        }
        Map<String, Long> before = counts(kind);
        added(imports(kind, "ids=strict", record(kind, Map.of())));
        Map<String, Long> without = counts(kind);

        added(imports(kind, "ids=prefer", record(kind, ids)));

        Map<String, Long> after = counts(kind);
        after.forEach((table, count) ->
                assertThat(count - without.get(table)).as(table).isEqualTo(without.get(table) - before.get(table)));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void ignoredAnIdOfAnyFormIsNotRead(KindContract kind) throws IOException {
        ObjectNode record = kind.recordWithObjects(next());
        for (GivenId id : kind.givenIds()) {
            id.set(record, "not an id ".repeat(30));
        }

        added(imports(kind, "ids=ignore", record));
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void strictAnotherIdThanTheOneThatExistsIsAReject(KindContract kind) throws IOException {
        for (String ifExists : List.of("overwrite", "merge")) {
            ObjectNode record = kind.record(next());
            added(imports(kind, "ids=strict", record));

            ImportAnswer answer = imports(kind, "ids=strict&ifExists=" + ifExists, other(kind, record, free()));

            assertThat(answer.addsUp().rejects())
                    .singleElement()
                    .satisfies(reject -> assertThat(reject.get("code").asText()).isEqualTo("conflict"));
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void unlessStrictWhatExistsKeepsItsIdAndIsChanged(KindContract kind) throws IOException {
        GivenId own = kind.givenIds().get(0);
        for (String way : List.of("prefer", "ignore")) {
            for (String ifExists : List.of("overwrite", "merge")) {
                for (String given : List.of(free(), taken(kind, own))) {
                    ObjectNode record = kind.record(next());
                    String id =
                            added(imports(kind, "ids=strict", record)).get("id").asText();

                    ImportAnswer answer =
                            imports(kind, "ids=" + way + "&ifExists=" + ifExists, other(kind, record, given));

                    assertThat(answer.addsUp().ofType("record")).singleElement().satisfies(line -> {
                        assertThat(line.get("outcome").asText()).isEqualTo("updated");
                        assertThat(line.get("id").asText()).isEqualTo(id);
                    });
                    assertThat(rows(own, id)).isOne();
                }
            }
        }
    }

    @ParameterizedTest
    @MethodSource("kindsWithObjectsInside")
    void preferredANewObjectInsideOneThatExistsGetsItsIdIfThatIsFree(KindContract kind) throws IOException {
        GivenId inside = kind.givenIds().get(1);
        for (String id : List.of(free(), taken(kind, inside))) {
            for (String ifExists : List.of("overwrite", "merge")) {
                ObjectNode bare = kind.recordWithObjects(next());
                ObjectNode full = bare.deepCopy();
                bare.remove(inside.object().split("/")[1]);
                added(imports(kind, "ids=prefer", bare));
                inside.set(full, id);
                long before = sql.number("select count(*) from " + inside.table());

                ImportAnswer answer = imports(kind, "ids=prefer&ifExists=" + ifExists, full);

                assertThat(answer.addsUp().count("updated"))
                        .as("%s", answer.lines())
                        .isOne();
                assertThat(rows(inside, id)).isOne();
                assertThat(sql.number("select count(*) from " + inside.table())).isEqualTo(before + 1);
            }
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void preferredTheFirstOfTwoRecordsOfAChunkGetsTheIdAndTheOtherAFreshOne(KindContract kind) throws IOException {
        for (GivenId id : kind.givenIds()) {
            String value = free();

            ImportAnswer answer =
                    imports(kind, "ids=prefer", record(kind, Map.of(id, value)), record(kind, Map.of(id, value)));

            assertThat(answer.addsUp().count("added")).as("%s", answer.lines()).isEqualTo(2);
            assertThat(rows(id, value)).isOne();
            if (id.equals(kind.givenIds().get(0))) {
                assertThat(answer.ofType("record").stream()
                                .map(line -> line.get("id").asText().equals(value)))
                        .containsExactly(true, false);
            }
        }
    }

    /** Without an order, the later of two records often comes first: its chunk is at work at the same time. */
    @ParameterizedTest
    @MethodSource("kinds")
    void law13_preferredInParallelChunksTheEarlierRecordGetsTheId(KindContract kind) throws IOException {
        GivenId own = kind.givenIds().get(0);
        List<ObjectNode> records = new ArrayList<>();
        List<String> values = new ArrayList<>();
        for (int i = 0; i < 40; i++) {
            values.add(i % 2 == 0 ? free() : values.get(i - 1));
            records.add(record(kind, Map.of(own, values.get(i))));
        }

        ImportAnswer answer = imports(kind, "ids=prefer&chunkSize=1&parallelism=8", records.toArray(ObjectNode[]::new));

        assertThat(answer.addsUp().count("added")).as("%s", answer.lines()).isEqualTo(40);
        for (int i = 0; i < 40; i++) {
            JsonNode line = answer.ofType("record").get(i);
            assertThat(line.get("id").asText().equals(values.get(i)))
                    .as("%s", line)
                    .isEqualTo(i % 2 == 0);
        }
    }

    @ParameterizedTest
    @MethodSource("kinds")
    void aDryRunSaysOfCommonIdsWhatTheImportWouldSay(KindContract kind) throws IOException {
        for (GivenId id : kind.givenIds()) {
            String value = free();
            ObjectNode[] records = {record(kind, Map.of(id, value)), record(kind, Map.of(id, value))};
            for (int chunkSize = 1; chunkSize <= 2; chunkSize++) {
                ImportAnswer dry = imports(kind, "ids=prefer&dryRun=true&chunkSize=" + chunkSize, records);

                assertThat(dry.addsUp().count("added")).as("%s", dry.lines()).isEqualTo(2);
            }
            assertThat(rows(id, value)).isZero();
        }
    }

    private static ImportAnswer imports(KindContract kind, String query, ObjectNode... records) throws IOException {
        ImportAnswer answer =
                realm(kind).imports().post(kind.kind() + "?results=all&" + query, Records.lines(List.of(records)));
        assertThat(answer.end()).isEqualTo("COMPLETED");
        return answer;
    }

    private static TwinRealm realm(KindContract kind) {
        return REALMS.computeIfAbsent(kind.kind(), name -> {
            TwinRealm realm = TwinRealm.create(server, "given-ids-" + name, Map.of());
            kind.prepare(realm);
            return realm;
        });
    }

    /** The line of the only record, which is added. */
    private static JsonNode added(ImportAnswer answer) {
        assertThat(answer.addsUp().count("added")).as("%s", answer.lines()).isOne();
        return answer.ofType("record").get(0);
    }

    private static int next() {
        return ++number;
    }

    private static String free() {
        return UUID.randomUUID().toString();
    }

    /** An id that an object of the realm has. */
    private static String taken(KindContract kind, GivenId id) throws IOException {
        String value = free();
        added(imports(kind, "ids=strict", record(kind, Map.of(id, value))));
        return value;
    }

    private static Map<GivenId, String> ids(KindContract kind) {
        Map<GivenId, String> ids = new LinkedHashMap<>();
        kind.givenIds().forEach(id -> ids.put(id, free()));
        return ids;
    }

    private static String own(KindContract kind, Map<GivenId, String> ids) {
        return ids.get(kind.givenIds().get(0));
    }

    private static ObjectNode record(KindContract kind, Map<GivenId, String> ids) {
        ObjectNode record = kind.recordWithObjects(next());
        ids.forEach((id, value) -> id.set(record, value));
        return record;
    }

    /** The record with a change and with an id. */
    private static ObjectNode other(KindContract kind, ObjectNode record, String id) {
        ObjectNode changed = kind.changed(record, 1);
        kind.givenIds().get(0).set(changed, id);
        return changed;
    }

    private static long rows(GivenId id, String value) {
        return sql.number("select count(*) from " + id.table() + " where " + id.column() + " = ?", value);
    }

    private static Map<String, Long> counts(KindContract kind) {
        Map<String, Long> counts = new HashMap<>();
        kind.givenIds().forEach(id -> counts.put(id.table(), sql.number("select count(*) from " + id.table())));
        return counts;
    }
}
