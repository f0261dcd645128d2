// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.history;

import jakarta.persistence.EntityManager;
import java.sql.SQLException;
import org.hibernate.Session;
import org.keycloak.connections.jpa.JpaConnectionProvider;
import org.keycloak.connections.jpa.util.JpaUtils;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.KeycloakSessionFactory;
import org.keycloak.models.utils.KeycloakModelUtils;

/** Keycloak's database, where the table is. */
interface HistoryDatabase {

    /** An operation on the table. */
    @FunctionalInterface
    interface Work<T> {
        T with(HistoryTable table) throws SQLException;
    }

    /**
     * Does this in a transaction.
     *
     * @throws HistoryUnavailableException if the database refuses it
     */
    <T> T with(Work<T> work);

    /** Whether the database answers, with or without the table. */
    default boolean answers() {
        try {
            return with(HistoryTable::answers);
        } catch (HistoryUnavailableException e) {
            return false;
        }
    }

    /** Each time with a transaction of its own. */
    static HistoryDatabase of(KeycloakSessionFactory factory) {
        return new HistoryDatabase() {
            @Override
            public <T> T with(Work<T> work) {
                try {
                    return KeycloakModelUtils.runJobInTransactionWithResult(
                            factory, session -> in(session).with(work));
                } catch (HistoryUnavailableException e) {
                    throw e;
                } catch (RuntimeException e) {
                    // The connection or the commit failed.
                    throw new HistoryUnavailableException(e);
                }
            }
        };
    }

    /** The history in the transaction of this session. */
    static HistoryDatabase in(KeycloakSession session) {
        return new HistoryDatabase() {
            @Override
            public <T> T with(Work<T> work) {
                try {
                    return on(session, work);
                } catch (HistoryUnavailableException e) {
                    throw e;
                } catch (RuntimeException e) {
                    throw new HistoryUnavailableException(e);
                }
            }
        };
    }

    private static <T> T on(KeycloakSession session, Work<T> work) {
        EntityManager entities =
                session.getProvider(JpaConnectionProvider.class).getEntityManager();
        String table = JpaUtils.getTableNameForNativeQuery(HistoryTable.NAME, entities);
        return entities.unwrap(Session.class).doReturningWork(connection -> {
            try {
                return work.with(new HistoryTable(connection, table));
            } catch (SQLException e) {
                // Hibernate would log an error of its own each time.
                throw new HistoryUnavailableException(e);
            }
        });
    }
}
