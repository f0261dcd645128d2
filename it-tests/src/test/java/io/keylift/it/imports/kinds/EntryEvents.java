// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.kinds;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.TwinRealm;
import java.util.ArrayList;
import java.util.List;

/** An event for each entry in the place of that for the manifest of a source. */
final class EntryEvents implements EventDifference {

    @Override
    public String reason() {
        return "A manifest has all entries of a source. A record is one entry, and need not have a source.";
    }

    /** All entries by name, as the REST endpoint shows each. */
    @Override
    public JsonNode state(TwinRealm realm) {
        ObjectNode entries = AdminHttp.JSON.createObjectNode();
        for (JsonNode entry : realm.admin().get(realm.path("capabilities?max=1000"))) {
            String name = entry.get("name").asText();
            ObjectNode shown =
                    (ObjectNode) realm.admin().get(realm.path("capabilities/entries/" + TwinRealm.encoded(name)));
            // These follow from other entries.
            shown.remove(List.of("sets", "unresolved"));
            shown.properties().removeIf(field -> field.getValue().isNull());
            entries.set(name, shown);
        }
        return entries;
    }

    @Override
    public List<ObjectNode> expected(ObjectNode event, JsonNode before, JsonNode after) {
        JsonNode manifest = AdminHttp.parse(event.get("representation").asText());
        List<ObjectNode> expected = new ArrayList<>();
        manifest.get("added").forEach(name -> expected.add(event("CREATE", name.asText(), after)));
        manifest.get("updated").forEach(name -> expected.add(event("UPDATE", name.asText(), after)));
        manifest.get("removed").forEach(name -> expected.add(event("DELETE", name.asText(), before)));
        return expected;
    }

    private static ObjectNode event(String operation, String name, JsonNode entries) {
        return AdminHttp.JSON
                .createObjectNode()
                .put("operation", operation)
                .put("type", "CAPABILITY")
                .put("path", "capabilities/entries/" + name)
                .put("representation", entries.get(name).toString());
    }
}
