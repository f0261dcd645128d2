// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rows;

import jakarta.persistence.EntityManager;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.hibernate.Session;
import org.hibernate.StatelessSession;
import org.hibernate.dialect.PostgreSQLDialect;
import org.hibernate.engine.spi.SessionImplementor;
import org.hibernate.metamodel.mapping.PluralAttributeMapping;
import org.hibernate.metamodel.mapping.SelectableMapping;
import org.hibernate.persister.entity.EntityPersister;

/**
 * Deletes rows on the chunk's own connection and transaction, bypassing its persistence context. Rows are given as
 * entities with only their ids set. PostgreSQL gets arrays, other databases JDBC batches.
 */
public final class BulkDelete {

    private BulkDelete() {}

    /** Deletes entities of any types, type by type in the order of their first occurrence. */
    public static void delete(EntityManager em, List<?> rows) {
        if (rows.isEmpty()) {
            return;
        }
        Map<Class<?>, List<Object>> types = new LinkedHashMap<>();
        rows.forEach(row ->
                types.computeIfAbsent(row.getClass(), type -> new ArrayList<>()).add(row));
        SessionImplementor session = em.unwrap(SessionImplementor.class);
        types.values().forEach(some -> deleteSome(session, some));
    }

    private static void deleteSome(SessionImplementor session, List<Object> rows) {
        EntityPersister entity = session.getEntityPersister(null, rows.get(0));
        Optional<ArrayStatement> arrays =
                session.getJdbcServices().getDialect() instanceof PostgreSQLDialect && isOneRow(entity)
                        ? statement(entity)
                        : Optional.empty();
        if (arrays.isPresent()) {
            new ArrayValues(entity.getIdentifierMapping(), List.of(), arrays.get()).write(rows, session);
        } else {
            try (StatelessSession stateless =
                    ((Session) session).statelessWithOptions().connection().open()) {
                stateless.deleteMultiple(rows);
            }
        }
    }

    /** Whether an entity has no rows in other tables that belong to it alone, such as those of a list of texts. */
    private static boolean isOneRow(EntityPersister entity) {
        List<PluralAttributeMapping> owned = new ArrayList<>();
        entity.forEachAttributeMapping(attribute -> {
            PluralAttributeMapping collection = attribute.asPluralAttributeMapping();
            if (collection != null && !collection.getCollectionDescriptor().isInverse()) {
                owned.add(collection);
            }
        });
        return entity.getQuerySpaces().length == 1 && !entity.hasSubclasses() && owned.isEmpty();
    }

    private static Optional<ArrayStatement> statement(EntityPersister entity) {
        List<SelectableMapping> key = new ArrayList<>();
        entity.getIdentifierMapping().forEachSelectable((index, column) -> key.add(column));
        return ArrayStatement.toDelete(entity.getIdentifierTableDetails().getTableName(), key);
    }
}
