// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.exports;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.BooleanNode;
import com.fasterxml.jackson.databind.node.IntNode;
import com.fasterxml.jackson.databind.node.LongNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * An exported record of which one field was changed.
 *
 * @param pointer JSON pointer to the field
 */
record Difference(ObjectNode record, String pointer) {

    /**
     * Changes each field of each record, one at a time.
     *
     * @param keys fields by which the object is found
     */
    static List<Difference> plant(List<ObjectNode> records, Set<String> keys) {
        List<Difference> planted = new ArrayList<>();
        for (ObjectNode record : records) {
            record.properties().forEach(field -> {
                JsonNode changed = keys.contains(field.getKey()) ? null : changed(field.getValue());
                if (changed != null) {
                    ObjectNode copy = record.deepCopy();
                    copy.set(field.getKey(), changed);
                    planted.add(new Difference(copy, "/" + field.getKey()));
                }
            });
        }
        return planted;
    }

    /** Another value of the same type; {@code null} if none can be made. */
    private static JsonNode changed(JsonNode value) {
        if (value.isBoolean()) {
            return BooleanNode.valueOf(!value.booleanValue());
        }
        if (value.isNumber()) {
            return value.isInt() ? IntNode.valueOf(value.intValue() + 1) : LongNode.valueOf(value.longValue() + 1);
        }
        if (value.isTextual()) {
            return value.textValue().matches("[A-Z_]+") ? null : TextNode.valueOf(other(value.textValue()));
        }
        if (value instanceof ArrayNode list) {
            return changedList(list);
        }
        return value instanceof ObjectNode object ? changedObject(object) : null;
    }

    /** As long as the text, because some texts must not be longer. */
    private static String other(String text) {
        return text.isEmpty() ? "x" : text.substring(0, text.length() - 1) + (text.endsWith("x") ? "y" : "x");
    }

    private static JsonNode changedList(ArrayNode list) {
        for (int i = 0; i < list.size(); i++) {
            JsonNode changed = changed(list.get(i));
            if (changed != null) {
                ArrayNode copy = list.deepCopy();
                copy.set(i, changed);
                return copy;
            }
        }
        return null;
    }

    private static JsonNode changedObject(ObjectNode object) {
        for (var field : object.properties()) {
            JsonNode changed = changed(field.getValue());
            if (changed != null) {
                ObjectNode copy = object.deepCopy();
                copy.set(field.getKey(), changed);
                return copy;
            }
        }
        return null;
    }
}
