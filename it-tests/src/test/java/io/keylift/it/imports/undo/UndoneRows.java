// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.undo;

import static org.assertj.core.api.SoftAssertions.assertSoftly;

import io.keylift.it.imports.support.RealmRows;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/** Compares the rows of a realm, without what an undo does not give back, with those before a job. */
final class UndoneRows {

    /** Revisions, which are not given back. */
    private static final Set<String> REVISIONS = Set.of("keylift_capability_holder", "keylift_capability_catalog");

    /** Columns that are not given back: when a group or client was made, and a row was changed last. */
    private static final Set<String> MOMENTS = Set.of("last_modified_timestamp");

    private UndoneRows() {}

    static void assertUnchanged(RealmRows now, RealmRows before) {
        assertUnchanged(now, before, Set.of(), "");
    }

    /**
     * Compares the rows that name none of some objects.
     *
     * @param ids ids of the objects
     * @param description of what was undone
     */
    static void assertUnchanged(RealmRows now, RealmRows before, Set<String> ids, String description) {
        Set<String> tables = now.rows().keySet().stream()
                .filter(table -> !now.of(table).equals(before.of(table)))
                .collect(Collectors.toSet());
        Map<String, List<String>> is = texts(now, ids, tables);
        Map<String, List<String>> was = texts(before, ids, tables);
        assertSoftly(softly -> is.forEach((table, rows) -> softly.assertThat(String.join("\n", rows))
                .as("%s %s", table, description)
                .isEqualTo(String.join("\n", was.get(table)))));
    }

    /** The rows that were added or changed since, by table. */
    static Map<String, List<String>> changes(RealmRows now, RealmRows before) {
        Map<String, List<String>> was = texts(before);
        Map<String, List<String>> changes = new TreeMap<>();
        texts(now).forEach((table, rows) -> {
            List<String> changed = new ArrayList<>(rows);
            changed.removeAll(was.get(table));
            changes.put(table, changed);
        });
        return changes;
    }

    /** @param changes as {@link #changes} finds them */
    static void assertKept(Map<String, List<String>> changes, RealmRows now) {
        Map<String, List<String>> is = texts(now);
        assertSoftly(softly -> changes.forEach(
                (table, rows) -> softly.assertThat(is.get(table)).as(table).containsAll(rows)));
    }

    private static Map<String, List<String>> texts(RealmRows rows) {
        return texts(rows, Set.of(), rows.rows().keySet());
    }

    /** By table of some, the rows that name none of these objects, as texts in their order. */
    private static Map<String, List<String>> texts(RealmRows rows, Set<String> ids, Set<String> tables) {
        Map<Object, Object> groups = new HashMap<>();
        rows.of("org").forEach(row -> groups.put(row.get("group_id"), "group of " + row.get("id")));
        Map<String, List<String>> texts = new TreeMap<>();
        rows.rows().forEach((table, all) -> {
            if (tables.contains(table) && !REVISIONS.contains(table)) {
                texts.put(
                        table,
                        all.stream()
                                .filter(row -> ids.stream().noneMatch(row::containsValue))
                                .map(row -> comparable(table, row, groups).toString())
                                .sorted()
                                .toList());
            }
        });
        return texts;
    }

    /** @param groups internal groups of organizations, which get another id when the organization comes back */
    private static Map<String, Object> comparable(String table, Map<String, Object> row, Map<Object, Object> groups) {
        Map<String, Object> plain = new TreeMap<>(row);
        plain.keySet().removeAll(MOMENTS);
        if (table.equals("keycloak_group") || table.equals("client")) {
            plain.remove("created_timestamp");
        }
        if (table.equals("credential")) {
            plain.remove("version"); // counts the changes of the row
        }
        if (table.endsWith("_attribute") || table.equals("org_domain")) {
            plain.remove("id");
        }
        if (table.equals("user_entity") && row.get("email") == null) {
            plain.remove("email_constraint"); // made up by Keycloak whenever a user has no address
        }
        plain.replaceAll((column, value) -> groups.getOrDefault(value, value));
        return plain;
    }

    /** Whether a row names both objects. */
    static boolean isLinked(RealmRows rows, String id, String other) {
        return rows.rows().values().stream()
                .flatMap(List::stream)
                .anyMatch(row -> row.containsValue(id) && row.containsValue(other));
    }

    /** Ids of what names an object, such as the protocol mappers and the service account of a client. */
    static List<String> parts(RealmRows rows, String id) {
        return rows.rows().values().stream()
                .flatMap(List::stream)
                .filter(row -> row.containsValue(id) && row.get("id") != null)
                .map(row -> row.get("id").toString())
                .toList();
    }

    /** The groups and departments above one, or none. */
    static List<String> above(RealmRows rows, String id) {
        return rows.of("keycloak_group").stream()
                .filter(row -> row.get("id").equals(id))
                .map(row -> Objects.toString(row.get("parent_group"), "").strip())
                .filter(parent -> !parent.isEmpty())
                .toList();
    }
}
