// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.contract;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.imports.support.KindDescription;
import io.keylift.it.imports.support.Records;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** Records that violate a schema: one for each constraint on each field, at any depth, and one for each object. */
final class BrokenRecords {

    /**
     * A record with one fault.
     *
     * @param pointer beginning of the pointer to the fault
     */
    record Broken(ObjectNode record, String code, String pointer) {}

    /** Values of the wrong type for nearly every field. Scalars that a reader converts are no fault. */
    private static final List<String> VALUES = List.of("{'nonsense':{}}", "[[[]]]", "'perhaps'");

    /** A single value is as good as a list of one. */
    private static final List<String> NO_LISTS = List.of("[[[]]]");

    /** Of an object that knows its fields, another one is of the right type. */
    private static final List<String> NO_OBJECTS = List.of("[[[]]]", "'perhaps'");

    private final KindDescription kind;
    private final ObjectNode base;
    private final List<Broken> all = new ArrayList<>();

    private BrokenRecords(KindDescription kind) {
        this.kind = kind;
        this.base = kind.examples().get(0);
    }

    static List<Broken> of(KindDescription kind) {
        BrokenRecords records = new BrokenRecords(kind);
        records.addMissing(kind.schema());
        kind.schema().path("allOf").forEach(records::addMissing);
        records.walk(kind.schema(), List.of(), Set.of());
        return records.all;
    }

    /** One record that lacks what is required, and one for each set of fields of which one is required. */
    private void addMissing(JsonNode schema) {
        schema.path("required").forEach(field -> addWithout(List.of(field.asText())));
        List<String> anyOf = new ArrayList<>();
        schema.path("anyOf").forEach(choice -> choice.path("required").forEach(field -> anyOf.add(field.asText())));
        if (!anyOf.isEmpty()) {
            addWithout(anyOf);
        }
    }

    private void addWithout(List<String> fields) {
        all.add(new Broken(base.deepCopy().remove(fields), "missing", ""));
    }

    private void walk(JsonNode schema, List<String> path, Set<String> references) {
        JsonNode found = schema;
        Set<String> seen = references;
        if (schema.has("$ref")) {
            String reference = schema.get("$ref").asText();
            if (references.contains(reference)) {
                return;
            }
            seen = new HashSet<>(references);
            seen.add(reference);
            found = kind.schema().at(reference.substring(1));
        }
        for (JsonNode choice : found.path("anyOf")) {
            if (!choice.has("required")) {
                walk(choice, path, seen);
            }
        }
        if (found.path("additionalProperties").isBoolean()
                && !found.path("additionalProperties").asBoolean()) {
            add(with(path, "nonsense"), "1", "unknown_field");
        }
        for (var property : found.path("properties").properties()) {
            List<String> below = with(path, property.getKey());
            if (property.getValue().has("type") || property.getValue().has("anyOf")) {
                addWrongTypes(below, property.getValue());
            }
            walk(property.getValue(), below, seen);
        }
        if (found.path("additionalProperties").isObject()) {
            addWrongTypes(with(path, "some-name"), found.get("additionalProperties"));
            walk(found.get("additionalProperties"), with(path, "some-name"), seen);
        }
        if (found.path("items").isObject()) {
            walk(found.get("items"), with(path, "0"), seen);
        }
    }

    private void addWrongTypes(List<String> path, JsonNode schema) {
        int before = all.size();
        boolean isList = schema.path("type").toString().contains("\"array\"");
        boolean isObject = schema.path("anyOf").findValue("$ref") != null;
        (isList ? NO_LISTS : isObject ? NO_OBJECTS : VALUES).forEach(value -> add(path, value, "wrong_type"));
        if (all.size() == before && !schema.path("readOnly").asBoolean()) {
            throw new AssertionError("Kind " + kind + " takes anything at " + path);
        }
    }

    /** Adds a record with this value, unless the schema has nothing against it. */
    private void add(List<String> path, String value, String code) {
        ObjectNode record = base.deepCopy();
        JsonNode nested = Records.json("{'value':" + value + "}").get("value");
        for (int i = path.size() - 1; i > 0; i--) {
            if (path.get(i).equals("0")) {
                ArrayNode list = record.arrayNode();
                nested = list.add(nested);
            } else {
                nested = record.objectNode().set(path.get(i), nested);
            }
        }
        record.set(path.get(0), nested);
        // A text where anything but a text is expected may still be a name for it.
        if (!kind.faults(record).isEmpty()) {
            all.add(new Broken(record, code, "/" + String.join("/", path)));
        }
    }

    private static List<String> with(List<String> path, String... more) {
        List<String> longer = new ArrayList<>(path);
        longer.addAll(Arrays.asList(more));
        return longer;
    }
}
