// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.policies;

import static io.keylift.request.Pointers.to;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.kind.spi.TextRules;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/** Reads the lists of policies, and checks required values. */
final class PolicyLists {

    private PolicyLists() {}

    static void rejectMissing(Item<?> item, String field, String message) {
        item.reject(RejectCode.MISSING, "/" + field, message);
    }

    /** Checks the names of a list, which must not be blank. */
    static <T> void checkAll(Item<?> item, String field, List<T> elements, Function<T, String> name) {
        if (elements == null) {
            return;
        }
        for (int i = 0; i < elements.size(); i++) {
            String pointer = to("/" + field, i);
            String text = elements.get(i) == null ? null : name.apply(elements.get(i));
            if (text == null || text.isBlank()) {
                item.reject(RejectCode.MISSING, pointer, "The id or name is missing");
            }
            TextRules.check(item, text, pointer);
        }
    }

    interface Element<T> {
        /** The element in the form of the config; {@code null} after a reject. */
        JsonNode of(T given, String pointer);
    }

    /** The elements of a list by their ids; {@code null} if there is no list, or after a reject. */
    static <T> Map<String, JsonNode> elements(Item<?> item, String field, List<T> given, Element<T> element) {
        if (given == null) {
            return null;
        }
        Map<String, JsonNode> elements = new LinkedHashMap<>();
        for (int i = 0; i < given.size(); i++) {
            String pointer = to("/" + field, i);
            JsonNode one = element.of(given.get(i), pointer);
            if (one == null) {
                return null;
            }
            String id = one.isTextual() ? one.asText() : one.path("id").asText();
            if (elements.put(id, one) != null && !one.isTextual()) {
                item.reject(RejectCode.INVALID, pointer, "The list names the same one twice");
                return null;
            }
        }
        return elements;
    }

    static JsonNode text(String id) {
        return id == null ? null : PolicyConfig.text(id);
    }

    static JsonNode element(String id, String field, Boolean value) {
        return id == null ? null : PolicyConfig.element(id, field, value);
    }

    static <T> List<T> named(Map<String, String> config, String field, Function<JsonNode, T> name) {
        List<T> named = new ArrayList<>();
        for (JsonNode element : PolicyConfig.elements(config.get(field)).values()) {
            T one = name.apply(element);
            if (one != null) {
                named.add(one);
            }
        }
        return named;
    }
}
