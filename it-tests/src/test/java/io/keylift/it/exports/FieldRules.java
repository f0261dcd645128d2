// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.exports;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.http.AdminHttp;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;

/**
 * The rules of the fields of a kind, from {@code field-rules.json}, which a unit test of the JAR writes.
 *
 * @param fields by field, its rule
 */
record FieldRules(Map<String, JsonNode> fields) {

    /** Effects with which a value says something about an object that a record can change. */
    private static final Set<String> CHANGING =
            Set.of("REPLACED", "LIST_REPLACED", "WHOLE", "BY_NAME", "BY_CLIENT", "ADDED");

    /** The rules of a kind of the JAR. */
    static FieldRules of(String kind) {
        try (InputStream in = FieldRules.class.getResourceAsStream("field-rules.json")) {
            JsonNode rules = AdminHttp.JSON.readTree(in).path(kind);
            return new FieldRules(StreamSupport.stream(rules.properties().spliterator(), false)
                    .collect(Collectors.toMap(Map.Entry::getKey, Map.Entry::getValue)));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    boolean isKey(String field) {
        return has(field, "overwrite", "KEY");
    }

    /** Whether overwriting with another value of the field changes the object. */
    boolean isChangeable(String field) {
        JsonNode rule = fields.get(field);
        return rule != null
                && CHANGING.contains(rule.get("overwrite").asText())
                && !rule.get("secret").asBoolean();
    }

    /** Whether a record says something about its object by the field that a verification compares. */
    boolean isComparable(String field) {
        return isChangeable(field) || has(field, "overwrite", "COMMAND");
    }

    /** Whether a record without the field names no object, or is rejected. */
    boolean isNeeded(String field) {
        return isKey(field)
                || has(field, "overwriteAbsent", "REJECTED")
                || has(field, "overwriteAbsent", "REJECTED_IF_STORED");
    }

    private boolean has(String field, String treatment, String value) {
        return fields.containsKey(field)
                && fields.get(field).get(treatment).asText().equals(value);
    }
}
