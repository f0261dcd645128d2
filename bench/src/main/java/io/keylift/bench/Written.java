// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

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

    /** Bytes until now. The write-ahead log is that of all databases of the cluster, the size that of this one. */
    static Written of(EmbeddedDatabase database, String name) throws SQLException {
        try (Connection connection = database.connect(name);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("select pg_wal_lsn_diff(pg_current_wal_insert_lsn(), '0/0'),"
                        + " pg_database_size(current_database())")) {
            row.next();
            return new Written(row.getLong(1), row.getLong(2));
        }
    }

    Written since(Written before) {
        return new Written(walBytes - before.walBytes, databaseBytes - before.databaseBytes);
    }
}
