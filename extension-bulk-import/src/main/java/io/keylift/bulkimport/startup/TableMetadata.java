// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.startup;

import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;

/** What the database itself says of tables, in the schema that Keycloak uses. */
final class TableMetadata {

    private final DatabaseMetaData metaData;
    private final String catalog;
    private final String schema;

    /** @param schema that of {@code --db-schema}, or {@code null} */
    TableMetadata(Connection connection, String schema) throws SQLException {
        metaData = connection.getMetaData();
        catalog = connection.getCatalog();
        this.schema = schema == null ? connection.getSchema() : stored(schema);
    }

    String databaseName() throws SQLException {
        return metaData.getDatabaseProductName();
    }

    /** The first columns of all its indexes, those of its keys included, in capitals. */
    Set<String> indexedColumns(String table) throws SQLException {
        Set<String> columns = new HashSet<>();
        try (ResultSet rows = metaData.getIndexInfo(catalog, schema, stored(table), false, true)) {
            while (rows.next()) {
                if (rows.getShort("ORDINAL_POSITION") == 1 && rows.getString("COLUMN_NAME") != null) {
                    columns.add(unquoted(rows.getString("COLUMN_NAME")));
                }
            }
        }
        return columns;
    }

    boolean hasPrimaryKey(String table) throws SQLException {
        try (ResultSet rows = metaData.getPrimaryKeys(catalog, schema, stored(table))) {
            return rows.next();
        }
    }

    boolean hasUniqueIndex(String table, String name) throws SQLException {
        try (ResultSet rows = metaData.getIndexInfo(catalog, schema, stored(table), true, true)) {
            while (rows.next()) {
                if (name.equalsIgnoreCase(rows.getString("INDEX_NAME"))) {
                    return true;
                }
            }
        }
        return false;
    }

    private String stored(String name) throws SQLException {
        return metaData.storesLowerCaseIdentifiers() && !isMariaDb() ? name.toLowerCase(Locale.ROOT) : name;
    }

    /** MariaDB and MySQL keep the names of tables as their directory does, and compare as it does. */
    private boolean isMariaDb() throws SQLException {
        return Databases.isMySqlLike(databaseName());
    }

    private static String unquoted(String column) {
        return column.replace("\"", "").toUpperCase(Locale.ROOT);
    }
}
