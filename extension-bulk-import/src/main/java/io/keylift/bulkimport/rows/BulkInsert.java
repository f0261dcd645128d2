// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rows;

import jakarta.persistence.EntityManager;
import java.util.List;
import java.util.Optional;
import org.hibernate.Session;
import org.hibernate.StatelessSession;
import org.hibernate.dialect.PostgreSQLDialect;
import org.hibernate.engine.spi.SessionImplementor;
import org.hibernate.persister.collection.CollectionPersister;
import org.hibernate.persister.entity.EntityPersister;

/**
 * Inserts new rows, given as entities, on the chunk's own connection and transaction. It bypasses the persistence
 * context: the rows do not change before the commit, so tracking them would only cost time. PostgreSQL gets arrays,
 * other databases JDBC batches.
 */
public final class BulkInsert {

    /** Rows in one round trip. Measured: a larger number is not faster. */
    private static final int BATCH_SIZE = 128;

    private BulkInsert() {}

    /** Inserts entities of one type, without their collections: use {@link CollectionRows} for those. */
    public static void insert(EntityManager em, List<?> rows) {
        if (rows.isEmpty()) {
            return;
        }
        SessionImplementor session = em.unwrap(SessionImplementor.class);
        Optional<ArrayInsert> arrays = session.getJdbcServices().getDialect() instanceof PostgreSQLDialect
                ? ArrayInsert.of(session.getEntityPersister(null, rows.get(0)))
                : Optional.empty();
        if (arrays.isPresent()) {
            arrays.get().insert(rows, session);
        } else {
            emptyCollections(session.getEntityPersister(null, rows.get(0)), rows);
            insertInBatches(session, rows);
        }
    }

    /** The stateless session writes collections along with their owner, and fails on maps that are {@code null}. */
    private static void emptyCollections(EntityPersister entity, List<?> rows) {
        entity.forEachAttributeMapping(attribute -> {
            if (attribute.isPluralAttributeMapping()) {
                CollectionPersister collection =
                        attribute.asPluralAttributeMapping().getCollectionDescriptor();
                if (!collection.isInverse()) {
                    rows.forEach(row -> attribute.setValue(
                            row, collection.getCollectionSemantics().instantiateRaw(0, collection)));
                }
            }
        });
    }

    private static void insertInBatches(Session session, List<?> rows) {
        // The stateless session uses the batch size of the session whose connection it shares.
        Integer batchSize = session.getJdbcBatchSize();
        session.setJdbcBatchSize(BATCH_SIZE);
        try (StatelessSession stateless =
                session.statelessWithOptions().connection().open()) {
            stateless.insertMultiple(rows);
        } finally {
            session.setJdbcBatchSize(batchSize);
        }
    }
}
