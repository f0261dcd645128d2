// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import io.keylift.it.server.EmbeddedDatabase;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;

/** Counts the statements that a PostgreSQL has executed in one of its databases. */
record Statements(EmbeddedDatabase database, String name) {

    static Statements of(EmbeddedDatabase database, String name) throws SQLException {
        try (Connection connection = database.connect(name);
                Statement statement = connection.createStatement()) {
            statement.execute("create extension if not exists pg_stat_statements");
        }
        return new Statements(database, name);
    }

    long executed() throws SQLException {
        try (Connection connection = database.connect(name);
                Statement statement = connection.createStatement();
                ResultSet row = statement.executeQuery("select sum(calls) from pg_stat_statements s join pg_database d"
                        + " on d.oid = s.dbid where d.datname = current_database()")) {
            row.next();
            return row.getLong(1);
        }
    }
}
