// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rows;

import jakarta.persistence.EntityManager;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.stream.Collectors;
import org.hibernate.dialect.PostgreSQLDialect;
import org.hibernate.engine.spi.SessionImplementor;
import org.hibernate.metamodel.mapping.CollectionPart;
import org.hibernate.metamodel.mapping.JdbcMapping;
import org.hibernate.metamodel.mapping.PluralAttributeMapping;
import org.hibernate.metamodel.mapping.SelectableMapping;
import org.hibernate.type.descriptor.ValueBinder;

/**
 * Rows of a collection without an entity of their own, of an {@code @ElementCollection} or a {@code @JoinTable}. Like
 * {@link BulkInsert}, they bypass the persistence context: PostgreSQL gets arrays, other databases JDBC batches. Table
 * and columns are those of Hibernate's mapping.
 */
public final class CollectionRows {

    /** Rows in one round trip, as with entities. */
    private static final int BATCH_SIZE = 128;

    /** Pairs of values in a list. MariaDB compares each row with all of them. */
    private static final int TUPLES = 40;

    private final SessionImplementor session;
    private final boolean arrays;
    private final String table;
    private final List<SelectableMapping> columns = new ArrayList<>(3);

    /** @param property name of the collection in its entity */
    public CollectionRows(EntityManager em, Class<?> entity, String property) {
        session = em.unwrap(SessionImplementor.class);
        arrays = session.getJdbcServices().getDialect() instanceof PostgreSQLDialect;
        PluralAttributeMapping collection = session.getFactory()
                .getMappingMetamodel()
                .getCollectionDescriptor(entity.getName() + "." + property)
                .getAttributeMapping();
        table = collection.getSeparateCollectionTable();
        collection.getKeyDescriptor().getKeyPart().forEachSelectable((index, column) -> columns.add(column));
        CollectionPart key = collection.getIndexDescriptor();
        if (key != null) {
            key.forEachSelectable((index, column) -> columns.add(column));
        }
        collection.getElementDescriptor().forEachSelectable((index, column) -> columns.add(column));
    }

    /**
     * A row.
     *
     * @param owner id of the entity that has the collection
     * @param key key in a map; {@code null} in any other collection
     * @param element the value; for a join table, the id of the joined entity
     */
    public record Row(String owner, Object key, Object element) {

        private Object[] values(int columns) {
            return columns == 2 ? new Object[] {owner, element} : new Object[] {owner, key, element};
        }
    }

    public void insert(List<Row> rows) {
        if (rows.isEmpty()) {
            return;
        }
        if (arrays) {
            insertByArrays(rows);
        } else {
            String names = columns.stream()
                    .map(SelectableMapping::getSelectionExpression)
                    .collect(Collectors.joining(", "));
            String parameters = String.join(", ", Collections.nCopies(columns.size(), "?"));
            batch(
                    "insert into " + table + " (" + names + ") values (" + parameters + ")",
                    rows.stream().map(row -> row.values(columns.size())).toList());
        }
    }

    private void insertByArrays(List<Row> rows) {
        ArrayStatement statement = ArrayStatement.of(table, columns)
                .orElseThrow(() -> new IllegalStateException("No arrays for the columns of " + table));
        for (int from = 0; from < rows.size(); from += ArrayStatement.MAX_ROWS) {
            List<Row> some = rows.subList(from, Math.min(rows.size(), from + ArrayStatement.MAX_ROWS));
            Object[][] values = statement.newArrays(some.size());
            for (int i = 0; i < some.size(); i++) {
                Object[] row = some.get(i).values(columns.size());
                for (int column = 0; column < row.length; column++) {
                    values[column][i] = statement.column(columns.get(column)).value(row[column], session);
                }
            }
            statement.execute(values, session);
        }
    }

    /** Deletes all rows of these owners. */
    public void deleteAllOf(Collection<String> owners) {
        if (owners.isEmpty()) {
            return;
        }
        String sql = "delete from " + table + " where " + columns.get(0).getSelectionExpression() + " = ";
        if (arrays) {
            // As in {@code Queries}, the planner must not see the number of values.
            session.createNativeMutationQuery(sql + "any(array(select unnest(cast(:owners as varchar[]))))")
                    .setParameter("owners", owners.toArray(new String[0]))
                    .executeUpdate();
        } else {
            batch(sql + "?", owners.stream().map(owner -> new Object[] {owner}).toList());
        }
    }

    /**
     * Deletes these rows of a collection of texts without keys. The transaction must have read them.
     *
     * @throws RuntimeException a {@link TransactionFailure#CONTENTION} if another transaction has deleted some of them
     */
    public void delete(List<Row> rows) {
        if (!rows.isEmpty() && (arrays ? deleteByArrays(rows) : deleteByTuples(rows)) != rows.size()) {
            throw new RowsGoneException(table, TransactionFailure.CONTENTION);
        }
    }

    /** The first condition uses the index, the second one selects the rows. */
    private int deleteByArrays(List<Row> rows) {
        String owner = columns.get(0).getSelectionExpression();
        return session.createNativeMutationQuery("delete from " + table + " where " + owner
                        + " = any(array(select unnest(cast(:owners as varchar[])))) and " + tuple()
                        + " in (select * from unnest(cast(:owners as varchar[]), cast(:elements as varchar[])))")
                .setParameter("owners", rows.stream().map(Row::owner).toArray(String[]::new))
                .setParameter(
                        "elements",
                        rows.stream().map(row -> (String) row.element()).toArray(String[]::new))
                .executeUpdate();
    }

    private int deleteByTuples(List<Row> rows) {
        int deleted = 0;
        for (int from = 0; from < rows.size(); from += TUPLES) {
            List<Row> some = rows.subList(from, Math.min(rows.size(), from + TUPLES));
            String sql = "delete from " + table + " where " + tuple() + " in ("
                    + String.join(", ", Collections.nCopies(some.size(), "(?, ?)")) + ")";
            deleted += session.doReturningWork(connection -> {
                try (PreparedStatement statement = connection.prepareStatement(sql)) {
                    for (int i = 0; i < some.size(); i++) {
                        bind(statement, 1 + 2 * i, some.get(i).values(2));
                    }
                    return statement.executeUpdate();
                }
            });
        }
        return deleted;
    }

    private String tuple() {
        return "(" + columns.get(0).getSelectionExpression() + ", "
                + columns.get(1).getSelectionExpression() + ")";
    }

    private void batch(String sql, List<Object[]> rows) {
        session.doWork(connection -> {
            try (PreparedStatement statement = connection.prepareStatement(sql)) {
                int open = 0;
                for (Object[] row : rows) {
                    bind(statement, 1, row);
                    statement.addBatch();
                    if (++open == BATCH_SIZE) {
                        statement.executeBatch();
                        open = 0;
                    }
                }
                statement.executeBatch();
            }
        });
    }

    @SuppressWarnings({"unchecked", "rawtypes"}) // the mapping and its values belong together
    private void bind(PreparedStatement statement, int first, Object[] row) throws SQLException {
        for (int i = 0; i < row.length; i++) {
            JdbcMapping mapping = columns.get(i).getJdbcMapping();
            ValueBinder binder = mapping.getJdbcValueBinder();
            binder.bind(statement, mapping.convertToRelationalValue(row[i]), first + i, session);
        }
    }
}
