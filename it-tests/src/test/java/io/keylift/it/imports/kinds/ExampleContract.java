// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.kinds;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.TwinRealm;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** The kind of another JAR: one class and one line make all laws hold for it. */
public final class ExampleContract implements KindContract {

    @Override
    public String kind() {
        return "realm-attributes";
    }

    @Override
    public Set<String> permittedRoles() {
        return Set.of("realm-admin", "manage-realm");
    }

    @Override
    public boolean isExportable() {
        return false;
    }

    @Override
    public List<ObjectNode> examples() {
        return List.of(Records.json("{name:'Größe 規模',value:'  x  '}"));
    }

    @Override
    public ObjectNode record(int number) {
        return Records.json("{name:'example.%d',value:'Value %d'}".formatted(number, number));
    }

    @Override
    public ObjectNode changed(ObjectNode record, int version) {
        return record.deepCopy().put("value", "Version " + version);
    }

    @Override
    public HttpResponse<String> create(TwinRealm realm, ObjectNode record) {
        return overwrite(realm, record);
    }

    @Override
    public HttpResponse<String> overwrite(TwinRealm realm, ObjectNode record) {
        // The Admin API replaces all attributes that it does not know.
        ObjectNode attributes =
                (ObjectNode) realm.admin().get("/admin/realms/" + realm.name()).get("attributes");
        attributes.set(record.get("name").asText(), record.get("value"));
        return realm.admin().send("PUT", "/admin/realms/" + realm.name(), Map.of("attributes", attributes));
    }

    @Override
    public EventDifference eventDifference() {
        return EventDifference.none("The example is as small as a kind can be.");
    }

    @Override
    public List<String> views(TwinRealm realm, ObjectNode record) {
        return List.of("/admin/realms/" + realm.name());
    }

    @Override
    public Set<String> tables() {
        return Set.of("realm_attribute");
    }
}
