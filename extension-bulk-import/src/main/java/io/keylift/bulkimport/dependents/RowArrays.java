// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.dependents;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.sql.Types;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * Statements of PostgreSQL that write many rows. Their parameters are arrays, one for each column, so that the number
 * of rows changes neither the statement nor how often it is executed.
 */
final class RowArrays {

    private final Connection connection;

    RowArrays(Connection connection) {
        this.connection = connection;
    }

    /** Whether the values of all these columns fit into arrays. */
    static boolean fit(Collection<Column> columns) {
        return columns.stream().allMatch(column -> type(column) != null);
    }

    /** PostgreSQL's name of an element's type; {@code null} for none. */
    private static String type(Column column) {
        return switch (column.type()) {
            case Types.VARCHAR -> "varchar";
            case Types.SMALLINT, Types.INTEGER, Types.BIGINT -> "int8";
            case Types.BIT, Types.BOOLEAN -> "bool";
            default -> null;
        };
    }

    private static Object[] array(Column column, int length) {
        return switch (column.type()) {
            case Types.VARCHAR -> new String[length];
            case Types.BIT, Types.BOOLEAN -> new Boolean[length];
            default -> new Long[length];
        };
    }

    void insert(Table table, List<Column> columns, List<Object[]> rows) throws SQLException {
        execute(
                "insert into " + table.sql() + " (" + table.names(columns) + ") select * from " + unnest(columns),
                table,
                columns,
                rows);
    }

    /** Sets some columns of rows as they are given. */
    void update(Table table, List<Column> columns, List<Object[]> rows) throws SQLException {
        String sets = IntStream.range(0, columns.size())
                .mapToObj(i -> columns.get(i).sql() + " = v.c" + i)
                .collect(Collectors.joining(", "));
        List<Column> all = new ArrayList<>(columns);
        all.addAll(table.key());
        execute(
                "update " + table.sql() + " t set " + sets + " from " + named(all) + " where "
                        + byKey(table, columns.size()),
                table,
                all,
                rows);
    }

    void delete(Table table, List<Object[]> rows) throws SQLException {
        execute(
                "delete from " + table.sql() + " t using " + named(table.key()) + " where " + byKey(table, 0),
                table,
                table.key(),
                rows);
    }

    /**
     * A parameter with an array. The planner must not see the number of its values: it would read the whole table for a
     * thousand of them.
     */
    static String ofUnknownLength(String type) {
        return "array(select unnest(cast(? as " + type + "[])))";
    }

    private static String unnest(List<Column> columns) {
        return columns.stream()
                .map(column -> ofUnknownLength(type(column)))
                .collect(Collectors.joining(", ", "unnest(", ")"));
    }

    private static String named(List<Column> columns) {
        return IntStream.range(0, columns.size())
                .mapToObj(i -> "c" + i)
                .collect(Collectors.joining(", ", unnest(columns) + " v(", ")"));
    }

    /** @param first place of the first column of the key among the arrays */
    private static String byKey(Table table, int first) {
        return IntStream.range(0, table.key().size())
                .mapToObj(i -> "t." + table.key().get(i).sql() + " = v.c" + (first + i))
                .collect(Collectors.joining(" and "));
    }

    private void execute(String sql, Table table, List<Column> columns, List<Object[]> rows) throws SQLException {
        if (rows.isEmpty()) {
            return;
        }
        try (PreparedStatement statement = connection.prepareStatement(sql)) {
            for (int i = 0; i < columns.size(); i++) {
                Column column = columns.get(i);
                int index = table.index(column);
                Object[] values = array(column, rows.size());
                for (int row = 0; row < values.length; row++) {
                    values[row] = rows.get(row)[index];
                }
                statement.setArray(i + 1, connection.createArrayOf(type(column), values));
            }
            statement.executeUpdate();
        }
    }
}
