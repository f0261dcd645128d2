// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.verification;

import com.fasterxml.jackson.databind.JavaType;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.introspect.BeanPropertyDefinition;
import com.fasterxml.jackson.databind.json.JsonMapper;
import com.fasterxml.jackson.databind.type.TypeFactory;
import io.keylift.request.Pointers;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;
import java.util.stream.StreamSupport;

/**
 * Compares values of records as JSON. Lists are compared without their order, because Keycloak stores none. A field
 * that an object of a list lacks counts as equal.
 */
final class ValueComparison {

    /** Fields by which objects of a list are found in another list, the first that all of them have. */
    private static final List<String> NAMES = List.of("name", "alias", "identityProvider", "clientId", "id");

    /** Mappers of two protocols may have the same name. */
    private static final String PROTOCOL = "protocol";

    /** How values by name are compared. */
    enum Mode {
        /** Only given names, and the number of times that a list has a value. */
        NAMED,
        /** Only given names; a name that only the stored object has is reported as not compared. */
        BY_CLIENT,
        /** Given names, and names that only the stored object has. */
        ALL,
        /** As {@link #ALL}, and the number of times that a list has a value. */
        WHOLE,
        /** Only given names and, in lists, only given values. */
        ADDED
    }

    /**
     * Findings of a comparison.
     *
     * @param differences JSON pointers to different values
     * @param notCompared JSON pointers to values that were not compared
     */
    record Found(List<String> differences, Collection<String> notCompared) {}

    private final JsonMapper mapper;
    private final boolean blankIsNone;
    private final Map<JavaType, Map<String, JavaType>> properties = new ConcurrentHashMap<>();

    /** @param blankIsNone whether Keycloak stores a blank text as no value */
    ValueComparison(JsonMapper mapper, boolean blankIsNone) {
        this.mapper = mapper;
        this.blankIsNone = blankIsNone;
    }

    /** The fields of a type in their order. */
    Map<String, JavaType> properties(JavaType type) {
        return properties.computeIfAbsent(type, any -> {
            Map<String, JavaType> found = new LinkedHashMap<>();
            for (BeanPropertyDefinition property :
                    mapper.getSerializationConfig().introspect(type).findProperties()) {
                found.put(property.getName(), property.getPrimaryType());
            }
            return found;
        });
    }

    /**
     * Compares two values of the same type.
     *
     * @param found gets the JSON pointers
     */
    void compare(String pointer, JavaType type, JsonNode given, JsonNode stored, Mode mode, Found found) {
        if (given.equals(stored) || isEmpty(given) && isEmpty(stored)) {
            return;
        }
        if (type.isMapLikeType()) {
            compareMaps(pointer, type.getContentType(), given, stored, mode, found);
        } else if (type.isCollectionLikeType() || type.isArrayType()) {
            Mode ofList = mode == Mode.ADDED ? Mode.ADDED : Mode.NAMED;
            compareLists(pointer, type.getContentType(), given, stored, ofList, found);
        } else if (given.isObject() && stored != null && stored.isObject()) {
            boolean stays = mode == Mode.ADDED || mode == Mode.BY_CLIENT;
            compareObjects(pointer, type, given, stored, stays ? mode : Mode.ALL, found);
        } else if (!isSame(given, stored)) {
            found.differences().add(pointer);
        }
    }

    private void compareObjects(
            String pointer, JavaType type, JsonNode given, JsonNode stored, Mode mode, Found found) {
        Map<String, JavaType> known = properties(type);
        given.properties()
                .forEach(field -> compare(
                        Pointers.to(pointer, field.getKey()),
                        known.getOrDefault(field.getKey(), TypeFactory.unknownType()),
                        field.getValue(),
                        stored.get(field.getKey()),
                        mode,
                        found));
        if (mode == Mode.BY_CLIENT) {
            forEachUnnamed(pointer, given, stored, found.notCompared()::add);
        }
    }

    private void compareMaps(String pointer, JavaType type, JsonNode given, JsonNode stored, Mode mode, Found found) {
        given.properties().forEach(entry -> {
            JsonNode other = stored == null ? null : stored.get(entry.getKey());
            String at = Pointers.to(pointer, entry.getKey());
            if (entry.getValue().isArray() && type.isCollectionLikeType()) {
                Mode ofList = mode == Mode.NAMED ? Mode.WHOLE : mode;
                compareLists(at, type.getContentType(), entry.getValue(), other, ofList, found);
            } else {
                compare(at, type, entry.getValue(), other, Mode.ALL, found);
            }
        });
        if (mode == Mode.ALL || mode == Mode.WHOLE) {
            forEachUnnamed(pointer, given, stored, found.differences()::add);
        } else if (mode == Mode.BY_CLIENT) {
            forEachUnnamed(pointer, given, stored, found.notCompared()::add);
        }
    }

    /** Calls {@code action} with the pointers to the values that only the stored object has. */
    private void forEachUnnamed(String pointer, JsonNode given, JsonNode stored, Consumer<String> action) {
        if (stored != null) {
            stored.properties().forEach(entry -> {
                if (!given.has(entry.getKey()) && !isEmpty(entry.getValue())) {
                    action.accept(Pointers.to(pointer, entry.getKey()));
                }
            });
        }
    }

    private void compareLists(String pointer, JavaType type, JsonNode given, JsonNode stored, Mode mode, Found found) {
        String name = nameOf(given, stored);
        if (name == null) {
            Map<String, Integer> mine = counted(given);
            Map<String, Integer> theirs = counted(stored);
            boolean same = switch (mode) {
                case WHOLE -> mine.equals(theirs);
                case ADDED -> theirs.keySet().containsAll(mine.keySet());
                default -> mine.keySet().equals(theirs.keySet());
            };
            if (!same) {
                found.differences().add(pointer);
            }
            return;
        }
        Map<String, JsonNode> named = new HashMap<>();
        stored.forEach(element -> named.put(identity(element, name), element));
        int index = 0;
        for (JsonNode element : given) {
            String at = Pointers.to(pointer, index++);
            JsonNode other = named.remove(identity(element, name));
            if (other == null) {
                found.differences().add(at);
            } else {
                compareObjects(at, type, element, other, Mode.ALL, found);
            }
        }
        if (!named.isEmpty() && mode != Mode.ADDED) {
            found.differences().add(pointer);
        }
    }

    /** The field by which the objects of both lists can be found; {@code null} if there is none. */
    private static String nameOf(JsonNode given, JsonNode stored) {
        if (stored == null || !given.path(0).isObject() || !stored.path(0).isObject()) {
            return null;
        }
        return NAMES.stream()
                .filter(name -> isName(given, name) && isName(stored, name))
                .findFirst()
                .orElse(null);
    }

    private static boolean isName(JsonNode list, String name) {
        Collection<String> names = new ArrayList<>(list.size());
        list.forEach(element -> {
            if (element.hasNonNull(name)) {
                names.add(identity(element, name));
            }
        });
        return names.stream().distinct().count() == list.size();
    }

    private static String identity(JsonNode element, String name) {
        return element.path(PROTOCOL).asText() + " " + element.get(name).asText();
    }

    private Map<String, Integer> counted(JsonNode list) {
        Map<String, Integer> counts = new HashMap<>();
        if (list != null) {
            for (JsonNode element : list) {
                if (!isBlank(element)) {
                    counts.merge(text(element), 1, Integer::sum);
                }
            }
        }
        return counts;
    }

    private static String text(JsonNode element) {
        if (isNone(element)) {
            return null;
        }
        return element.isValueNode() ? element.asText() : element.toString();
    }

    /** Keycloak stores some numbers and truth values as text, and none where they are false. */
    private static boolean isSame(JsonNode given, JsonNode stored) {
        if (isNone(stored)) {
            return given.isBoolean() && !given.booleanValue();
        }
        if (isNone(given)) {
            return stored.isBoolean() && !stored.booleanValue();
        }
        return given.isValueNode() ? given.asText().equals(stored.asText()) : given.equals(stored);
    }

    /** Whether one of two values is none, blank or {@code false}, and the other one is not the same. */
    boolean differInBlanks(JsonNode given, JsonNode stored) {
        boolean isScalar = !isNone(given) ? given.isValueNode() : !isNone(stored) && stored.isValueNode();
        return isScalar
                && (isNone(given) || isNone(stored) || isEmpty(given) && isEmpty(stored) && !given.equals(stored));
    }

    private static boolean isNone(JsonNode value) {
        return value == null || value.isNull();
    }

    /** Whether there is no value. */
    private boolean isEmpty(JsonNode value) {
        if (isNone(value) || isBlank(value)) {
            return true;
        }
        return value.isArray()
                ? StreamSupport.stream(value.spliterator(), false).allMatch(this::isBlank)
                : value.isObject() && value.isEmpty();
    }

    /** Whether an element of a list counts as none. An empty object is one. */
    private boolean isBlank(JsonNode value) {
        return blankIsNone
                && (isNone(value) || value.isTextual() && value.textValue().isBlank());
    }
}
