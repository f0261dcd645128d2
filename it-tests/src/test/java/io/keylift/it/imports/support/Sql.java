// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.support;

import io.keylift.it.server.Database;
import java.sql.Connection;
import java.sql.DatabaseMetaData;
import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.ResultSetMetaData;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;

/** SQL access to Keycloak's database on a connection of its own. */
public final class Sql implements AutoCloseable {

    private final Connection connection;

    public Sql(Database database) {
        try {
            connection = database.connect("keycloak");
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The one number a query answers. */
    public long number(String query, Object... parameters) {
        return Long.parseLong(strings(query, parameters).get(0));
    }

    /** The first column. */
    public List<String> strings(String query, Object... parameters) {
        return rows(query, parameters).stream().map(row -> row.get(0)).toList();
    }

    /** A statement that goes as it is, whatever looks like a parameter in it. */
    public void unprepared(String text) {
        try (Statement statement = connection.createStatement()) {
            statement.execute(text);
        } catch (SQLException e) {
            throw new IllegalStateException(text, e);
        }
    }

    /** All columns as text; {@code null} stays. */
    public List<List<String>> rows(String query, Object... parameters) {
        try (PreparedStatement statement = prepare(query, parameters);
                ResultSet result = statement.executeQuery()) {
            List<List<String>> rows = new ArrayList<>();
            int columns = result.getMetaData().getColumnCount();
            while (result.next()) {
                List<String> row = new ArrayList<>();
                for (int i = 1; i <= columns; i++) {
                    row.add(result.getString(i));
                }
                rows.add(row);
            }
            return rows;
        } catch (SQLException e) {
            throw new IllegalStateException(query, e);
        }
    }

    /**
     * Rows by column, whose name is in lower case whatever the database makes of it; the columns come in their order.
     */
    public List<Map<String, Object>> maps(String query, Object... parameters) {
        try (PreparedStatement statement = prepare(query, parameters);
                ResultSet result = statement.executeQuery()) {
            List<Map<String, Object>> rows = new ArrayList<>();
            List<String> columns = columns(result);
            while (result.next()) {
                Map<String, Object> row = new LinkedHashMap<>();
                for (int i = 0; i < columns.size(); i++) {
                    row.put(columns.get(i), plain(result, i + 1));
                }
                rows.add(row);
            }
            return rows;
        } catch (SQLException e) {
            throw new IllegalStateException(query, e);
        }
    }

    private static List<String> columns(ResultSet result) throws SQLException {
        ResultSetMetaData data = result.getMetaData();
        List<String> columns = new ArrayList<>();
        for (int i = 1; i <= data.getColumnCount(); i++) {
            columns.add(data.getColumnLabel(i).toLowerCase(Locale.ROOT));
        }
        return columns;
    }

    /** Truths and whole numbers as such, bytes as hex, as drivers tell them in several ways, and all else as text. */
    private static Object plain(ResultSet result, int column) throws SQLException {
        Object value = result.getObject(column);
        if (value == null || value instanceof Boolean || value instanceof String) {
            return value;
        }
        if (value instanceof Long || value instanceof Integer || value instanceof Short || value instanceof Byte) {
            return ((Number) value).longValue();
        }
        return value instanceof byte[] bytes ? HexFormat.of().formatHex(bytes) : result.getString(column);
    }

    /** The driver's metadata of the database. */
    public DatabaseMetaData metaData() {
        try {
            return connection.getMetaData();
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    public void execute(String statement, Object... parameters) {
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

    /** Whatever is locked from here on stays locked until {@link #rollback()} or {@link #commit()}. */
    public void begin() {
        try {
            connection.setAutoCommit(false);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    public void rollback() {
        try {
            connection.rollback();
            connection.setAutoCommit(true);
        } catch (SQLException e) {
            throw new IllegalStateException(e);
        }
    }

    /** Ends what {@link #begin()} began and keeps it. */
    public void commit() {
        try {
            connection.commit();
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
