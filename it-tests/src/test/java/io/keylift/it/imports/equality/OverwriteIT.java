// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.equality;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.imports.support.AdminApiOverwrites;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.RealmRows;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.RowComparison;
import io.keylift.it.imports.support.TwinRealm;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code ifExists=overwrite} in two equal realms: one is changed by {@code PUT}, the other by an import. */
@OnSharedServer
class OverwriteIT {

    private static final long SEED = Long.getLong("keylift.overwrite.seed", 26L);

    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest
    @ValueSource(strings = {"users", "organizations"})
    void law5_overwritingLeavesRowForRowWhatPutLeaves(String kind, SharedServer server) throws IOException {
        ChangedRealm one = ChangedRealm.create(server, "overwrite-" + kind + "-one", kind);
        ChangedRealm other = ChangedRealm.create(server, "overwrite-" + kind + "-other", kind);
        List<Change> changes = new ArrayList<>(Change.examples(kind));
        changes.addAll(Change.combinations(kind, 25, SEED));
        changes.removeIf(change -> !one.add(change.before()));
        assertThat(changes.stream().filter(change -> other.add(change.before())))
                .containsExactlyElementsOf(changes)
                .hasSizeGreaterThan(25);
        RealmRows oneBefore = one.rows();
        RealmRows before = other.rows();

        SortedMap<Integer, String> refused = put(one, changes);
        SortedMap<Integer, String> outcomes =
                other.imports("overwrite", Change.given(changes)).outcomes();

        RealmRows oneAfter = one.rows();
        RealmRows after = other.rows();
        assertThat(rejected(outcomes))
                .as("lines rejected and lines refused by the Admin API, %s", refused)
                .containsOnlyKeys(refused.keySet());
        assertThat(oneAfter.changedSince(oneBefore))
                .as("tables that PUT changes")
                .isEqualTo(other.tables());
        assertThat(after.changedSince(before))
                .as("tables that an import changes")
                .isEqualTo(other.tables());
        RowComparison.assertAlike(oneAfter, after, other.tables());
        SortedMap<Integer, String> expected = other.outcomes(changes, before, after);
        expected.putAll(rejected(outcomes));
        assertThat(outcomes).isEqualTo(expected);
    }

    @Execution(ExecutionMode.CONCURRENT)
    @Test
    void law5_anIdentityProviderForgetsADomainOfItsOrganizationAsWithPut(SharedServer server) throws IOException {
        ChangedRealm one = linked(server, "overwrite-linked-one");
        ChangedRealm other = linked(server, "overwrite-linked-other");
        List<ObjectNode> given = List.of(Records.json("{name:'linked',domains:['kept.example']}"));
        RealmRows before = other.rows();

        new AdminApiOverwrites(one.twin()).overwrite("organizations", "linked", given.get(0));
        ImportAnswer answer = other.imports("overwrite", given);

        RealmRows after = other.rows();
        assertThat(answer.outcomes().values()).containsExactly("updated");
        assertThat(after.changedSince(before)).containsExactlyInAnyOrder("identity_provider_config", "org_domain");
        RowComparison.assertAlike(one.rows(), after, after.changedSince(before));
    }

    /** A realm with an organization, one domain of which an identity provider serves. */
    private static ChangedRealm linked(SharedServer server, String name) {
        ChangedRealm realm = ChangedRealm.create(server, name, "organizations");
        assertThat(realm.add(Records.json("{name:'linked',domains:['linked.example','kept.example']}")))
                .isTrue();
        TwinRealm twin = realm.twin();
        twin.admin()
                .post(twin.path("organizations/" + twin.organizationId("linked") + "/identity-providers"), "social");
        String provider = twin.path("identity-provider/instances/social");
        ObjectNode social = (ObjectNode) twin.admin().get(provider);
        social.withObject("/config").put("kc.org.domain", "linked.example");
        twin.admin().put(provider, social);
        return realm;
    }

    private static SortedMap<Integer, String> put(ChangedRealm realm, List<Change> changes) {
        AdminApiOverwrites api = new AdminApiOverwrites(realm.twin());
        SortedMap<Integer, String> refused = new TreeMap<>();
        for (int i = 0; i < changes.size(); i++) {
            var answer = api.overwrite(
                    realm.kind(), changes.get(i).key(), changes.get(i).given());
            if (answer.statusCode() != 204) {
                refused.put(i + 1, answer.statusCode() + " " + answer.body());
            }
        }
        return refused;
    }

    private static SortedMap<Integer, String> rejected(SortedMap<Integer, String> outcomes) {
        SortedMap<Integer, String> rejected = new TreeMap<>(outcomes);
        rejected.values().removeIf(outcome -> !outcome.contains(" "));
        return rejected;
    }
}
