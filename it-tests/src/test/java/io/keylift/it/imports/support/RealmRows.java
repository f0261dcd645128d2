// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.support;

import io.keylift.it.server.Database;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Deque;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;

/**
 * All rows of Keycloak's database that belong to one realm: those that refer to the realm, those that refer to one of
 * these, and so on. Tables and columns come from the system catalog of the database, so those of a later Keycloak are
 * included.
 *
 * @param rows rows by table
 * @param young SQL condition for rows, of any realm, that are not older than this realm
 */
public record RealmRows(String realm, Map<String, List<Map<String, Object>>> rows, String young) {

    public static RealmRows of(Database database, String realm) {
        return of(database, realm, "select ID from REALM where NAME = ?", table -> true);
    }

    /** Only the rows of these tables, each of which refers to the realm or to another one of them. */
    static RealmRows of(Database database, String realm, Set<String> tables) {
        return of(database, realm, "select ID from REALM where NAME = ?", tables::contains);
    }

    /** The rows of the realm, and of the client in realm {@code master} that has the rights in this realm. */
    static RealmRows withAdministration(Database database, String realm) {
        String ids = "select unnest(array[ID, MASTER_ADMIN_CLIENT]) from REALM where NAME = ?";
        return of(database, realm, ids, table -> true);
    }

    private static RealmRows of(Database database, String realm, String ids, Predicate<String> tables) {
        IdColumns columns = IdColumns.of(database);
        synchronized (columns) {
            return read(columns, realm, columns.sql().strings(ids, realm), tables);
        }
    }

    private static RealmRows read(IdColumns columns, String realm, List<String> ids, Predicate<String> tables) {
        String young = columns.young(realm);
        Map<String, List<Row>> all = new LinkedHashMap<>();
        Map<String, List<Row>> naming = new HashMap<>();
        for (String table : columns.tables()) {
            if (tables.test(IdColumns.plain(table))) {
                List<Row> ofTable = columns.sql().maps("select * from " + table + young).stream()
                        .map(Row::new)
                        .toList();
                all.put(IdColumns.plain(table), ofTable);
                ofTable.forEach(row -> columns.named(table, row.values)
                        .forEach(id -> naming.computeIfAbsent(id, any -> new ArrayList<>())
                                .add(row)));
            }
        }
        markThoseOf(new ArrayDeque<>(ids), naming);
        Map<String, List<Map<String, Object>>> rows = new LinkedHashMap<>();
        all.forEach((table, ofTable) -> rows.put(
                table,
                ofTable.stream()
                        .filter(row -> row.isOfRealm)
                        .map(row -> row.values)
                        .toList()));
        return new RealmRows(realm, rows, young);
    }

    private static void markThoseOf(Deque<String> ids, Map<String, List<Row>> naming) {
        while (!ids.isEmpty()) {
            for (Row row : naming.getOrDefault(ids.remove(), List.of())) {
                if (!row.isOfRealm && row.id() != null) {
                    ids.add(row.id());
                }
                row.isOfRealm = true;
            }
        }
    }

    private static final class Row {

        private final Map<String, Object> values;
        private boolean isOfRealm;

        Row(Map<String, Object> values) {
            this.values = values;
        }

        String id() {
            Object id = values.getOrDefault("id", values.get("internal_id"));
            return id == null ? null : id.toString();
        }
    }

    public List<Map<String, Object>> of(String table) {
        return rows.get(table);
    }

    /** How many rows each table has more than it had in {@code before}; tables that stayed the same are left out. */
    public Map<String, Integer> growthSince(RealmRows before) {
        Map<String, Integer> growth = new TreeMap<>();
        rows.forEach((table, now) -> {
            int more = now.size() - before.of(table).size();
            if (more != 0) {
                growth.put(table, more);
            }
        });
        return growth;
    }

    /** Tables with a row that is not as it was in {@code before}. */
    public Set<String> changedSince(RealmRows before) {
        Set<String> changed = new TreeSet<>();
        rows.forEach((table, now) -> {
            // Rows that are the same in the same order need no sorting.
            if (!now.equals(before.of(table)) && !texts(table, row -> row).equals(before.texts(table, row -> row))) {
                changed.add(table);
            }
        });
        return changed;
    }

    /** All rows, to the letter, that name one of these ids or, if {@code naming} is false, none of them. */
    public Map<String, List<String>> texts(Set<String> ids, boolean naming) {
        Map<String, List<String>> texts = new TreeMap<>();
        rows.forEach((table, now) -> {
            List<String> found = now.stream()
                    .filter(row -> row.values().stream().anyMatch(ids::contains) == naming)
                    .map(Object::toString)
                    .sorted()
                    .toList();
            if (!found.isEmpty()) {
                texts.put(table, found);
            }
        });
        return texts;
    }

    /** The rows of a table as text, ready to be compared with those of another realm. */
    public List<String> texts(String table, Function<Map<String, Object>, ?> normalized) {
        return of(table).stream()
                .map(row -> normalized.apply(row).toString())
                .sorted()
                .toList();
    }
}
