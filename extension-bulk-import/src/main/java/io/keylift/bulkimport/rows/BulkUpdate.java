// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rows;

import jakarta.persistence.EntityManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Collectors;
import org.hibernate.Session;
import org.hibernate.dialect.PostgreSQLDialect;
import org.hibernate.engine.spi.SessionImplementor;
import org.hibernate.engine.spi.SharedSessionContractImplementor;
import org.hibernate.metamodel.mapping.AttributeMapping;
import org.hibernate.metamodel.mapping.JdbcMapping;
import org.hibernate.metamodel.mapping.SelectableMapping;
import org.hibernate.persister.entity.EntityPersister;
import org.hibernate.type.descriptor.java.JavaType;

/**
 * Updates some columns of existing rows, given as entities that no persistence context manages: loading and comparing
 * the entities would take longer than the update. PostgreSQL gets arrays, other databases JDBC batches.
 */
public final class BulkUpdate {

    private final EntityPersister entity;
    private final List<AttributeMapping> attributes = new ArrayList<>();
    private final List<SelectableMapping> key = new ArrayList<>();
    private final List<SelectableMapping> columns = new ArrayList<>();

    private BulkUpdate(EntityPersister entity, List<String> properties) {
        this.entity = entity;
        entity.getIdentifierMapping().forEachSelectable((index, column) -> key.add(column));
        for (String property : properties) {
            AttributeMapping attribute = entity.findAttributeMapping(property);
            attributes.add(attribute);
            attribute.forEachSelectable((index, column) -> columns.add(column));
        }
    }

    /**
     * Updates rows of one type by their ids. If one of them no longer exists, the chunk is resolved again.
     *
     * @param properties properties of the entity that are written; all others stay as they are stored
     */
    public static void update(EntityManager em, List<?> rows, List<String> properties) {
        if (rows.isEmpty()) {
            return;
        }
        SessionImplementor session = em.unwrap(SessionImplementor.class);
        BulkUpdate update = new BulkUpdate(session.getEntityPersister(null, rows.get(0)), properties);
        Optional<ArrayStatement> arrays = session.getJdbcServices().getDialect() instanceof PostgreSQLDialect
                ? ArrayStatement.toUpdate(update.table(), update.key, update.columns)
                : Optional.empty();
        if (arrays.isPresent()) {
            new ArrayValues(update.entity.getIdentifierMapping(), update.attributes, arrays.get()).write(rows, session);
        } else {
            em.unwrap(Session.class).doWork(connection -> {
                try (PreparedStatement statement = connection.prepareStatement(update.sql())) {
                    for (Object row : rows) {
                        update.bind(row, statement, session);
                        statement.addBatch();
                    }
                    if (Arrays.stream(statement.executeBatch()).anyMatch(written -> written == 0)) {
                        throw new RowsGoneException(update.table(), TransactionFailure.UNKNOWN);
                    }
                }
            });
        }
    }

    private String table() {
        return entity.getIdentifierTableDetails().getTableName();
    }

    private String sql() {
        return "update " + table() + " set " + equations(columns, ", ") + " where " + equations(key, " and ");
    }

    private static String equations(List<SelectableMapping> columns, String separator) {
        return columns.stream()
                .map(column -> column.getSelectionExpression() + " = ?")
                .collect(Collectors.joining(separator));
    }

    private void bind(Object row, PreparedStatement statement, SharedSessionContractImplementor session)
            throws SQLException {
        List<Object> values = new ArrayList<>();
        attributes.forEach(attribute ->
                attribute.decompose(attribute.getValue(row), (index, value, column) -> values.add(value), session));
        entity.getIdentifierMapping()
                .decompose(
                        entity.getIdentifierMapping().getIdentifier(row),
                        (index, value, column) -> values.add(value),
                        session);
        List<SelectableMapping> all = new ArrayList<>(columns);
        all.addAll(key);
        for (int i = 0; i < all.size(); i++) {
            bind(statement, i + 1, all.get(i).getJdbcMapping(), values.get(i), session);
        }
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // the mapping and its values belong together
    private static void bind(
            PreparedStatement statement,
            int index,
            JdbcMapping mapping,
            Object value,
            SharedSessionContractImplementor session)
            throws SQLException {
        JavaType relational = mapping.getJdbcJavaType();
        mapping.getJdbcType()
                .getBinder(relational)
                .bind(statement, mapping.convertToRelationalValue(value), index, session);
    }
}
