// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.kinds;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.imports.support.TwinRealm;
import java.net.http.HttpResponse;
import java.util.List;

/** Records with the lists {@code realmRoles} and {@code clientRoles}, which map roles to what they name. */
abstract class MappingsContract implements KindContract {

    private static final List<String> OTHER_ROLES = List.of("visitor", "writer", "Größe 規模");

    /** Path of the mappings in the realm's Admin API. */
    abstract String mappings(TwinRealm realm, JsonNode record);

    private List<MappingCalls> calls(TwinRealm realm, JsonNode record) {
        return MappingCalls.of(realm, realm.path(mappings(realm, record) + "/"), record);
    }

    @Override
    public final ObjectNode changed(ObjectNode record, int version) {
        ObjectNode changed = record.deepCopy();
        changed.putArray("realmRoles").add("reader").add(OTHER_ROLES.get(version % 3));
        return changed;
    }

    @Override
    public final HttpResponse<String> create(TwinRealm realm, ObjectNode record) {
        return MappingCalls.add(calls(realm, record));
    }

    @Override
    public final boolean isRemovable() {
        return true;
    }

    @Override
    public final HttpResponse<String> remove(TwinRealm realm, ObjectNode record) {
        return MappingCalls.remove(calls(realm, record));
    }

    @Override
    public final HttpResponse<String> overwrite(TwinRealm realm, ObjectNode record) {
        return MappingCalls.replace(calls(realm, record));
    }
}
