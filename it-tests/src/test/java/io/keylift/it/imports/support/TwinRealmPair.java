// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.support;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.SharedServer;
import io.keylift.it.imports.kinds.KindContract;
import io.keylift.it.server.EmbeddedDatabase;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.BiFunction;

/** Two equal realms: one is changed through the Admin API, the other by imports. */
public record TwinRealmPair(EmbeddedDatabase database, KindContract kind, TwinRealm one, TwinRealm other) {

    public static TwinRealmPair of(SharedServer server, KindContract kind, String name) {
        TwinRealm one = TwinRealm.create(server, name + "-" + kind.kind() + "-one", Map.of());
        TwinRealm other = TwinRealm.create(server, name + "-" + kind.kind() + "-other", Map.of());
        kind.prepare(one);
        kind.prepare(other);
        return new TwinRealmPair(server.database(), kind, one, other);
    }

    /** Returns how many rows each table got. */
    public Map<String, Integer> compare(
            String path, BiFunction<TwinRealm, ObjectNode, HttpResponse<String>> adminApi, List<ObjectNode> records)
            throws IOException {
        RealmRows oneBefore = RealmRows.of(database, one.name());
        RealmRows otherBefore = RealmRows.of(database, other.name());
        new RejectComparison(one, other).write(path, adminApi, records);
        RealmRows oneAfter = RealmRows.of(database, one.name());
        RealmRows otherAfter = RealmRows.of(database, other.name());
        Set<String> changed = oneAfter.changedSince(oneBefore);
        changed.removeAll(kind.tablesOfTheAdminApi());
        assertThat(otherAfter.changedSince(otherBefore)).as("changed tables").isEqualTo(changed);
        RowComparison.assertAlike(oneAfter, otherAfter, changed);
        Map<String, Integer> growth = oneAfter.growthSince(oneBefore);
        growth.keySet().removeAll(kind.tablesOfTheAdminApi());
        return growth;
    }
}
