// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rows;

import jakarta.persistence.EntityManager;
import java.sql.PreparedStatement;
import org.hibernate.Session;
import org.hibernate.dialect.PostgreSQLDialect;
import org.hibernate.engine.spi.SessionImplementor;

/**
 * Queues transactions before they lock a row that others share for long. On PostgreSQL new transactions can share a row
 * while one waits to lock it exclusively, which could then wait forever; advisory locks are granted in order. Other
 * databases grant row locks in order, so this does nothing there. The lock is held until the end of the transaction,
 * like the row lock.
 */
public final class AdvisoryLock {

    /** Distinguishes Keylift's advisory locks from those of other software. */
    private static final int KEYLIFT = 0x4b4c4654;

    private AdvisoryLock() {}

    /** @param key two keys may share a lock, which only costs time */
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
