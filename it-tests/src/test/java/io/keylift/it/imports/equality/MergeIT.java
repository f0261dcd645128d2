// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.equality;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.RealmRows;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.RowComparison;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * {@code ifExists=merge} in two equal realms. One gets the expected result of merging two records, through the Admin
 * API. The other gets the first record and then the second by an import. Unit tests of the planners have more records.
 */
@OnSharedServer
class MergeIT {

    @ParameterizedTest
    @ValueSource(strings = {"users", "organizations"})
    void mergingChangesWhatTheRecordGivesAndUnitesLists(String kind, SharedServer server) throws IOException {
        List<Change> changes = Change.examples(kind).stream()
                .filter(change -> change.merged() != null)
                .toList();
        ChangedRealm wanted = ChangedRealm.create(server, "merge-" + kind + "-wanted", kind);
        ChangedRealm merged = ChangedRealm.create(server, "merge-" + kind, kind);
        for (Change change : changes) {
            assertThat(wanted.add(change.merged())).as("wanted: %s", change).isTrue();
            assertThat(merged.add(change.before())).as("before: %s", change).isTrue();
        }
        RealmRows before = merged.rows();

        ImportAnswer answer = merged.imports("merge", Change.given(changes));

        RealmRows after = merged.rows();
        assertThat(answer.rejects()).isEmpty();
        assertThat(after.changedSince(before)).as("tables with a change").isEqualTo(merged.tables());
        RowComparison.assertAlike(wanted.rows(), after, merged.tables());
        assertThat(answer.outcomes()).isEqualTo(merged.outcomes(changes, before, after));
    }

    @Test
    void anOrganizationIsFoundByItsAliasAlone(SharedServer server) throws IOException {
        ChangedRealm realm = ChangedRealm.create(server, "merge-by-alias", "organizations");

        ImportAnswer answer = realm.imports(
                "merge", List.of(Records.json("{alias:'bystander',enabled:false}"), Records.json("{alias:'nobody'}")));

        assertThat(answer.outcomes().values()).containsExactly("updated", "missing /name");
        assertThat(realm.rows().of("org"))
                .filteredOn(row -> row.get("alias").equals("bystander"))
                .first()
                .satisfies(row ->
                        assertThat(row).containsEntry("name", "Bystander").containsEntry("enabled", false));
    }
}
