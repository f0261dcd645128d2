// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import com.fasterxml.jackson.core.JsonPointer;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.request.Pointers;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;

/**
 * Parts that are removed from a record. Removing an element of a list changes the indices of those after it: pointers
 * into the rest are translated to pointers into the record as it was sent.
 */
final class DroppedPointers {

    /** Places of the removed parts by their pointers, with {@code *} for the index of a list. */
    private final Map<JsonPointer, String> places = new TreeMap<>(Collections.reverseOrder(DroppedPointers::compare));

    /** Indices of removed elements by the pointer of their list. */
    private final Map<String, TreeSet<Integer>> indices = new HashMap<>();

    /** A part of another part comes after it, and an element after the elements before it. */
    private static int compare(JsonPointer one, JsonPointer other) {
        if (one.matches() || other.matches()) {
            return Boolean.compare(other.matches(), one.matches());
        }
        int difference = Boolean.compare(one.mayMatchElement(), other.mayMatchElement());
        if (difference == 0) {
            difference = one.mayMatchElement()
                    ? Integer.compare(one.getMatchingIndex(), other.getMatchingIndex())
                    : one.getMatchingProperty().compareTo(other.getMatchingProperty());
        }
        return difference == 0 ? compare(one.tail(), other.tail()) : difference;
    }

    /** Adds a part. Its place is known once it is removed. */
    void add(String pointer) {
        places.put(JsonPointer.compile(pointer), pointer);
    }

    boolean isEmpty() {
        return places.isEmpty();
    }

    /** Place of a removed part, with {@code *} for the index of a list. */
    String place(String pointer) {
        return places.get(JsonPointer.compile(pointer));
    }

    /**
     * Removes the parts from the record as it was sent.
     *
     * @return the pointers of the parts that the record does not have; they are no parts any more
     */
    List<String> removeFrom(JsonNode record) {
        indices.clear();
        List<String> missing = new ArrayList<>(0);
        places.replaceAll((part, before) -> {
            String place = remove(record, part);
            if (place == null) {
                missing.add(part.toString());
            }
            return place;
        });
        missing.forEach(part -> places.remove(JsonPointer.compile(part)));
        return missing;
    }

    /** Removes a part after those behind it; returns its place, or {@code null} if there is no such part. */
    private String remove(JsonNode record, JsonPointer part) {
        JsonNode node = record;
        String place = "";
        for (JsonPointer step = part; !step.matches(); step = step.tail()) {
            boolean last = step.tail().matches();
            String name = step.getMatchingProperty();
            if (node instanceof ArrayNode list) {
                int index = step.getMatchingIndex();
                if (!list.has(index)) {
                    return null;
                }
                if (last) {
                    indices.computeIfAbsent(part.head().toString(), any -> new TreeSet<>())
                            .add(index);
                }
                node = last ? list.remove(index) : list.get(index);
                place += "/*";
            } else if (node instanceof ObjectNode object && object.has(name)) {
                node = last ? object.remove(name) : child(object, name, step.tail());
                place = Pointers.to(place, name);
            } else {
                return null;
            }
        }
        return place;
    }

    /** A single value stands for a list. */
    private static JsonNode child(ObjectNode object, String name, JsonPointer next) {
        JsonNode child = object.get(name);
        if (next.matchesElement(0) && !child.isArray() && !child.has(next.getMatchingProperty())) {
            return object.putArray(name).add(child);
        }
        return child;
    }

    /** The pointer into the record as it was sent, for a pointer into the rest of it. */
    String sent(String pointer) {
        if (indices.isEmpty()) {
            return pointer;
        }
        String sent = "";
        for (JsonPointer step = JsonPointer.compile(pointer); !step.matches(); step = step.tail()) {
            TreeSet<Integer> removed = indices.get(sent);
            sent = removed != null && step.mayMatchElement()
                    ? Pointers.to(sent, shifted(step.getMatchingIndex(), removed))
                    : Pointers.to(sent, step.getMatchingProperty());
        }
        return sent;
    }

    private static int shifted(int index, TreeSet<Integer> removed) {
        int sent = index;
        for (int before : removed) {
            if (before <= sent) {
                sent++;
            }
        }
        return sent;
    }
}
