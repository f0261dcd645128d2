// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rows;

import jakarta.persistence.EntityManager;
import java.sql.PreparedStatement;
import org.hibernate.Session;
import org.hibernate.dialect.PostgreSQLDialect;
import org.hibernate.engine.spi.SessionImplementor;

/**
 * The queue before a row that is shared for long. PostgreSQL lets ever more transactions share a row while one waits to
 * lock it alone, so that it could wait for ever; its advisory locks are given in turn. Elsewhere rows are locked in
 * turn, and this does nothing. Held to the end of the transaction, as the row is.
 */
public final class AdvisoryLock {

    /** Tells our locks from those of others. */
    private static final int KEYLIFT = 0x4b4c4654;

    private AdvisoryLock() {}

    /** @param key two of them may be taken for the same, which costs time alone */
    public static void share(EntityManager em, String key) {
        lock(em, "select pg_advisory_xact_lock_shared(?, ?)", key);
    }

    public static void exclude(EntityManager em, String key) {
        lock(em, "select pg_advisory_xact_lock(?, ?)", key);
    }

    private static void lock(EntityManager em, String sql, String key) {
        if (em.unwrap(SessionImplementor.class).getJdbcServices().getDialect() instanceof PostgreSQLDialect) {
            em.unwrap(Session.class).doWork(connection -> {
                try (PreparedStatement statement = connection.prepareStatement(sql)) {
                    statement.setInt(1, KEYLIFT);
                    statement.setInt(2, key.hashCode());
                    statement.execute();
                }
            });
        }
    }
}
