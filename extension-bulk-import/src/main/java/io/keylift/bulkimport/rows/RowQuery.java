// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rows;

import java.sql.PreparedStatement;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.hibernate.dialect.PostgreSQLDialect;
import org.hibernate.engine.spi.SessionImplementor;
import org.hibernate.metamodel.mapping.AttributeMapping;
import org.hibernate.metamodel.mapping.JdbcMapping;
import org.hibernate.metamodel.mapping.SelectableMapping;
import org.hibernate.persister.entity.EntityPersister;

/**
 * Reads the rows of an entity by the values of one column, without loading entities. The statement is the same for any
 * number of values on PostgreSQL.
 */
final class RowQuery {

    /** Below the number of parameters that databases and drivers accept in one statement. */
    private static final int MAX_VALUES = 30_000;

    private final SessionImplementor session;
    private final boolean arrays;
    private final List<SelectableMapping> columns = new ArrayList<>();

    /** Position of the column with the values in a row, from 0; negative for the id. */
    private final int by;

    private final String table;
    private final String id;

    /** @param by position of the attribute with the values; negative for the id */
    RowQuery(SessionImplementor session, EntityPersister entity, List<AttributeMapping> attributes, int by) {
        this.session = session;
        this.by = by;
        arrays = session.getJdbcServices().getDialect() instanceof PostgreSQLDialect;
        table = entity.getIdentifierTableDetails().getTableName();
        entity.getIdentifierMapping().forEachSelectable((index, column) -> columns.add(column));
        id = columns.get(0).getSelectionExpression();
        attributes.forEach(attribute -> columns.add(attribute.getSelectable(0)));
    }

    /** Values of the columns by id. */
    Map<String, List<Object>> rows(Collection<String> values, boolean lock) {
        List<String> all = values.stream().sorted().toList();
        Map<String, List<Object>> rows = new LinkedHashMap<>();
        int most = arrays ? Math.max(1, all.size()) : MAX_VALUES;
        for (int from = 0; from < all.size(); from += most) {
            read(all.subList(from, Math.min(from + most, all.size())), lock, rows);
        }
        return rows;
    }

    /** The value by which a row is found. */
    String key(String rowId, List<Object> row) {
        return by < 0 ? rowId : (String) row.get(by);
    }

    private void read(List<String> values, boolean lock, Map<String, List<Object>> rows) {
        String sql = sql(values.size(), lock);
        Reading.of(session, sql, statement -> bind(statement, values), result -> {
            List<Object> row = new ArrayList<>(columns.size() - 1);
            for (int i = 1; i < columns.size(); i++) {
                row.add(value(result, i));
            }
            rows.put((String) value(result, 0), row);
        });
    }

    private void bind(PreparedStatement statement, List<String> values) throws SQLException {
        if (arrays) {
            statement.setArray(1, statement.getConnection().createArrayOf("varchar", values.toArray(new String[0])));
            return;
        }
        for (int i = 0; i < values.size(); i++) {
            statement.setString(i + 1, values.get(i));
        }
    }

    private Object value(ResultSet result, int column) throws SQLException {
        JdbcMapping mapping = columns.get(column).getJdbcMapping();
        return mapping.convertToDomainValue(mapping.getJdbcValueExtractor().extract(result, column + 1, session));
    }

    private String sql(int values, boolean lock) {
        StringBuilder sql = new StringBuilder("select ").append(id);
        columns.stream().skip(1).forEach(column -> sql.append(", ").append(column.getSelectionExpression()));
        sql.append(" from ")
                .append(table)
                .append(" where ")
                .append(columns.get(by + 1).getSelectionExpression());
        // As in {@code Queries}, the planner must not see the number of values.
        sql.append(
                arrays
                        ? " = any(array(select unnest(cast(? as varchar[]))))"
                        : " in (" + String.join(", ", Collections.nCopies(values, "?")) + ")");
        if (lock) {
            sql.append(" order by ").append(id).append(arrays ? " for no key update" : " for update");
        }
        return sql.toString();
    }
}
