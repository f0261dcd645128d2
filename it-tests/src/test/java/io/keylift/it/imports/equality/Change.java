// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.equality;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.imports.support.Records;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * A record whose key already exists.
 *
 * @param key username or alias
 * @param before the existing object
 * @param given the record
 * @param merged expected result of merging the two, or {@code null} if it is not specified
 */
record Change(String key, ObjectNode before, ObjectNode given, ObjectNode merged) {

    /** The examples for a kind. */
    static List<Change> examples(String kind) {
        return Records.lines("changed-" + kind + ".txt").stream()
                .map(line -> line.split(" \\| ", 4))
                .map(part -> new Change(
                        part[0],
                        keyed(kind, part[0], part[1]),
                        keyed(kind, part[0], part[2]),
                        part.length > 3 ? keyed(kind, part[0], part[3]) : null))
                .toList();
    }

    /** As many changes, each from one random combination of a kind's records to another. */
    static List<Change> combinations(String kind, int count, long seed) {
        String key = kind.equals("users") ? "username" : "name";
        List<ObjectNode> examples = Records.read(kind + ".txt");
        List<ObjectNode> before = Records.combinations(examples, key, count, seed);
        List<ObjectNode> given = Records.combinations(examples, key, count, seed + 1);
        List<Change> changes = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            changes.add(new Change(before.get(i).get(key).asText(), alone(before.get(i)), alone(given.get(i)), null));
        }
        return changes;
    }

    /** Without what PUT does not know and what two records would want at the same time. */
    private static ObjectNode alone(ObjectNode record) {
        record.remove("notBefore");
        if (record.path("domains") instanceof ArrayNode domains) {
            domains.removeIf(domain -> !domain.path("name").asText().matches("[^*]+"));
        }
        return record;
    }

    static List<String> keys(List<Change> changes) {
        return changes.stream().map(Change::key).toList();
    }

    static List<ObjectNode> given(List<Change> changes) {
        return changes.stream().map(Change::given).toList();
    }

    /** The changes whose records have none of these fields. */
    static List<Change> without(Set<String> fields, List<Change> changes) {
        return changes.stream()
                .filter(change -> fields.stream().noneMatch(change.given()::has))
                .toList();
    }

    private static ObjectNode keyed(String kind, String key, String json) {
        ObjectNode record = Records.json(json);
        if (kind.equals("users")) {
            return record.put("username", key);
        }
        if (!record.has("name")) {
            record.put("name", key);
        }
        return record.put("alias", key);
    }
}
