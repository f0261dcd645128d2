// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.server.EmbeddedDatabase;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;

/**
 * All rows of Keycloak's database that belong to one realm: those that name the realm, those that name one of these,
 * and so on. The catalogue of the database says which tables and columns there are, so that a table or column that a
 * later Keycloak adds is looked at, too.
 *
 * @param rows by table
 */
record RealmRows(String realm, Map<String, List<Map<String, Object>>> rows) {

    private static final TypeReference<Map<String, Object>> ROW = new TypeReference<>() {};

    /** Of each table: that one of the text columns that can hold an id holds one of the known ids. */
    private static final String CONDITIONS = """
            select table_name, string_agg(quote_ident(column_name) || ' in (select id from known)', ' or ')
            from information_schema.columns join information_schema.tables using (table_schema, table_name)
            where table_schema = 'public' and table_type = 'BASE TABLE' and table_name not like 'keylift%'
              and data_type = 'character varying' and character_maximum_length between 36 and 255
            group by table_name
            """;

    static RealmRows of(EmbeddedDatabase database, String realm) {
        try (Sql sql = new Sql(database)) {
            Map<String, String> conditions = new TreeMap<>();
            sql.rows(CONDITIONS).forEach(row -> conditions.put(row.get(0), row.get(1)));
            Set<String> ids = new HashSet<>(sql.strings("select id from realm where name = ?", realm));
            Map<String, List<Map<String, Object>>> rows = new LinkedHashMap<>();
            int known;
            do {
                known = ids.size();
                rows.clear();
                conditions.forEach((table, condition) -> {
                    List<Map<String, Object>> found = rows(sql, table, condition, ids);
                    rows.put(table, found);
                    found.stream()
                            .map(row -> row.getOrDefault("id", row.get("internal_id")))
                            .filter(Objects::nonNull)
                            .forEach(id -> ids.add(id.toString()));
                });
            } while (ids.size() > known);
            return new RealmRows(realm, rows);
        }
    }

    private static List<Map<String, Object>> rows(Sql sql, String table, String condition, Set<String> ids) {
        String query = "with known as (select unnest(string_to_array(?, ' ')) as id) select to_jsonb(t) from " + table
                + " t where " + condition;
        List<Map<String, Object>> rows = new ArrayList<>();
        for (String json : sql.strings(query, String.join(" ", ids))) {
            try {
                rows.add(AdminHttp.JSON.readValue(json, ROW));
            } catch (JsonProcessingException e) {
                throw new UncheckedIOException(e);
            }
        }
        return rows;
    }

    List<Map<String, Object>> of(String table) {
        return rows.get(table);
    }

    /** How many rows each table has more than it had in {@code before}; tables that stayed the same are left out. */
    Map<String, Integer> growthSince(RealmRows before) {
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
    Set<String> changedSince(RealmRows before) {
        Set<String> changed = new TreeSet<>();
        rows.forEach((table, now) -> {
            if (!texts(table, row -> row).equals(before.texts(table, row -> row))) {
                changed.add(table);
            }
        });
        return changed;
    }

    /** All rows, to the letter, that name one of these ids or, if {@code naming} is false, none of them. */
    Map<String, List<String>> texts(Set<String> ids, boolean naming) {
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
    List<String> texts(String table, Function<Map<String, Object>, ?> normalized) {
        return of(table).stream()
                .map(row -> normalized.apply(row).toString())
                .sorted()
                .toList();
    }
}
