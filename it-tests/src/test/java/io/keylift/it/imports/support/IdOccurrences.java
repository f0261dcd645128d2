// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.support;

import io.keylift.it.server.EmbeddedDatabase;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** Counts, per table, the rows that contain one of some ids in any column, as a whole value or within a text. */
public final class IdOccurrences {

    private static final String TABLES = """
            select table_name from information_schema.tables
            where table_schema = 'public' and table_type = 'BASE TABLE'
            """;

    /** A candidate for an id: the characters between two characters that no id has. */
    private static final Pattern WORD = Pattern.compile("[0-9A-Za-z-]+");

    private IdOccurrences() {}

    /**
     * Counts the rows of Keycloak's tables.
     *
     * @param realm rows of the realm that the ids are from; older rows cannot contain the ids and are skipped
     */
    public static Map<String, Long> of(EmbeddedDatabase database, RealmRows realm, Collection<String> ids) {
        return count(database, TABLES + " and table_name not like 'keylift%'", realm, ids);
    }

    /** Counts the rows of all tables, those of Keylift included. */
    public static Map<String, Long> anywhere(EmbeddedDatabase database, RealmRows realm, Collection<String> ids) {
        return count(database, TABLES, realm, ids);
    }

    private static Map<String, Long> count(
            EmbeddedDatabase database, String tables, RealmRows realm, Collection<String> ids) {
        Set<String> wanted = Set.copyOf(ids);
        try (Sql sql = new Sql(database)) {
            Map<String, Long> occurrences = new TreeMap<>();
            for (String table : sql.strings(tables)) {
                long count = sql.strings("select cast(t as text) from " + table + " t" + realm.young()).stream()
                        .filter(row -> WORD.matcher(row).results().anyMatch(word -> wanted.contains(word.group())))
                        .count();
                if (count > 0) {
                    occurrences.put(table, count);
                }
            }
            return occurrences;
        }
    }
}
