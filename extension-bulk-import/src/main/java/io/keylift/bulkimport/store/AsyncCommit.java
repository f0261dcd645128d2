// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.store;

import jakarta.persistence.EntityManager;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.concurrent.atomic.AtomicBoolean;
import org.hibernate.Session;
import org.hibernate.dialect.PostgreSQLDialect;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.hibernate.event.spi.EventType;
import org.keycloak.connections.jpa.AsyncCommitIntegrator;

/**
 * PostgreSQL's commit that returns before the transaction is on disk.
 *
 * <p>Used only where Keycloak uses it itself: its listener is absent when its option {@code asyncCommit} is off, and on Aurora
 * with logical replication, which loses such commits for its consumers.
 */
final class AsyncCommit {

    private AsyncCommit() {}

    /** Makes the running transaction's commit asynchronous where the database can do that. */
    static void request(EntityManager em) {
        if (isAllowed(em.getEntityManagerFactory().unwrap(SessionFactoryImplementor.class))) {
            em.unwrap(Session.class).doWork(AsyncCommit::setLocal);
        }
    }

    private static boolean isAllowed(SessionFactoryImplementor factory) {
        if (!(factory.getJdbcServices().getDialect() instanceof PostgreSQLDialect)) {
            return false;
        }
        AtomicBoolean used = new AtomicBoolean();
        factory.getEventEngine()
                .getListenerRegistry()
                .getEventListenerGroup(EventType.PRE_INSERT)
                .fireEventOnEachListener(used, (listener, seen) -> {
                    if (listener instanceof AsyncCommitIntegrator) {
                        seen.set(true);
                    }
                });
        return used.get();
    }

    private static void setLocal(Connection connection) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute("SET LOCAL synchronous_commit TO OFF");
        }
    }
}
