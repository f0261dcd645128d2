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

    private static final PlanAges PLANS = new PlanAges();

    private static final String PLAN_ANEW = "DISCARD PLANS;";

    /** A plan for a realm that the statistics do not know yet would assume that the realm has no rows. */
    private static final String INDEXES =
            "SET LOCAL enable_seqscan TO off;SET LOCAL plan_cache_mode TO force_generic_plan";

    private static final String ASYNCHRONOUS = ";SET LOCAL synchronous_commit TO off";

    private ChunkTransaction() {}

    /** Prepares the running transaction for a chunk. */
    static void prepare(EntityManager em, boolean relaxed, int records) {
        SessionFactoryImplementor factory = em.getEntityManagerFactory().unwrap(SessionFactoryImplementor.class);
        if (factory.getJdbcServices().getDialect() instanceof PostgreSQLDialect) {
            String settings = INDEXES + (relaxed && isAllowed(factory) ? ASYNCHRONOUS : "");
            em.unwrap(Session.class).doWork(connection -> {
                boolean anew = PLANS.areOutdated(connection.unwrap(Connection.class), records);
                set(connection, anew ? PLAN_ANEW + settings : settings);
            });
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
