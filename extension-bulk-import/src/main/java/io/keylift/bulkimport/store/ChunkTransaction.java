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
 * PostgreSQL settings for a chunk's transaction, sent in one statement.
 *
 * <p>With {@code synchronous_commit} off, a commit returns before the transaction is on disk. It is turned off only
 * where Keycloak does so itself: Keycloak's listener is absent if its option {@code asyncCommit} is off, and on Aurora
 * with logical replication, whose consumers would lose such commits.
 */
final class ChunkTransaction {

    /**
     * A plan for a realm that the statistics do not know yet would assume that the realm has no rows. For a table with
     * some hundreds of rows, a flatter index that reads all of the realm and sorts it would count as cheaper than the
     * one that has the order, by the processor's time alone, and the connection would keep that plan while the table
     * grows.
     */
    private static final String INDEXES = "SET LOCAL enable_seqscan TO off;SET LOCAL cpu_operator_cost TO 0;"
            + "SET LOCAL plan_cache_mode TO force_generic_plan";

    private static final String ASYNCHRONOUS = ";SET LOCAL synchronous_commit TO off";

    private ChunkTransaction() {}

    /** Prepares the running transaction for a chunk. */
    static void prepare(EntityManager em, boolean relaxed) {
        SessionFactoryImplementor factory = em.getEntityManagerFactory().unwrap(SessionFactoryImplementor.class);
        if (factory.getJdbcServices().getDialect() instanceof PostgreSQLDialect) {
            String settings = INDEXES + (relaxed && isAllowed(factory) ? ASYNCHRONOUS : "");
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
