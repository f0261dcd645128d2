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

/** Reads the database's metadata of tables in Keycloak's schema. */
final class TableMetadata {

    private final DatabaseMetaData metaData;
    private final String catalog;
    private final String schema;

    /** @param schema value of {@code --db-schema}, or {@code null} */
    TableMetadata(Connection connection, String schema) throws SQLException {
        metaData = connection.getMetaData();
        catalog = connection.getCatalog();
        this.schema = schema == null ? connection.getSchema() : stored(schema);
    }

    String databaseName() throws SQLException {
        return metaData.getDatabaseProductName();
    }

    /** The first column of each index and key of the table, in capitals. */
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

    /** On MariaDB and MySQL, the file system decides whether table names are case-sensitive. */
    private boolean isMariaDb() throws SQLException {
        return Databases.isMySqlLike(databaseName());
    }

    private static String unquoted(String column) {
        return column.replace("\"", "").toUpperCase(Locale.ROOT);
    }
}
