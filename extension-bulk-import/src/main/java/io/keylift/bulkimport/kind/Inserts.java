// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind;

import jakarta.persistence.EntityManager;
import java.util.List;
import java.util.Optional;
import org.hibernate.Session;
import org.hibernate.StatelessSession;
import org.hibernate.dialect.PostgreSQLDialect;
import org.hibernate.engine.spi.SessionImplementor;

/**
 * Inserts new rows, given as entities, on the chunk's own connection and transaction and past its persistence context: nobody is going to
 * change them before the commit, so its bookkeeping would only cost. On PostgreSQL by arrays, elsewhere in JDBC batches.
 */
public final class Inserts {

    /** Rows in one round trip. Measured: more brings nothing. */
    private static final int BATCH_SIZE = 128;

    private Inserts() {}

    /** Inserts entities of one type. */
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
            insertInBatches(session, rows);
        }
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
