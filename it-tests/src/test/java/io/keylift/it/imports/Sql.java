// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports;

import io.keylift.it.server.EmbeddedDatabase;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.List;

/** Keycloak's database seen past Keycloak, on a connection of its own. */
final class Sql implements AutoCloseable {

    private final Connection connection;

    Sql(EmbeddedDatabase database) {
        try {
            connection = database.connect("keycloak");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The one number a query answers. */
    long number(String query, Object... parameters) {
        return Long.parseLong(strings(query, parameters).get(0));
    }

    /** The first column. */
    List<String> strings(String query, Object... parameters) {
        return rows(query, parameters).stream().map(row -> row.get(0)).toList();
    }

    /** All columns as text; {@code null} stays. */
    List<List<String>> rows(String query, Object... parameters) {
        try (PreparedStatement statement = prepare(query, parameters);
                ResultSet result = statement.executeQuery()) {
            List<List<String>> rows = new ArrayList<>();
            while (result.next()) {
                List<String> row = new ArrayList<>();
                for (int i = 1; i <= result.getMetaData().getColumnCount(); i++) {
                    row.add(result.getString(i));
                }
                rows.add(row);
            }
            return rows;
        } catch (SQLException e) {
            throw new IllegalStateException(query, e);
        }
    }

    void execute(String statement, Object... parameters) {
        try (PreparedStatement prepared = prepare(statement, parameters)) {
            prepared.execute();
        } catch (SQLException e) {
            throw new IllegalStateException(statement, e);
        }
    }

    private PreparedStatement prepare(String sql, Object... parameters) throws SQLException {
        PreparedStatement statement = connection.prepareStatement(sql);
        for (int i = 0; i < parameters.length; i++) {
            statement.setObject(i + 1, parameters[i]);
        }
        return statement;
    }

    /** Whatever is locked from here on stays locked until {@link #rollback()}. */
    void begin() {
        try {
            connection.setAutoCommit(false);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    void rollback() {
        try {
            connection.rollback();
            connection.setAutoCommit(true);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    @Override
    public void close() {
        try {
            connection.close();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }
}
