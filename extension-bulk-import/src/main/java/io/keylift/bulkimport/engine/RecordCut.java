// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Parts that are removed from a record. Removing an element of a list changes the indices of those after it: pointers
 * into what is left are translated to pointers into the record as it was sent.
 */
final class RecordCut {

    /** Places of the removed parts by their pointers, with {@code *} for the index of a list. */
    private final Map<String, String> places = new TreeMap<>(order().reversed());

    /** Indices of removed elements by the pointer of their list. */
    private final Map<String, TreeSet<Integer>> indices = new HashMap<>();

    /** What is inside comes after what it is in, and an element after those before it. */
    private static Comparator<String> order() {
        return (one, other) -> {
            List<String> first = DropRules.names(one);
            List<String> second = DropRules.names(other);
            for (int i = 0; i < Math.min(first.size(), second.size()); i++) {
                int difference = compare(first.get(i), second.get(i));
                if (difference != 0) {
                    return difference;
                }
            }
            return Integer.compare(first.size(), second.size());
        };
    }

    private static int compare(String one, String other) {
        Optional<Integer> first = index(one);
        Optional<Integer> second = index(other);
        if (first.isPresent() && second.isPresent()) {
            return first.get().compareTo(second.get());
        }
        return first.isEmpty() && second.isEmpty() ? one.compareTo(other) : first.isPresent() ? -1 : 1;
    }

    private static Optional<Integer> index(String name) {
        boolean isIndex = name.length() < 10
                && !name.isEmpty()
                && name.chars().allMatch(c -> c >= '0' && c <= '9')
                && (name.length() == 1 || name.charAt(0) != '0');
        return isIndex ? Optional.of(Integer.valueOf(name)) : Optional.empty();
    }

    /** Adds a part. Its place is known once it is removed. */
    void add(String pointer) {
        places.put(pointer, pointer);
    }

    boolean isEmpty() {
        return places.isEmpty();
    }

    /** Place of a removed part, with {@code *} for the index of a list. */
    String place(String pointer) {
        return places.get(pointer);
    }

    /**
     * Removes the parts from the record as it was sent.
     *
     * @return the pointers of the parts that the record does not have; they are no parts any more
     */
    List<String> removeFrom(JsonNode record) {
        indices.clear();
        List<String> missing = new ArrayList<>(0);
        for (Map.Entry<String, String> part : places.entrySet()) {
            String place = remove(record, part.getKey());
            if (place == null) {
                missing.add(part.getKey());
            } else {
                part.setValue(place);
            }
        }
        missing.forEach(places::remove);
        return missing;
    }

    /** Removes a part after those behind it; returns its place, or {@code null} if there is no such part. */
    private String remove(JsonNode record, String pointer) {
        List<String> names = DropRules.names(pointer);
        List<String> place = new ArrayList<>(names);
        JsonNode node = record;
        for (int i = 0; i < names.size(); i++) {
            boolean last = i == names.size() - 1;
            String name = names.get(i);
            if (node instanceof ArrayNode list) {
                int index = index(name).orElse(-1);
                if (!list.has(index)) {
                    return null;
                }
                place.set(i, "*");
                if (last) {
                    list.remove(index);
                    indices.computeIfAbsent(DropRules.pointer(names.subList(0, i)), any -> new TreeSet<>())
                            .add(index);
                }
                node = list.path(index);
            } else if (node instanceof ObjectNode object && object.has(unescaped(name))) {
                node = last ? object.remove(unescaped(name)) : child(object, unescaped(name), names.get(i + 1));
            } else {
                return null;
            }
        }
        return DropRules.pointer(place);
    }

    /** A single value stands for a list. */
    private static JsonNode child(ObjectNode object, String name, String next) {
        JsonNode child = object.get(name);
        if (next.equals("0") && !child.isArray() && !child.has(next)) {
            return object.putArray(name).add(child);
        }
        return child;
    }

    private static String unescaped(String name) {
        return name.replace("~1", "/").replace("~0", "~");
    }

    /** The pointer into the record as it was sent, for one into what is left of it. */
    String sent(String pointer) {
        if (indices.isEmpty()) {
            return pointer;
        }
        List<String> names = new ArrayList<>(DropRules.names(pointer));
        for (int i = 0; i < names.size(); i++) {
            TreeSet<Integer> removed = indices.get(DropRules.pointer(names.subList(0, i)));
            if (removed != null) {
                names.set(
                        i,
                        index(names.get(i))
                                .map(index -> shifted(index, removed))
                                .orElse(names.get(i)));
            }
        }
        return DropRules.pointer(names);
    }

    private static String shifted(int index, TreeSet<Integer> removed) {
        int sent = index;
        for (int before : removed) {
            if (before <= sent) {
                sent++;
            }
        }
        return String.valueOf(sent);
    }
}
