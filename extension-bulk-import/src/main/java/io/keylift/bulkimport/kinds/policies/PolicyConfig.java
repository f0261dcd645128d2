// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.policies;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.keycloak.util.JsonSerialization;

/** The new config of a policy by its record. Keycloak stores a list as JSON in one text, in any order. */
final class PolicyConfig {

    private static final String ID = "id";

    private final Map<String, String> values;
    private final boolean merge;

    /**
     * @param stored config of the existing policy; empty for a new one
     * @param merge whether omitted values are kept
     */
    PolicyConfig(Map<String, String> stored, boolean merge) {
        values = new HashMap<>(stored);
        this.merge = merge;
    }

    Map<String, String> values() {
        return values;
    }

    String get(String name) {
        return values.get(name);
    }

    boolean keeps(String name) {
        return merge && values.containsKey(name);
    }

    /** A text; overwriting removes one that the record omits. */
    void text(String name, String given) {
        if (given != null) {
            values.put(name, given);
        } else if (!merge) {
            values.remove(name);
        }
    }

    /** A text that stays if the record omits it. */
    void lasting(String name, String given) {
        if (given != null) {
            values.put(name, given);
        }
    }

    /** A switch that is off unless the record says otherwise. */
    void flag(String name, Boolean given) {
        if (given != null || !keeps(name)) {
            values.put(name, String.valueOf(Boolean.TRUE.equals(given)));
        }
    }

    /**
     * A list.
     *
     * @param given elements by their unique value; {@code null} if the record has no list
     */
    void list(String name, Map<String, JsonNode> given) {
        if (given == null && keeps(name)) {
            return;
        }
        Map<String, JsonNode> stored = elements(values.get(name));
        Map<String, JsonNode> wanted = new LinkedHashMap<>();
        if (merge) {
            wanted.putAll(stored);
        }
        if (given != null) {
            wanted.putAll(given);
        }
        if (!values.containsKey(name) || !significant(wanted).equals(significant(stored))) {
            values.put(name, json(wanted.values()));
        }
    }

    /** The comparable form of elements: Keycloak reads a missing field as {@code false}. */
    private static Map<String, Object> significant(Map<String, JsonNode> elements) {
        Map<String, Object> significant = new HashMap<>();
        elements.forEach((id, element) -> {
            Set<String> on = new HashSet<>();
            element.fieldNames().forEachRemaining(field -> {
                if (element.path(field).asBoolean()) {
                    on.add(field);
                }
            });
            significant.put(id, on);
        });
        return significant;
    }

    static JsonNode text(String value) {
        return JsonNodeFactory.instance.textNode(value);
    }

    /** An element with an id and one more field, which is left out if it is {@code null}. */
    static JsonNode element(String id, String field, Boolean value) {
        ObjectNode element = JsonNodeFactory.instance.objectNode().put(ID, id);
        return value == null ? element : element.put(field, value);
    }

    /** The elements of a stored list by their ids; empty if the text is not a list. */
    static Map<String, JsonNode> elements(String json) {
        Map<String, JsonNode> elements = new LinkedHashMap<>();
        if (json != null) {
            try {
                for (JsonNode element : JsonSerialization.mapper.readTree(json)) {
                    elements.put(
                            element.isTextual()
                                    ? element.asText()
                                    : element.path(ID).asText(),
                            element);
                }
            } catch (JsonProcessingException e) {
                return Map.of();
            }
        }
        return elements;
    }

    private static String json(Collection<JsonNode> elements) {
        try {
            return JsonSerialization.writeValueAsString(elements);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
