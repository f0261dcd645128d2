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
 * Inserts new rows, given as entities, on the chunk's own connection and transaction and past its persistence context:
 * nobody is going to change them before the commit, so its bookkeeping would only cost. On PostgreSQL by arrays,
 * elsewhere in JDBC batches.
 */
public final class BulkInsert {

    /** Rows in one round trip. Measured: more brings nothing. */
    private static final int BATCH_SIZE = 128;

    private BulkInsert() {}

    /** BulkInsert entities of one type, without their collections: {@link CollectionRows} has those. */
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

    /** The stateless session writes collections along with their owner, and stumbles over maps that are not there. */
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
        // The stateless session takes the batch size from the session whose connection it shares.
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
