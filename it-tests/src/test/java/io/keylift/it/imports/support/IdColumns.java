// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.support;

import io.keylift.it.server.Database;
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
import java.util.WeakHashMap;

/**
 * The columns of Keycloak's and capabilities' tables that can hold an id, according to the database's system catalog.
 * Excludes the tables of imports. A realm is read often: what a database says of its columns is kept as long as it has
 * the same tables, and so is the connection, because a new one has to look up each table.
 */
final class IdColumns {

    /** The transaction that made the realm: some of its clients were not touched since. */
    private static final String MADE = """
            select cast(c.xmin as text) from CLIENT c join REALM r on r.ID = c.REALM_ID where r.NAME = ?
            order by age(c.xmin) desc limit 1
            """;

    private static final int SHORTEST = 36;
    private static final int LONGEST = 255;

    private static final Map<Database, IdColumns> KNOWN = new WeakHashMap<>();

    private final Sql sql;
    private final Set<String> tables;
    private final Map<String, List<String>> columns;
    private final boolean tellsAge;

    private IdColumns(Sql sql) throws SQLException {
        this.sql = sql;
        tables = tables(sql);
        DatabaseMetaData catalogue = sql.metaData();
        Connection connection = catalogue.getConnection();
        String quote = catalogue.getIdentifierQuoteString();
        columns = new TreeMap<>();
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
        tellsAge = catalogue.getDatabaseProductName().equals("PostgreSQL");
    }

    /** The columns of this database as it is now. */
    static IdColumns of(Database database) {
        synchronized (KNOWN) {
            IdColumns known = KNOWN.get(database);
            if (known == null || !known.isCurrent()) {
                try {
                    known = new IdColumns(new Sql(database));
                } catch (SQLException e) {
                    throw new IllegalStateException(e);
                }
                KNOWN.put(database, known);
            }
            return known;
        }
    }

    private boolean isCurrent() {
        try {
            if (sql.metaData().getConnection().isValid(1) && tables(sql).equals(tables)) {
                return true;
            }
            sql.close();
        } catch (SQLException e) {
            // The database was closed or started again.
        }
        return false;
    }

    private static Set<String> tables(Sql sql) throws SQLException {
        DatabaseMetaData catalogue = sql.metaData();
        Connection connection = catalogue.getConnection();
        Set<String> tables = new HashSet<>();
        String[] types = {"TABLE", "BASE TABLE"};
        try (ResultSet found = catalogue.getTables(connection.getCatalog(), connection.getSchema(), null, types)) {
            while (found.next()) {
                tables.add(found.getString("TABLE_NAME"));
            }
        }
        tables.removeIf(table -> table.toLowerCase(Locale.ROOT).startsWith("keylift_import"));
        return tables;
    }

    /**
     * Condition for rows that are not older than the realm, as only these can contain its id; empty if the database
     * cannot tell.
     */
    String young(String realm) {
        return tellsAge ? " where age(xmin) <= age('" + sql.strings(MADE, realm).get(0) + "'::xid)" : "";
    }

    Sql sql() {
        return sql;
    }

    Collection<String> tables() {
        return columns.keySet();
    }

    /** The ids and other names in a row of this table. */
    List<String> named(String table, Map<String, Object> row) {
        return columns.get(table).stream()
                .map(column -> (String) row.get(column))
                .filter(Objects::nonNull)
                .toList();
    }

    /** The table's name as rows are asked for. */
    static String plain(String table) {
        return table.substring(1, table.length() - 1).toLowerCase(Locale.ROOT);
    }
}
