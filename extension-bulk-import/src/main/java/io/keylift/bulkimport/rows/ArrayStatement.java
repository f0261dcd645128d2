// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rows;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.hibernate.engine.jdbc.spi.JdbcCoordinator;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.metamodel.mapping.JdbcMapping;
import org.hibernate.metamodel.mapping.SelectableMapping;
import org.hibernate.type.descriptor.java.JavaType;

/**
 * A PostgreSQL statement that inserts, updates or deletes many rows. Its parameters are arrays, one for each column:
 * {@code insert into t (a, b) select * from unnest(?, ?)}. It is the same statement for any number of rows, so a chunk
 * plans it once, and neither the driver nor the server handles a parameter for each value.
 */
final class ArrayStatement {

    /**
     * Maximum number of rows per statement: limits the arrays, and the server's memory for them, to a few megabytes.
     */
    static final int MAX_ROWS = 2000;

    private final String table;
    private final Map<String, Column> columns;
    private final String sql;
    private final boolean inserts;

    private ArrayStatement(String table, Map<String, Column> columns, String sql, boolean inserts) {
        this.table = table;
        this.columns = columns;
        this.sql = sql;
        this.inserts = inserts;
    }

    /** A column and the type of its array. */
    record Column(int position, ArrayType type, JdbcMapping mapping) {

        private String parameter() {
            return "cast(? as " + type.sqlName() + "[])";
        }

        @SuppressWarnings({"unchecked", "rawtypes"}) // the mapping and its values belong together
        Object value(Object domainValue, SharedSessionContractImplementor session) {
            if (domainValue == null) {
                return null;
            }
            JavaType relational = mapping.getJdbcJavaType();
            return relational.unwrap(mapping.convertToRelationalValue(domainValue), type.javaType(), session);
        }
    }

    /** The insert of these columns; empty if one of them does not fit into an array or is not insertable. */
    static Optional<ArrayStatement> of(String table, List<SelectableMapping> selectables) {
        return columns(selectables, SelectableMapping::isInsertable)
                .map(columns -> new ArrayStatement(
                        table,
                        columns,
                        "insert into " + table + " (" + String.join(", ", columns.keySet()) + ") select * from "
                                + arrays(columns),
                        true));
    }

    /**
     * The update of columns by the columns of a key; empty if one of them does not fit into an array or is not
     * updatable.
     */
    static Optional<ArrayStatement> toUpdate(
            String table, List<SelectableMapping> key, List<SelectableMapping> selectables) {
        List<SelectableMapping> all = new ArrayList<>(key);
        all.addAll(selectables);
        return columns(all, selectable -> key.contains(selectable) || selectable.isUpdateable())
                .map(columns -> new ArrayStatement(table, columns, update(table, columns, key.size()), false));
    }

    /** The deletion by the columns of a key; empty if one of them does not fit into an array. */
    static Optional<ArrayStatement> toDelete(String table, List<SelectableMapping> key) {
        return columns(key, selectable -> true)
                .map(columns -> new ArrayStatement(
                        table,
                        columns,
                        "delete from " + table + " stored using " + given(columns) + " where "
                                + isGiven(columns, columns.size()),
                        false));
    }

    /** @param keys number of columns of the key, the first ones */
    private static String update(String table, Map<String, Column> columns, int keys) {
        return "update " + table + " stored set "
                + columns.keySet().stream()
                        .skip(keys)
                        .map(name -> name + " = given." + name)
                        .collect(Collectors.joining(", "))
                + " from " + given(columns) + " where " + isGiven(columns, keys);
    }

    private static String given(Map<String, Column> columns) {
        return arrays(columns) + " given(" + String.join(", ", columns.keySet()) + ")";
    }

    private static String isGiven(Map<String, Column> columns, int keys) {
        return columns.keySet().stream()
                .limit(keys)
                .map(name -> "stored." + name + " = given." + name)
                .collect(Collectors.joining(" and "));
    }

    private static String arrays(Map<String, Column> columns) {
        return "unnest(" + columns.values().stream().map(Column::parameter).collect(Collectors.joining(", ")) + ")";
    }

    private static Optional<Map<String, Column>> columns(
            List<SelectableMapping> selectables, Predicate<SelectableMapping> isWritable) {
        Map<String, Column> columns = new LinkedHashMap<>();
        for (SelectableMapping selectable : selectables) {
            Optional<ArrayType> type = ArrayType.of(selectable.getJdbcMapping());
            String name = selectable.getSelectionExpression();
            if (type.isEmpty() || selectable.isFormula() || !isWritable.test(selectable) || columns.containsKey(name)) {
                return Optional.empty();
            }
            columns.put(name, new Column(columns.size(), type.get(), selectable.getJdbcMapping()));
        }
        return Optional.of(columns);
    }

    String sql() {
        return sql;
    }

    Column column(SelectableMapping selectable) {
        return columns.get(selectable.getSelectionExpression());
    }

    /** Creates an array for each column, by its position. */
    Object[][] newArrays(int rows) {
        Object[][] arrays = new Object[columns.size()][];
        columns.values()
                .forEach(column -> arrays[column.position()] = column.type().newArray(rows));
        return arrays;
    }

    /**
     * Writes the rows, and locks the rows to which new ones refer.
     *
     * @throws RowsGoneException if a row to update or to delete no longer exists
     */
    void execute(Object[][] arrays, SharedSessionContractImplementor session) {
        int written = write(arrays, session);
        if (!inserts) {
            if (written < arrays[0].length) {
                throw new RowsGoneException(table, TransactionFailure.UNKNOWN);
            }
            return;
        }
        Map<String, Object[]> values = new LinkedHashMap<>();
        columns.forEach((name, column) -> values.put(name.toUpperCase(Locale.ROOT), arrays[column.position()]));
        HeldReferences.hold(new RowLocks(session), table, values);
    }

    private int write(Object[][] arrays, SharedSessionContractImplementor session) {
        JdbcCoordinator jdbc = session.getJdbcCoordinator();
        PreparedStatement statement = jdbc.getStatementPreparer().prepareStatement(sql);
        try {
            Connection connection = statement.getConnection();
            for (Column column : columns.values()) {
                Object[] values = arrays[column.position()];
                statement.setArray(
                        column.position() + 1,
                        connection.createArrayOf(column.type().sqlName(), values));
            }
            return jdbc.getResultSetReturn().executeUpdate(statement, sql);
        } catch (SQLException e) {
            throw session.getJdbcServices()
                    .getSqlExceptionHelper()
                    .convert(e, "Cannot bind the rows of a statement", sql);
        } finally {
            jdbc.getLogicalConnection().getResourceRegistry().release(statement);
            jdbc.afterStatementExecution();
        }
    }
}
