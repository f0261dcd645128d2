// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.support;

import io.keylift.it.server.EmbeddedDatabase;
import java.util.Collection;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;

/** How many rows of each table hold one of these ids, in whichever column and in the midst of whichever text. */
public final class Mentions {

    private static final String TABLES = """
            select table_name from information_schema.tables
            where table_schema = 'public' and table_type = 'BASE TABLE'
            """;

    /** What an id can be: everything between two characters that no id has. */
    private static final Pattern WORD = Pattern.compile("[0-9A-Za-z-]+");

    private Mentions() {}

    /**
     * In Keycloak's tables; the ids are those of a realm that had these rows, and what is older than it knows none of
     * them.
     */
    public static Map<String, Long> of(EmbeddedDatabase database, RealmRows realm, Collection<String> ids) {
        return count(database, TABLES + " and table_name not like 'keylift%'", realm, ids);
    }

    /** In ours, too. */
    public static Map<String, Long> anywhere(EmbeddedDatabase database, RealmRows realm, Collection<String> ids) {
        return count(database, TABLES, realm, ids);
    }

    private static Map<String, Long> count(
            EmbeddedDatabase database, String tables, RealmRows realm, Collection<String> ids) {
        Set<String> wanted = Set.copyOf(ids);
        try (Sql sql = new Sql(database)) {
            Map<String, Long> mentions = new TreeMap<>();
            for (String table : sql.strings(tables)) {
                long count = sql.strings("select cast(t as text) from " + table + " t" + realm.young()).stream()
                        .filter(row -> WORD.matcher(row).results().anyMatch(word -> wanted.contains(word.group())))
                        .count();
                if (count > 0) {
                    mentions.put(table, count);
                }
            }
            return mentions;
        }
    }
}
