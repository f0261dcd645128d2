// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.formats;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.NullNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.function.Predicate;
import java.util.function.UnaryOperator;

/** Values of inputs as values of records. */
final class Values {

    private static final JsonNodeFactory NODES = JsonNodeFactory.instance;

    private Values() {}

    /** The values of an attribute: a scalar as text, each element of a list, an object as JSON. */
    static ArrayNode texts(JsonNode value) {
        ArrayNode texts = NODES.arrayNode();
        if (value.isArray()) {
            value.forEach(element -> text(element, texts));
        } else {
            text(value, texts);
        }
        return texts;
    }

    private static void text(JsonNode value, ArrayNode texts) {
        if (value.isContainerNode()) {
            if (!value.isEmpty()) {
                texts.add(Nodes.text(value));
            }
        } else if (!value.isNull() && !value.asText().isEmpty()) {
            texts.add(value.asText());
        }
    }

    /** Truth of many spellings; {@code null} for none of them. */
    static JsonNode truth(JsonNode value) {
        return switch (value.asText().strip().toLowerCase(Locale.ROOT)) {
            case "true", "t", "1", "yes", "y" -> NODES.booleanNode(true);
            case "false", "f", "0", "no", "n" -> NODES.booleanNode(false);
            default -> NullNode.instance;
        };
    }

    /** A record without nulls, empty texts, empty lists and empty objects, and its attributes likewise. */
    static JsonNode tidy(JsonNode record) {
        if (!record.isObject()) {
            return record;
        }
        ObjectNode tidy = NODES.objectNode();
        for (Map.Entry<String, JsonNode> field : record.properties()) {
            JsonNode value = field.getValue();
            if (field.getKey().equals("attributes")) {
                value = tidy(value);
            }
            if (!isEmpty(value)) {
                tidy.set(field.getKey(), value);
            }
        }
        return tidy;
    }

    /** The fields without those of the names, which do not count as looked at. */
    static JsonNode rest(JsonNode object, JsonNode names) {
        Set<String> without = new HashSet<>();
        names.forEach(name -> without.add(name.asText()));
        return choose(object, name -> !without.contains(name), name -> name);
    }

    /** The fields whose names begin with the prefix, without it. */
    static JsonNode starting(JsonNode object, String prefix) {
        return choose(object, name -> name.startsWith(prefix), name -> name.substring(prefix.length()));
    }

    private static JsonNode choose(JsonNode object, Predicate<String> chosen, UnaryOperator<String> renamed) {
        ObjectNode result = NODES.objectNode();
        if (object.isObject()) {
            List<String> names = new ArrayList<>();
            object.fieldNames().forEachRemaining(names::add);
            names.stream().filter(chosen).forEach(name -> result.set(renamed.apply(name), object.get(name)));
        }
        return result;
    }

    static boolean isEmpty(JsonNode value) {
        return value.isNull()
                || value.isContainerNode() && value.isEmpty()
                || value.isTextual() && value.asText().isEmpty();
    }

    /** A name in two: {@code Ada King} or {@code King, Ada}. */
    static JsonNode names(JsonNode value) {
        ObjectNode names = NODES.objectNode();
        String name = value.isTextual() ? value.asText().strip() : "";
        int comma = name.indexOf(", ");
        int blank = name.indexOf(' ');
        if (comma > 0) {
            names.put("first", name.substring(comma + 2).strip()).put("last", name.substring(0, comma));
        } else if (blank > 0) {
            names.put("first", name.substring(0, blank))
                    .put("last", name.substring(blank + 1).strip());
        } else if (!name.isEmpty()) {
            names.put("first", name);
        }
        return names;
    }
}
