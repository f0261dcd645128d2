// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import io.keylift.it.server.Database;
import io.keylift.it.server.EmbeddedDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/**
 * Bytes that a database has written.
 *
 * @param walBytes bytes of its write-ahead log
 * @param databaseBytes bytes of its tables and indexes
 */
record Written(long walBytes, long databaseBytes) {

    private static final String OF_POSTGRESQL =
            "select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0'), pg_database_size(current_database())";

    private static final String OF_MARIADB =
            "select (select variable_value from information_schema.global_status where variable_name ="
                    + " 'INNODB_OS_LOG_WRITTEN'), (select sum(data_length + index_length) from"
                    + " information_schema.tables where table_schema = database())";

    /** Bytes until now. The write-ahead log is that of all databases of the server, the size that of this one. */
    static Written of(Database database, String name) throws SQLException {
        String query = database instanceof EmbeddedDatabase ? OF_POSTGRESQL : OF_MARIADB;
        try (Connection connection = database.connect(name);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery(query)) {
            row.next();
            return new Written(row.getLong(1), row.getLong(2));
        }
    }

    Written since(Written before) {
        return new Written(walBytes - before.walBytes, databaseBytes - before.databaseBytes);
    }
}
