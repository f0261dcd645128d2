// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** Converts the schemas of kinds to components: one for the record, and one for each of its definitions. */
final class KindComponents {

    private static final String DEFINITIONS = "#/$defs/";

    private KindComponents() {}

    static void add(ObjectNode components, String kind, ObjectNode schema) {
        ObjectNode record = schema.deepCopy();
        record.remove("$schema");
        JsonNode definitions = record.remove("$defs");
        components.set(kind, relocate(record, kind));
        if (definitions != null) {
            definitions
                    .properties()
                    .forEach(definition ->
                            components.set(name(kind, definition.getKey()), relocate(definition.getValue(), kind)));
        }
    }

    private static String name(String kind, String definition) {
        return kind + "." + definition;
    }

    /** Makes references point to components. */
    private static JsonNode relocate(JsonNode node, String kind) {
        if (node instanceof ObjectNode object) {
            String reference = object.path("$ref").asText();
            if (reference.startsWith(DEFINITIONS)) {
                object.put("$ref", "#/components/schemas/" + name(kind, reference.substring(DEFINITIONS.length())));
            }
        }
        if (node instanceof ObjectNode || node instanceof ArrayNode) {
            node.forEach(child -> relocate(child, kind));
        }
        return node;
    }
}
