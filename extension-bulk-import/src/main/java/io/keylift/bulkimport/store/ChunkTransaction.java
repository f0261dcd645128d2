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
 * What PostgreSQL can be told of a chunk's transaction, in one statement.
 *
 * <p>{@code synchronous_commit} off lets the commit return before the transaction is on disk. It is used only where
 * Keycloak uses it itself: its listener is absent when its option {@code asyncCommit} is off, and on Aurora with
 * logical replication, which loses such commits for its consumers.
 */
final class ChunkTransaction {

    /**
     * A plan that was made while a table was empty, and is kept for the connection, would go on reading the whole table
     * as the import fills it; and one made for a realm that the statistics do not know yet takes it for empty.
     */
    private static final String INDEXES =
            "SET LOCAL enable_seqscan TO off;SET LOCAL plan_cache_mode TO force_generic_plan";

    private static final String ASYNCHRONOUS = ";SET LOCAL synchronous_commit TO off";

    private ChunkTransaction() {}

    /** Prepares the running transaction for a chunk. */
    static void prepare(EntityManager em, boolean relaxed) {
        SessionFactoryImplementor factory = em.getEntityManagerFactory().unwrap(SessionFactoryImplementor.class);
        if (factory.getJdbcServices().getDialect() instanceof PostgreSQLDialect) {
            String settings = relaxed && isAllowed(factory) ? INDEXES + ASYNCHRONOUS : INDEXES;
            em.unwrap(Session.class).doWork(connection -> set(connection, settings));
        }
    }

    private static boolean isAllowed(SessionFactoryImplementor factory) {
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

    private static void set(Connection connection, String settings) throws SQLException {
        try (Statement statement = connection.createStatement()) {
            statement.execute(settings);
        }
    }
}
