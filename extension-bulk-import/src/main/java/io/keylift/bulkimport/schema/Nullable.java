// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** Makes a schema allow {@code null}, and reverts that. */
final class Nullable {

    private static final String NULL = "null";

    private Nullable() {}

    /** The schema itself, or one around it, that also allows {@code null}. */
    static ObjectNode allow(ObjectNode schema) {
        if (schema.has("anyOf")) {
            schema.withArray("anyOf").addObject().put("type", NULL);
            return schema;
        }
        if (schema.has("$ref")) {
            ObjectNode either = schema.objectNode();
            ArrayNode choices = either.putArray("anyOf");
            choices.add(schema);
            choices.addObject().put("type", NULL);
            return either;
        }
        if (schema.has("type")) {
            addType(schema, NULL);
            if (schema.has("enum")) {
                schema.withArray("enum").addNull();
            }
        }
        return schema;
    }

    /** Adds a type to a schema that already has one. */
    static void addType(ObjectNode schema, String type) {
        JsonNode before = schema.get("type");
        ArrayNode types = schema.putArray("type");
        if (before.isArray()) {
            types.addAll((ArrayNode) before);
        } else {
            types.add(before);
        }
        types.add(type);
    }

    /** Reverts {@link #allow} on the schema that it returned. */
    static void forbid(ObjectNode schema) {
        without(schema, "type");
        without(schema, "enum");
        without(schema, "anyOf");
    }

    private static void without(ObjectNode schema, String keyword) {
        if (!(schema.get(keyword) instanceof ArrayNode values)) {
            return;
        }
        ArrayNode rest = schema.arrayNode();
        values.forEach(value -> {
            boolean isNull = value.isNull()
                    || value.asText().equals(NULL)
                    || value.path("type").asText().equals(NULL);
            if (!isNull) {
                rest.add(value);
            }
        });
        if (keyword.equals("enum") || rest.size() > 1) {
            schema.set(keyword, rest);
        } else if (keyword.equals("type")) {
            schema.set(keyword, rest.get(0));
        } else {
            schema.remove(keyword);
            schema.setAll((ObjectNode) rest.get(0));
        }
    }
}
