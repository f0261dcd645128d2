// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.support;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * The columns of Keycloak's and capabilities' tables that can hold an id, according to the database's system catalog.
 * Excludes the tables of imports.
 *
 * @param columns quoted column expressions by quoted table
 * @param young condition for rows that are not older than the realm, as only these can contain its id; empty if the
 *     database cannot tell
 */
public record IdColumns(Sql sql, Map<String, List<String>> columns, String young) {

    /** The transaction that made the realm: some of its clients were not touched since. */
    private static final String MADE = """
            select cast(c.xmin as text) from CLIENT c join REALM r on r.ID = c.REALM_ID where r.NAME = ?
            order by age(c.xmin) desc limit 1
            """;

    private static final int SHORTEST = 36;
    private static final int LONGEST = 255;

    /** The columns as they are asked for ids of this realm. */
    public static IdColumns of(Sql sql, String realm) {
        try {
            DatabaseMetaData catalogue = sql.metaData();
            Connection connection = catalogue.getConnection();
            String quote = catalogue.getIdentifierQuoteString();
            Set<String> tables = new HashSet<>();
            String[] types = {"TABLE", "BASE TABLE"};
            try (ResultSet found = catalogue.getTables(connection.getCatalog(), connection.getSchema(), null, types)) {
                while (found.next()) {
                    tables.add(found.getString("TABLE_NAME"));
                }
            }
            tables.removeIf(table -> table.toLowerCase(Locale.ROOT).startsWith("keylift_import"));
            Map<String, List<String>> columns = new TreeMap<>();
            try (ResultSet found = catalogue.getColumns(connection.getCatalog(), connection.getSchema(), null, null)) {
                while (found.next()) {
                    int size = found.getInt("COLUMN_SIZE");
                    if (found.getInt("DATA_TYPE") == Types.VARCHAR
                            && size >= SHORTEST
                            && size <= LONGEST
                            && tables.contains(found.getString("TABLE_NAME"))) {
                        columns.computeIfAbsent(quote + found.getString("TABLE_NAME") + quote, any -> new ArrayList<>())
                                .add(found.getString("COLUMN_NAME").toLowerCase(Locale.ROOT));
                    }
                }
            }
            boolean tells = catalogue.getDatabaseProductName().equals("PostgreSQL");
            String young = tells
                    ? " where age(xmin) <= age('" + sql.strings(MADE, realm).get(0) + "'::xid)"
                    : "";
            return new IdColumns(sql, columns, young);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    public Collection<String> tables() {
        return columns.keySet();
    }

    /** The rows of a table that can name an id of the realm. */
    public List<Map<String, Object>> rows(String table) {
        return sql.maps("select * from " + table + young);
    }

    /** What a row of this table may name; not all of it are ids. */
    public Set<Object> named(String table, Map<String, Object> row) {
        return columns.get(table).stream()
                .map(row::get)
                .filter(Objects::nonNull)
                .collect(Collectors.toSet());
    }

    /** The table's name as rows are asked for. */
    public static String plain(String table) {
        return table.substring(1, table.length() - 1).toLowerCase(Locale.ROOT);
    }
}
