// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.kinds;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.imports.support.TwinRealm;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The contract that capabilities and sets share. */
abstract class EntriesContract implements KindContract {

    @Override
    public Set<String> permittedRoles() {
        return Set.of("realm-admin", "manage-realm");
    }

    @Override
    public List<GivenId> givenIds() {
        return List.of(GivenId.own("keylift_capability"));
    }

    @Override
    public HttpResponse<String> overwrite(TwinRealm realm, ObjectNode record) {
        return create(realm, record);
    }

    @Override
    public boolean isRemovable() {
        return true;
    }

    /** A manifest of its source without it. */
    @Override
    public HttpResponse<String> remove(TwinRealm realm, ObjectNode record) {
        String source = TwinRealm.encoded(record.get("source").asText());
        return realm.admin()
                .send("PUT", realm.path("capabilities/sources/" + source), Map.of("version", "2", "sets", List.of()));
    }

    @Override
    public List<String> views(TwinRealm realm, ObjectNode record) {
        return CatalogCalls.entryViews(realm, record).paths();
    }

    @Override
    public EventDifference eventDifference() {
        return new EntryEvents();
    }

    @Override
    public Set<String> tablesOfTheAdminApi() {
        return Set.of("keylift_capability_source");
    }
}
