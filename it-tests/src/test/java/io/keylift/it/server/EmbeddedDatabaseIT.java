// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.server;

import static org.assertj.core.api.Assertions.assertThat;

import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import org.junit.jupiter.api.Test;

class EmbeddedDatabaseIT {

    @Test
    void comesBackOnTheSamePortWithWhatWasCommitted() throws SQLException {
        try (EmbeddedDatabase database = EmbeddedDatabase.startForTest()) {
            database.createDatabase("sample");
            execute(database, "CREATE TABLE mark (id int)", "INSERT INTO mark VALUES (1)");

            database.stopImmediately();
            database.start();
            execute(database, "INSERT INTO mark VALUES (2)");
            database.stopFast();
            database.start();

            assertThat(number(database, "SELECT count(*) FROM mark")).isEqualTo(2);
        }
    }

    @Test
    void countsStatements() throws SQLException {
        try (EmbeddedDatabase database = EmbeddedDatabase.startForTest()) {
            database.createDatabase("sample");
            execute(database, "CREATE EXTENSION pg_stat_statements", "CREATE TABLE mark (id int)");

            execute(database, "INSERT INTO mark VALUES (1)", "INSERT INTO mark VALUES (2)");

            assertThat(number(
                            database,
                            "SELECT calls FROM pg_stat_statements WHERE query LIKE 'INSERT INTO mark VALUES ($1)'"))
                    .isEqualTo(2);
        }
    }

    private static void execute(EmbeddedDatabase database, String... sql) throws SQLException {
        try (Connection connection = database.connect("sample");
                Statement statement = connection.createStatement()) {
            for (String one : sql) {
                statement.execute(one);
            }
        }
    }

    private static long number(EmbeddedDatabase database, String sql) throws SQLException {
        try (Connection connection = database.connect("sample");
                Statement statement = connection.createStatement();
                ResultSet result = statement.executeQuery(sql)) {
            assertThat(result.next()).isTrue();
            return result.getLong(1);
        }
    }
}
