// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.schema;

import com.fasterxml.jackson.core.JsonFactory;
import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.bulkimport.kind.RecordJson;
import io.keylift.bulkimport.kind.spi.ImportKind;
import io.keylift.bulkimport.kind.spi.RecordShape;
import java.util.Set;
import java.util.TreeSet;

/**
 * Builds the JSON Schema (draft 2020-12) of a kind's records. It covers what can be checked without a look-up: the
 * fields, their types, and which of them are required. {@code null} counts as an absent field.
 *
 * <p>A reader is more lenient than the schema where a scalar of another type can have only one meaning, such as the
 * string {@code "true"} for a boolean, and where a single value stands for a list of one.
 */
public final class RecordSchema {

    static final String DIALECT = "https://json-schema.org/draft/2020-12/schema";

    private RecordSchema() {}

    /** The schema of a kind with its examples. Takes a few milliseconds: cache the result. */
    public static ObjectNode of(ImportKind<?, ?> kind) {
        JsonMapper mapper = RecordJson.mapper(new JsonFactory());
        RecordShape shape = kind.shape();
        TypeSchemas types = new TypeSchemas(mapper, shape);
        ObjectNode record = types.root(kind.info().recordType());

        ObjectNode schema = mapper.createObjectNode();
        schema.put("$schema", DIALECT);
        schema.put("title", kind.getId());
        schema.put("description", kind.info().description());
        schema.setAll(record);
        shape.required().forEach(fields -> require(schema, fields));
        if (!types.definitions().isEmpty()) {
            schema.set("$defs", types.definitions());
        }
        ArrayNode examples = schema.putArray("examples");
        shape.examples().forEach(example -> examples.add(parse(mapper, kind, example)));
        return schema;
    }

    private static void require(ObjectNode schema, Set<String> anyOf) {
        if (anyOf.size() == 1) {
            String field = anyOf.iterator().next();
            schema.withArray("required").add(field);
            if (schema.path("properties").get(field) instanceof ObjectNode property) {
                Nullable.forbid(property);
            }
        } else {
            ObjectNode holder = schema.has("anyOf") ? schema.withArray("allOf").addObject() : schema;
            ArrayNode choices = holder.putArray("anyOf");
            new TreeSet<>(anyOf)
                    .forEach(field -> choices.addObject().putArray("required").add(field));
        }
    }

    private static JsonNode parse(JsonMapper mapper, ImportKind<?, ?> kind, String example) {
        try {
            return mapper.readTree(example);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException("An example of kind " + kind.getId() + " is no JSON", e);
        }
    }
}
