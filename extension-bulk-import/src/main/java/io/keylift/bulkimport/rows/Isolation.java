// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rows;

import jakarta.persistence.EntityManager;
import java.sql.Connection;
import org.hibernate.Session;
import org.hibernate.dialect.MySQLDialect;
import org.hibernate.engine.spi.SessionImplementor;

/** What a transaction sees of others that commit while it runs. */
public final class Isolation {

    private Isolation() {}

    /**
     * Has each statement of this transaction see what was committed before it, as PostgreSQL and H2 do by default.
     * MariaDB and MySQL would otherwise keep the view of the first read, so that what is read under a lock could be
     * older than the lock. The pool resets the connection. Nothing may be read before.
     */
    public static void readCommitted(EntityManager em) {
        if (em.unwrap(SessionImplementor.class).getJdbcServices().getDialect() instanceof MySQLDialect) {
            em.unwrap(Session.class)
                    .doWork(connection -> connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED));
        }
    }
}
