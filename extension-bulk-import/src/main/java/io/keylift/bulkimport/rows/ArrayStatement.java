// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rows;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.hibernate.engine.jdbc.spi.JdbcCoordinator;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.metamodel.mapping.JdbcMapping;
import org.hibernate.metamodel.mapping.SelectableMapping;
import org.hibernate.type.descriptor.java.JavaType;

/**
 * A PostgreSQL statement that inserts many rows. Its parameters are arrays, one for each column:
 * {@code insert into t (a, b) select * from unnest(?, ?)}. It is the same statement for any number of rows, so a
 * connection plans it once, and neither the driver nor the server handles a parameter for each value.
 */
final class ArrayStatement {

    /**
     * Maximum number of rows per statement: limits the arrays, and the server's memory for them, to a few megabytes.
     */
    static final int MAX_ROWS = 2000;

    private final String table;
    private final Map<String, Column> columns;
    private final String sql;

    private ArrayStatement(String table, Map<String, Column> columns) {
        this.table = table;
        this.columns = columns;
        sql = "insert into " + table + " (" + String.join(", ", columns.keySet()) + ") select * from unnest("
                + columns.values().stream().map(Column::parameter).collect(Collectors.joining(", ")) + ")";
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

    /** The statement for these columns; empty if one of them does not fit into an array or is not insertable. */
    static Optional<ArrayStatement> of(String table, List<SelectableMapping> selectables) {
        Map<String, Column> columns = new LinkedHashMap<>();
        for (SelectableMapping selectable : selectables) {
            Optional<ArrayType> type = ArrayType.of(selectable.getJdbcMapping());
            String name = selectable.getSelectionExpression();
            if (type.isEmpty() || selectable.isFormula() || !selectable.isInsertable() || columns.containsKey(name)) {
                return Optional.empty();
            }
            columns.put(name, new Column(columns.size(), type.get(), selectable.getJdbcMapping()));
        }
        return Optional.of(new ArrayStatement(table, columns));
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

    /** Inserts the rows, and locks the rows to which they refer. */
    void execute(Object[][] arrays, SharedSessionContractImplementor session) {
        insert(arrays, session);
        Map<String, Object[]> values = new LinkedHashMap<>();
        columns.forEach((name, column) -> values.put(name.toUpperCase(Locale.ROOT), arrays[column.position()]));
        HeldReferences.hold(new RowLocks(session), table, values);
    }

    private void insert(Object[][] arrays, SharedSessionContractImplementor session) {
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
            jdbc.getResultSetReturn().executeUpdate(statement, sql);
        } catch (SQLException e) {
            throw session.getJdbcServices()
                    .getSqlExceptionHelper()
                    .convert(e, "Cannot bind the rows of an insert", sql);
        } finally {
            jdbc.getLogicalConnection().getResourceRegistry().release(statement);
            jdbc.afterStatementExecution();
        }
    }
}
