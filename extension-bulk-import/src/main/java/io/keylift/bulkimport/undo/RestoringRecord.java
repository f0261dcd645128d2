// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.undo;

import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.introspect.BeanPropertyDefinition;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.bulkimport.kind.RecordWriters;
import io.keylift.bulkimport.kind.spi.FieldRule;
import io.keylift.bulkimport.kind.spi.FieldTreatment.Effect;
import io.keylift.bulkimport.kind.spi.ImportKind;
import io.keylift.bulkimport.kind.spi.RecordShape;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;

/**
 * Makes the record that gives an object back by {@code ifExists=overwrite}. That leaves alone what a record leaves out,
 * so what the object has now and did not have before is named as empty, and lists and maps that are as they were are
 * left out.
 */
final class RestoringRecord {

    private final RecordShape shape;
    private final Set<String> cleared;
    private final Map<String, JavaType> types = new LinkedHashMap<>();

    RestoringRecord(ImportKind<?, ?> kind) {
        JsonMapper mapper = RecordWriters.mapper(kind, Set.of());
        shape = kind.shape();
        cleared = kind.source().clearedTexts();
        JavaType type = mapper.constructType(kind.info().recordType());
        for (BeanPropertyDefinition property :
                mapper.getSerializationConfig().introspect(type).findProperties()) {
            types.put(property.getName(), property.getPrimaryType());
        }
    }

    /**
     * @param before the object as it was
     * @param now the object as it is
     */
    ObjectNode of(JsonNode before, ObjectNode now) {
        ObjectNode exact = before.deepCopy();
        now.properties().forEach(field -> {
            JavaType type = types.get(field.getKey());
            JsonNode was = exact.get(field.getKey());
            if (type == null) {
                return;
            }
            FieldRule rule = shape.ruleOf(field.getKey());
            if (was != null && was.isContainerNode() && was.equals(field.getValue()) && rule.isOptional()) {
                // To name roles or groups may take rights that the caller did not need for the change.
                exact.remove(field.getKey());
            } else if (was instanceof ObjectNode map && rule.overwrite().effect() == Effect.BY_CLIENT) {
                emptyLists(map, field.getValue());
            } else if (was instanceof ObjectNode map && type.isMapLikeType()) {
                emptyEntries(map, type.getContentType(), field.getValue());
            } else if (was == null && !rule.isReset() && !cleared.contains(field.getKey())) {
                empty(exact, field.getKey(), type);
            }
        });
        return exact;
    }

    private static void emptyEntries(ObjectNode was, JavaType content, JsonNode now) {
        now.fieldNames().forEachRemaining(name -> {
            if (!was.has(name)) {
                empty(was, name, content);
            }
        });
    }

    /** Names of roles of the realm and, by client, of clients. */
    private static void emptyLists(ObjectNode was, JsonNode now) {
        now.properties().forEach(part -> {
            if (part.getValue().isArray() && !was.has(part.getKey())) {
                was.putArray(part.getKey());
            } else if (part.getValue().isObject()) {
                emptyLists(was.withObjectProperty(part.getKey()), part.getValue());
            }
        });
    }

    private static void empty(ObjectNode owner, String name, JavaType type) {
        if (type.isCollectionLikeType() || type.isArrayType()) {
            owner.putArray(name);
        } else if (type.isMapLikeType()) {
            owner.putObject(name);
        } else if (type.hasRawClass(String.class)) {
            owner.put(name, "");
        } else if (type.hasRawClass(Boolean.class) || type.hasRawClass(boolean.class)) {
            owner.put(name, false);
        }
    }
}
