// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.schema;

import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.util.ClassUtil;
import java.math.BigInteger;
import java.util.List;
import java.util.Set;
import java.util.function.Supplier;

/** Describes values: scalars and containers directly, everything else by a reference to a definition. */
final class ValueSchemas {

    private static final Set<Class<?>> INTEGERS =
            Set.of(Integer.class, Long.class, Short.class, Byte.class, BigInteger.class);

    /** Name of the definition of the values of an attribute. */
    static final String VALUES = "Values";

    private final JsonMapper mapper;
    private final Definitions definitions;

    /** Adds definitions that do not exist yet. */
    interface Definitions {
        /** A reference to the definition of a type with fields. */
        ObjectNode of(JavaType type);

        /** A reference to the definition of this name. */
        ObjectNode named(String name, Supplier<ObjectNode> schema);
    }

    ValueSchemas(JsonMapper mapper, Definitions definitions) {
        this.mapper = mapper;
        this.definitions = definitions;
    }

    /** The schema of a value that is not {@code null}. */
    ObjectNode of(JavaType type) {
        if (type.isMapLikeType()) {
            ObjectNode schema = mapper.createObjectNode().put("type", "object");
            schema.set("additionalProperties", mapValue(type.getContentType()));
            return schema;
        }
        if (type.isCollectionLikeType() || (type.isArrayType() && !type.hasRawClass(byte[].class))) {
            ObjectNode schema = mapper.createObjectNode().put("type", "array");
            schema.set("items", Nullable.allow(of(type.getContentType())));
            return schema;
        }
        return scalar(type);
    }

    /** The schema of a value without its fields. */
    ObjectNode outline(JavaType type) {
        boolean isList = type.isCollectionLikeType() || type.isArrayType();
        JavaType inside = isList || type.isMapLikeType() ? type.getContentType() : type;
        return isScalar(inside) ? of(type) : mapper.createObjectNode().put("type", isList ? "array" : "object");
    }

    private JsonNode mapValue(JavaType type) {
        boolean texts = type.isCollectionLikeType() && type.getContentType().hasRawClass(String.class);
        return texts ? definitions.named(VALUES, this::values) : Nullable.allow(of(type));
    }

    /** The schema of an attribute's values: Keycloak treats a single value as a list of one, and scalars as strings. */
    private ObjectNode values() {
        ObjectNode schema = mapper.createObjectNode();
        schema.put("description", "Strings, or a single one; a number or a boolean counts as its string.");
        List<String> scalars = List.of("string", "number", "boolean", "null");
        ArrayNode types = schema.putArray("type").add("array");
        scalars.forEach(types::add);
        ArrayNode items = schema.putObject("items").putArray("type");
        scalars.forEach(items::add);
        return schema;
    }

    private ObjectNode scalar(JavaType type) {
        ObjectNode schema = mapper.createObjectNode();
        Class<?> raw = type.isPrimitive() ? ClassUtil.wrapperType(type.getRawClass()) : type.getRawClass();
        if (isAnything(type)) {
            return schema;
        }
        if (CharSequence.class.isAssignableFrom(raw) || raw == Character.class) {
            return schema.put("type", "string");
        }
        if (raw == Boolean.class) {
            return schema.put("type", "boolean");
        }
        if (INTEGERS.contains(raw)) {
            return schema.put("type", "integer");
        }
        if (Number.class.isAssignableFrom(raw)) {
            return schema.put("type", "number");
        }
        if (raw == byte[].class) {
            return schema.put("type", "string").put("contentEncoding", "base64");
        }
        if (type.isEnumType()) {
            ArrayNode constants = schema.put("type", "string").putArray("enum");
            for (Object constant : raw.getEnumConstants()) {
                constants.add(mapper.convertValue(constant, String.class));
            }
            return schema;
        }
        return definitions.of(type);
    }

    private static boolean isAnything(JavaType type) {
        return type.hasRawClass(Object.class) || JsonNode.class.isAssignableFrom(type.getRawClass());
    }

    private static boolean isScalar(JavaType type) {
        return type.isPrimitive()
                || type.isEnumType()
                || type.getRawClass().getName().startsWith("java.lang.");
    }
}
