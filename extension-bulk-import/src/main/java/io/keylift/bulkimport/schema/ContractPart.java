// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.schema;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.bulkimport.kind.spi.RecordShape;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The part of the contract that describes endpoints other than imports.
 *
 * @param document YAML with tags, paths and components
 * @param reader reads the bodies of requests
 * @param bodies types of bodies by the names of their components; the schema of a type is completed by the component of
 *     the document
 */
public record ContractPart(String document, JsonMapper reader, Map<String, Class<?>> bodies) {

    private static final RecordShape NO_SHAPE =
            new RecordShape(List.of(), List.of(), Set.of(), Set.of(), Map.of(), Set.of(), Map.of(), Set.of(), Set.of());

    void addTo(ObjectNode contract, ObjectMapper yaml) throws IOException {
        ObjectNode components = (ObjectNode) contract.at("/components/schemas");
        bodies.forEach((name, type) -> KindComponents.add(components, name, schema(type)));
        merge(contract, (ObjectNode) yaml.readTree(document));
    }

    /** The fields of a body and their types. */
    private ObjectNode schema(Class<?> type) {
        TypeSchemas types = new TypeSchemas(reader, NO_SHAPE);
        ObjectNode schema = types.root(type);
        schema.set("$defs", types.definitions());
        return schema;
    }

    private static void merge(ObjectNode into, ObjectNode more) {
        more.properties().forEach(field -> {
            JsonNode there = into.get(field.getKey());
            if (there instanceof ObjectNode object && field.getValue() instanceof ObjectNode added) {
                merge(object, added);
            } else if (there instanceof ArrayNode list && field.getValue() instanceof ArrayNode added) {
                list.addAll(added);
            } else {
                into.set(field.getKey(), field.getValue());
            }
        });
    }
}
