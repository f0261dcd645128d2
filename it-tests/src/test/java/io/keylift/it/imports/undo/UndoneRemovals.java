// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.undo;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.SoftAssertions.assertSoftly;

import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.RealmRows;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.TwinRealm;
import io.keylift.it.server.Database;
import java.io.IOException;
import java.util.ArrayDeque;
import java.util.Deque;
import java.util.List;
import java.util.Set;

/** Removals of a realm's objects that are undone, the last one first. */
public final class UndoneRemovals {

    /** Events and revisions, which are not given back. */
    private static final Set<String> NOT_GIVEN_BACK =
            Set.of("admin_event_entity", "keylift_capability_holder", "keylift_capability_catalog");

    private final Database database;
    private final TwinRealm realm;
    private final Deque<Removed> removed = new ArrayDeque<>();

    /** A job, what it removed, and the rows before it. */
    private record Removed(String job, long count, RealmRows before) {}

    public UndoneRemovals(Database database, TwinRealm realm) {
        this.database = database;
        this.realm = realm;
    }

    /** Removes the objects of these records. */
    public void remove(String kind, List<String> records) throws IOException {
        remove(kind, "op=remove", records);
    }

    /** Removes the objects of these records in chunks of one, one after the other. */
    void removeOneByOne(String kind, List<String> records) throws IOException {
        remove(kind, "op=remove&chunkSize=1&parallelism=1", records);
    }

    /** Removes all objects of the kind that may go, and adds one. */
    void mirror(String kind, String added) throws IOException {
        remove(kind, "op=mirror&scope=realm&maxRemovals=1000", List.of(added));
        assertThat(removed.peek().count()).isGreaterThan(1);
    }

    private void remove(String kind, String query, List<String> records) throws IOException {
        RealmRows before = RealmRows.of(database, realm.name());
        String job = "removed-" + kind;
        ImportAnswer answer = realm.imports()
                .post(
                        kind + "?results=all&undo=true&job=" + job + "&" + query,
                        Records.lines(records.stream().map(Records::json).toList()));
        assertThat(answer.addsUp().rejects()).as("%s", answer.lines()).isEmpty();
        removed.push(new Removed(job, answer.count("removed"), before));
    }

    /** Undoes all removals. After each undo, all rows are as they were before the removal. */
    public void undo() throws IOException {
        while (!removed.isEmpty()) {
            RealmRows before = removed.peek().before();
            assertThat(undoLast().summary().has("warnings")).isFalse();
            assertSame(database, realm, before);
        }
    }

    /** Undoes the last removal that is not undone. */
    public ImportAnswer undoLast() throws IOException {
        Removed last = removed.pop();
        ImportAnswer undone = realm.imports().post("jobs/" + last.job() + "/undo?results=all", "");
        assertThat(undone.addsUp().rejects())
                .as("%s: %s", last.job(), undone.lines())
                .isEmpty();
        assertThat(undone.count("added")).as(last.job()).isEqualTo(last.count()).isPositive();
        return undone;
    }

    /** Gives back what an undo has left of a removal. */
    public static void restore(TwinRealm realm, String job) throws IOException {
        if (realm.imports().job(job).has("left")) {
            ImportAnswer undone = realm.imports().post("jobs/" + job + "/undo", "");
            assertThat(undone.addsUp().rejects())
                    .as("%s: %s", job, undone.lines())
                    .isEmpty();
        }
        assertThat(realm.imports().job(job).has("left")).as(job).isFalse();
    }

    /** All other rows of the realm are the same, to the last value. */
    static void assertSame(Database database, TwinRealm realm, RealmRows before) {
        RealmRows now = RealmRows.of(database, realm.name());
        assertSoftly(softly -> now.rows().keySet().stream()
                .filter(table -> !NOT_GIVEN_BACK.contains(table))
                .filter(table -> !now.of(table).equals(before.of(table)))
                .forEach(table -> softly.assertThat(String.join("\n", now.texts(table, row -> row)))
                        .as(table)
                        .isEqualTo(String.join("\n", before.texts(table, row -> row)))));
    }
}
