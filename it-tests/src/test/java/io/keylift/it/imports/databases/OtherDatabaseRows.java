// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.databases;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.imports.kinds.Contracts;
import io.keylift.it.imports.kinds.KindContract;
import io.keylift.it.imports.removal.ReferencedObjects;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.RealmRows;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.RejectComparison;
import io.keylift.it.imports.support.RowComparison;
import io.keylift.it.imports.support.TwinRealm;
import io.keylift.it.soak.Soak;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.MethodOrderer.OrderAnnotation;
import org.junit.jupiter.api.Named;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;

/**
 * Compares an import with the Admin API on a database other than PostgreSQL: the same records are rejected, and the
 * rows are equal. The last test stops the server.
 */
@TestMethodOrder(OrderAnnotation.class)
abstract class OtherDatabaseRows extends OtherDatabaseSignIns {

    private static final int ONE_BY_ONE = 6;

    /** Of so many examples of a kind, one is tried. PostgreSQL has all of them in {@code KindEqualityIT}. */
    static final int EVERY = Soak.size("every", 6, 1);

    /** Two realms alike that all kinds share. */
    private static final String BY_API = "written-by-api";

    private static final String BY_IMPORT = "written-by-import";

    /** When the tests began to bring the same records into two realms alike. */
    private List<String> listed;

    /** The kinds to test. The server does not have those that are only an example. */
    List<Named<KindContract>> kinds() {
        List<Named<KindContract>> all = Contracts.named(kind -> listed().contains(kind.kind()));
        return IntStream.range(0, all.size())
                .filter(i -> i % everyKind() == everyKind() - 1)
                .mapToObj(all::get)
                .toList();
    }

    /** Of so many kinds, the last one is tested. */
    int everyKind() {
        return 1;
    }

    /** Asked once, as long as there is a server. */
    private List<String> listed() {
        if (listed == null) {
            listed = admin().get("/admin/realms/master/bulk-import/kinds").findValuesAsText("kind");
        }
        return listed;
    }

    @Test
    @Order(1)
    void everyKindOfTheServerHasRecords() {
        assertThat(Contracts.all())
                .as("a KindContract for each kind of the server")
                .extracting(KindContract::kind)
                .containsAll(listed())
                .hasSizeGreaterThan(1);
    }

    /** The rows are compared in the end: the server keeps the database to itself as long as it runs. */
    @ParameterizedTest
    @MethodSource("kinds")
    @Order(2)
    void law5_whatTheAdminApiRefusesIsRejected(KindContract kind) throws IOException {
        TwinRealm one = realm(BY_API, kind);
        TwinRealm other = realm(BY_IMPORT, kind);
        List<ObjectNode> examples = kind.examples();
        List<ObjectNode> records = IntStream.range(0, examples.size())
                .filter(i -> i % EVERY == 0)
                .mapToObj(examples::get)
                .collect(Collectors.toCollection(ArrayList::new));
        // Whatever MariaDB refuses of a record, the Admin API has by then done a part of it.
        records.removeIf(record -> !record.toString().codePoints().allMatch(Character::isBmpCodePoint));
        records.addAll(records(kind, 0, ONE_BY_ONE));
        new RejectComparison(one, other)
                .write(kind.kind() + "?chunkSize=20&parallelism=2", kind::createExactly, records);

        if (kind.isOverwritable()) {
            List<ObjectNode> changed = changed(kind, records(kind, 0, ONE_BY_ONE / 2), 1);
            changed.forEach(record ->
                    assertThat(kind.overwrite(one, record).statusCode()).isLessThan(300));
            assertOutcomes(other.imports(), kind, "ifExists=overwrite", changed, "updated");
        }
        if (kind.isRemovable()) {
            ObjectNode last = kind.record(ONE_BY_ONE - 1);
            assertThat(kind.remove(one, last).statusCode()).isLessThan(300);
            assertOutcomes(other.imports(), kind, "op=remove", List.of(last), "removed");
        }
    }

    /** Their rows are found and given back by lists of another form than PostgreSQL's arrays. */
    @Test
    @Order(90)
    void law15_whatHangsOnRemovedObjectsComesBack() throws IOException {
        TwinRealm realm = ReferencedObjects.realm(admin(), "undone");
        List<String> before = exports(realm);
        List<String> kinds = List.of("resources", "client-scopes", "roles", "groups", "departments");
        ReferencedObjects.REMOVED.forEach((kind, records) -> {
            if (kinds.contains(kind.kind())) {
                ImportAnswer answer = post(
                        realm,
                        kind.kind() + "?op=remove&undo=true&job=" + kind.kind(),
                        Records.lines(records.stream().map(Records::json).toList()));
                assertThat(answer.count("removed")).as("%s", answer.lines()).isEqualTo(records.size());
            }
        });
        assertThat(exports(realm)).doesNotContainAnyElementsOf(before);

        for (int i = kinds.size() - 1; i >= 0; i--) {
            ImportAnswer undone = post(realm, "jobs/" + kinds.get(i) + "/undo?results=all", "");
            assertThat(undone.rejects()).as("%s", undone.lines()).isEmpty();
        }

        assertThat(exports(realm)).isEqualTo(before);
    }

    private static ImportAnswer post(TwinRealm realm, String path, String lines) {
        try {
            return realm.imports().post(path, lines);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Exports of all kinds that contain the removed objects, without the last line, which has a time. */
    private static List<String> exports(TwinRealm realm) {
        return Stream.of("roles", "groups", "departments", "client-scopes", "clients", "users", "resources", "policies")
                .map(kind -> realm.admin()
                        .send("GET", realm.path("bulk-export/" + kind), null)
                        .body())
                .map(text -> text.lines()
                        .filter(line -> !line.contains("\"summary\""))
                        .collect(Collectors.joining("\n")))
                .toList();
    }

    @Test
    @Order(100)
    void law5_importedRecordsAreRowForRowWhatTheAdminApiMakesOfThem() {
        keycloak().stop();
        RealmRows one = RealmRows.of(keycloak().database(), BY_API);
        RealmRows other = RealmRows.of(keycloak().database(), BY_IMPORT);
        Set<String> tables = new TreeSet<>();
        Set<String> ofTheAdminApi = new TreeSet<>();
        kinds().forEach(kind -> {
            tables.addAll(kind.getPayload().tables());
            ofTheAdminApi.addAll(kind.getPayload().tablesOfTheAdminApi());
        });
        Map<String, Integer> growth = one.growthSince(other);
        growth.keySet().removeAll(ofTheAdminApi);

        assertThat(growth).isEmpty();
        assertThat(tables)
                .isNotEmpty()
                .allSatisfy(table -> assertThat(one.of(table)).isNotEmpty());
        RowComparison.assertAlike(one, other, tables);
    }
}
