// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind;

import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.hibernate.engine.jdbc.spi.JdbcCoordinator;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.metamodel.mapping.AttributeMapping;
import org.hibernate.metamodel.mapping.EntityIdentifierMapping;
import org.hibernate.metamodel.mapping.JdbcMapping;
import org.hibernate.metamodel.mapping.ModelPart;
import org.hibernate.metamodel.mapping.SelectableMapping;
import org.hibernate.persister.entity.EntityPersister;
import org.hibernate.type.descriptor.java.JavaType;

/**
 * Inserts many entities of one type by one statement of PostgreSQL whose parameters are arrays, one for each column:
 * {@code insert into t (a, b) select * from unnest(?, ?)}. It is the same statement for any number of rows, so a connection plans it
 * once, and neither the driver nor the server handles a parameter for each value. Table, columns and values are those of Hibernate's
 * mapping of the entity.
 */
final class ArrayInsert {

    /** Rows of one statement at most: keeps the arrays, and what the server lays aside of them, to a few megabytes. */
    private static final int MAX_ROWS = 2000;

    private final EntityIdentifierMapping id;
    private final List<AttributeMapping> attributes;
    private final Map<String, Column> columns;
    private final String sql;

    private ArrayInsert(EntityPersister entity, List<AttributeMapping> attributes, Map<String, Column> columns) {
        id = entity.getIdentifierMapping();
        this.attributes = attributes;
        this.columns = columns;
        sql = "insert into " + entity.getIdentifierTableDetails().getTableName() + " ("
                + String.join(", ", columns.keySet()) + ") select * from unnest("
                + columns.values().stream().map(Column::parameter).collect(Collectors.joining(", ")) + ")";
    }

    private record Column(int position, ArrayType type, JdbcMapping mapping) {

        String parameter() {
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

    /** The statement for this entity; none if one statement of this form does not serve its mapping. */
    static Optional<ArrayInsert> of(EntityPersister entity) {
        List<AttributeMapping> attributes = new ArrayList<>();
        List<SelectableMapping> selectables = new ArrayList<>();
        entity.getIdentifierMapping().forEachSelectable((index, column) -> selectables.add(column));
        entity.forEachAttributeMapping(attribute -> {
            if (!attribute.isPluralAttributeMapping()
                    && attribute.getAttributeMetadata().isInsertable()) {
                attributes.add(attribute);
                attribute.forEachSelectable((index, column) -> selectables.add(column));
            }
        });
        boolean simple = entity.getQuerySpaces().length == 1
                && !entity.hasSubclasses()
                && !entity.getGenerator().generatedOnExecution()
                && attributes.stream().allMatch(attribute -> attribute.getGenerator() == null);
        return simple
                ? columns(selectables).map(columns -> new ArrayInsert(entity, attributes, columns))
                : Optional.empty();
    }

    private static Optional<Map<String, Column>> columns(List<SelectableMapping> selectables) {
        Map<String, Column> columns = new LinkedHashMap<>();
        for (SelectableMapping selectable : selectables) {
            Optional<ArrayType> type = ArrayType.of(selectable.getJdbcMapping());
            String name = selectable.getSelectionExpression();
            if (type.isEmpty() || selectable.isFormula() || !selectable.isInsertable() || columns.containsKey(name)) {
                return Optional.empty();
            }
            columns.put(name, new Column(columns.size(), type.get(), selectable.getJdbcMapping()));
        }
        return Optional.of(columns);
    }

    String sql() {
        return sql;
    }

    void insert(List<?> rows, SharedSessionContractImplementor session) {
        for (int from = 0; from < rows.size(); from += MAX_ROWS) {
            List<?> some = rows.subList(from, Math.min(rows.size(), from + MAX_ROWS));
            execute(new Values(some, session).arrays, session);
        }
    }

    private void execute(Object[][] arrays, SharedSessionContractImplementor session) {
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

    /** The rows turned into columns. */
    private final class Values implements ModelPart.JdbcValueConsumer {

        private final Object[][] arrays = new Object[columns.size()][];
        private final SharedSessionContractImplementor session;
        private int row;

        Values(List<?> rows, SharedSessionContractImplementor session) {
            this.session = session;
            columns.values()
                    .forEach(column -> arrays[column.position()] = column.type().newArray(rows.size()));
            for (Object each : rows) {
                id.decompose(id.getIdentifier(each), this, session);
                attributes.forEach(attribute -> attribute.decompose(attribute.getValue(each), this, session));
                row++;
            }
        }

        @Override
        public void consume(int index, Object value, SelectableMapping selectable) {
            Column column = columns.get(selectable.getSelectionExpression());
            arrays[column.position()][row] = column.value(value, session);
        }
    }
}
