// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.exports;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.BiFunction;
import java.util.stream.IntStream;

/** Records about the objects of a kind, each of which differs from the stored object in one field. */
final class FieldVariants {

    /** Records of the same difference in the same field. */
    private static final int MOST = 3;

    private final FieldRules rules;
    private final Map<String, List<JsonNode>> values = new LinkedHashMap<>();
    private final List<ObjectNode> stored;
    private final BiFunction<String, JsonNode, JsonNode> other;

    /**
     * A record that differs in one field from a stored object.
     *
     * @param index number of the stored object
     */
    record Variant(int index, String field, String difference, ObjectNode record) {}

    /**
     * @param stored records of the objects
     * @param other makes another value for a field with this value, which may be {@code null}
     */
    FieldVariants(FieldRules rules, List<ObjectNode> stored, BiFunction<String, JsonNode, JsonNode> other) {
        this.other = other;
        this.rules = rules;
        this.stored = stored;
        for (String field : rules.fields().keySet()) {
            Set<JsonNode> found = new LinkedHashSet<>();
            stored.stream().filter(record -> record.hasNonNull(field)).forEach(record -> found.add(record.get(field)));
            values.put(field, List.copyOf(found));
        }
    }

    /** The variants, in chunks. */
    Rounds<Variant> rounds() {
        Map<String, List<Variant>> alike = new LinkedHashMap<>();
        for (int i = 0; i < stored.size(); i++) {
            of(stored.get(i), i)
                    .forEach(variant -> alike.computeIfAbsent(
                                    variant.field() + " " + variant.difference(), any -> new ArrayList<>())
                            .add(variant));
        }
        List<Variant> chosen = new ArrayList<>();
        int first = 0;
        for (List<Variant> each : alike.values()) {
            chosen.addAll(spread(each, first++));
        }
        return Rounds.of(chosen, Variant::index);
    }

    /** At most {@link #MOST} of them, from one end to the other. */
    private static List<Variant> spread(List<Variant> variants, int first) {
        int count = Math.min(MOST, variants.size());
        return IntStream.range(0, count)
                .mapToObj(i -> variants.get((first + i * variants.size() / count) % variants.size()))
                .toList();
    }

    /** The variants of a record; others get other values. */
    private List<Variant> of(ObjectNode record, int index) {
        List<Variant> variants = new ArrayList<>();
        variants.add(new Variant(index, "", "unchanged", record));
        rules.fields().keySet().stream().filter(rules::isComparable).sorted().forEach(field -> {
            JsonNode now = record.get(field);
            if (now != null) {
                variants.add(
                        new Variant(index, field, "absent", record.deepCopy().without(field)));
                variants.add(new Variant(index, field, "null", record.deepCopy().putNull(field)));
                shrunk(now)
                        .ifPresent(less -> variants.add(new Variant(index, field, "less", with(record, field, less))));
                doubled(now)
                        .ifPresent(more -> variants.add(new Variant(index, field, "twice", with(record, field, more))));
                if (now instanceof ObjectNode map && !map.isEmpty()) {
                    ObjectNode with = map.deepCopy();
                    with.fieldNames().forEachRemaining(with::putNull);
                    variants.add(new Variant(index, field, "nulls", with(record, field, with)));
                }
                variants.add(new Variant(index, field, "alone", alone(record, field)));
            }
            ObjectNode changed = with(record, field, other.apply(field, now));
            variants.add(new Variant(index, field, "made up", changed));
            variants.add(new Variant(index, field, "made up alone", alone(changed, field)));
            List<JsonNode> others = values.get(field);
            if (!others.isEmpty()) {
                for (int i = 0; i < 2; i++) {
                    variants.add(new Variant(
                            index, field, "other " + i, with(record, field, others.get((index + i) % others.size()))));
                }
                empty(others.get(0))
                        .ifPresent(none -> variants.add(new Variant(index, field, "empty", with(record, field, none))));
            }
        });
        return variants;
    }

    private static ObjectNode with(ObjectNode record, String field, JsonNode value) {
        ObjectNode changed = record.deepCopy();
        changed.set(field, value.deepCopy());
        return changed;
    }

    /** The record with this field and those that it needs. */
    private ObjectNode alone(ObjectNode record, String field) {
        ObjectNode alone = record.deepCopy();
        alone.properties().removeIf(each -> !each.getKey().equals(field) && !rules.isNeeded(each.getKey()));
        return alone;
    }

    private static Optional<JsonNode> empty(JsonNode like) {
        JsonNodeFactory json = JsonNodeFactory.instance;
        return Optional.ofNullable(
                switch (like.getNodeType()) {
                    case ARRAY -> json.arrayNode();
                    case OBJECT -> json.objectNode();
                    case STRING -> json.textNode("");
                    case BOOLEAN -> json.booleanNode(!like.booleanValue());
                    default -> null;
                });
    }

    /** Without its first element or name; of a map with one name, without the first element of its value. */
    private static Optional<JsonNode> shrunk(JsonNode value) {
        JsonNode less = value.deepCopy();
        if (less instanceof ArrayNode list && !list.isEmpty()) {
            list.remove(0);
        } else if (less instanceof ObjectNode map && map.size() > 1) {
            map.remove(map.fieldNames().next());
        } else if (!(less instanceof ObjectNode map)
                || map.isEmpty()
                || !(map.iterator().next() instanceof ArrayNode only)
                || only.isEmpty()) {
            return Optional.empty();
        } else {
            only.remove(0);
        }
        return Optional.of(less);
    }

    /** With an element of a list, or of the first list of a map, once more. */
    private static Optional<JsonNode> doubled(JsonNode value) {
        JsonNode more = value.deepCopy();
        JsonNode list = more.isObject() && !more.isEmpty() ? more.iterator().next() : more;
        if (!(list instanceof ArrayNode elements)
                || elements.isEmpty()
                || !elements.get(0).isTextual()) {
            return Optional.empty();
        }
        elements.add(elements.get(0));
        return Optional.of(more);
    }
}
