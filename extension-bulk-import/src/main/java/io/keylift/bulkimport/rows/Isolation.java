// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rows;

import jakarta.persistence.EntityManager;
import java.sql.Connection;
import java.sql.Statement;
import org.hibernate.Session;
import org.hibernate.dialect.MySQLDialect;
import org.hibernate.dialect.PostgreSQLDialect;
import org.hibernate.engine.spi.SessionImplementor;

/** Isolation of a transaction from other transactions that commit while it runs. */
public final class Isolation {

    /** In SQL of PostgreSQL. */
    static final String SNAPSHOT = "SET TRANSACTION ISOLATION LEVEL REPEATABLE READ, READ ONLY";

    private Isolation() {}

    /**
     * Sets the transaction to read only, and to one snapshot for all its statements where the database has that: on
     * PostgreSQL by this call, on MariaDB and MySQL by default. The rows of an object are in several tables; without a
     * snapshot a change between two queries would show as an object that never was. Must be called before the first
     * read.
     */
    public static void snapshot(EntityManager em) {
        if (em.unwrap(SessionImplementor.class).getJdbcServices().getDialect() instanceof PostgreSQLDialect) {
            em.unwrap(Session.class).doWork(connection -> {
                try (Statement statement = connection.createStatement()) {
                    statement.execute(SNAPSHOT);
                }
            });
        }
    }

    /**
     * Sets the transaction to read committed, the default of PostgreSQL and H2: each statement sees what was committed
     * before it. MariaDB and MySQL would otherwise keep the snapshot of the first read, so that data that is read under
     * a lock could be older than the lock. The pool resets the connection. Must be called before the first read.
     */
    public static void readCommitted(EntityManager em) {
        if (em.unwrap(SessionImplementor.class).getJdbcServices().getDialect() instanceof MySQLDialect) {
            em.unwrap(Session.class)
                    .doWork(connection -> connection.setTransactionIsolation(Connection.TRANSACTION_READ_COMMITTED));
        }
    }
}
