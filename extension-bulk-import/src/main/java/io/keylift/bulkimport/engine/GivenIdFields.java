// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.bulkimport.kind.spi.RecordShape;
import io.keylift.bulkimport.kind.spi.UniqueKey;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.function.BiConsumer;

/** The fields in which the records of a kind give ids; see {@link RecordShape#givesIds}. */
final class GivenIdFields {

    private static final String EACH = "*";

    /** Names on the way from the record to the id, {@link #EACH} for the elements of a list. */
    private final List<List<String>> paths;

    /** @param pointers the pointers of {@link RecordShape#givenIds} */
    GivenIdFields(Collection<String> pointers) {
        paths = pointers.stream().map(GivenIdFields::path).toList();
    }

    private static List<String> path(String pointer) {
        return pointer.isEmpty() ? List.of() : List.of(pointer.substring(1).split("/"));
    }

    boolean isEmpty() {
        return paths.isEmpty();
    }

    /** Whether a key of a record is one of its ids. */
    boolean include(UniqueKey key) {
        List<String> path = path(key.pointer());
        return paths.stream().anyMatch(fields -> leadsTo(fields, path));
    }

    private static boolean leadsTo(List<String> fields, List<String> path) {
        if (fields.size() != path.size()) {
            return false;
        }
        for (int i = 0; i < path.size(); i++) {
            if (!fields.get(i).equals(EACH) && !fields.get(i).equals(path.get(i))) {
                return false;
            }
        }
        return true;
    }

    /** The ids that a record gives. */
    List<String> of(JsonNode record) {
        List<String> ids = new ArrayList<>(1);
        each(record, (owner, name) -> {
            JsonNode id = owner.path(name);
            if (id.isValueNode() && !id.isNull()) {
                ids.add(id.asText());
            }
        });
        return ids;
    }

    /** Removes the ids from a record. */
    void removeFrom(JsonNode record) {
        each(record, ObjectNode::remove);
    }

    private void each(JsonNode record, BiConsumer<ObjectNode, String> action) {
        paths.forEach(path -> each(record, path, action));
    }

    private static void each(JsonNode node, List<String> path, BiConsumer<ObjectNode, String> action) {
        String name = path.get(0);
        if (path.size() == 1) {
            if (node instanceof ObjectNode owner) {
                action.accept(owner, name);
            }
            return;
        }
        List<String> rest = path.subList(1, path.size());
        if (!name.equals(EACH)) {
            each(node.path(name), rest, action);
        } else if (node.isArray()) {
            node.forEach(element -> each(element, rest, action));
        } else {
            // A single value stands for a list.
            each(node, rest, action);
        }
    }
}
