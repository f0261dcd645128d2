// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.startup;

import java.util.List;
import java.util.Optional;
import org.hibernate.Session;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.jboss.logging.Logger;
import org.keycloak.connections.jpa.JpaConnectionProvider;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.KeycloakSessionFactory;
import org.keycloak.models.utils.KeycloakModelUtils;

/** Checks Keycloak and its database once, after the server has started. */
public final class StartChecks implements AutoCloseable {

    private static final Logger LOG = Logger.getLogger(StartChecks.class);

    private final KeycloakSessionFactory factory;
    private final Suitability suitability;
    private final boolean createIndexes;
    private Optional<Refusal> refusal;
    private Thread indexes;

    /**
     * @param allowUntested whether imports may run on an unsupported Keycloak version
     * @param createIndexes whether to create missing indexes
     */
    public StartChecks(KeycloakSessionFactory factory, boolean allowUntested, boolean createIndexes) {
        this.factory = factory;
        this.suitability = new Suitability(allowUntested);
        this.createIndexes = createIndexes;
    }

    /**
     * Runs the checks and logs problems.
     *
     * @param cleanUp other work at the start of the server
     */
    public void run(Runnable cleanUp) {
        try {
            refusal();
            cleanUp.run();
            checkIndexes();
        } catch (RuntimeException e) {
            LOG.warn("Failed to check Keycloak's database; the next import checks it again", e);
        }
    }

    /** The reason why imports are refused; empty if they are allowed. */
    public synchronized Optional<Refusal> refusal() {
        if (refusal == null) {
            refusal = KeycloakModelUtils.runJobInTransactionWithResult(
                    factory,
                    session -> suitability.refusal(
                            session.getProvider(JpaConnectionProvider.class).getEntityManager()));
            refusal.ifPresent(reason -> LOG.errorf("Imports are refused (%s): %s", reason.code(), reason.message()));
        }
        return refusal;
    }

    /** Indexes on Keycloak's tables that this database lacks, such as {@code ORG_DOMAIN(NAME)}. */
    public List<String> missingIndexes(KeycloakSession session) {
        Session hibernate = session.getProvider(JpaConnectionProvider.class)
                .getEntityManager()
                .unwrap(Session.class);
        String schema = hibernate
                .getSessionFactory()
                .unwrap(SessionFactoryImplementor.class)
                .getSessionFactoryOptions()
                .getDefaultSchema();
        return hibernate.doReturningWork(connection -> MissingIndexes.in(connection, schema)).stream()
                .map(MissingIndexes.Index::place)
                .toList();
    }

    private synchronized void checkIndexes() {
        SessionFactoryImplementor hibernate = KeycloakModelUtils.runJobInTransactionWithResult(
                factory,
                session -> session.getProvider(JpaConnectionProvider.class)
                        .getEntityManager()
                        .getEntityManagerFactory()
                        .unwrap(SessionFactoryImplementor.class));
        IndexBuilder builder = new IndexBuilder(hibernate);
        // Creating an index on a large table takes minutes and must not delay the start of the server.
        indexes = new Thread(() -> builder.run(createIndexes), "bulk-import-indexes");
        indexes.setDaemon(true);
        indexes.setContextClassLoader(StartChecks.class.getClassLoader());
        indexes.start();
    }

    @Override
    public synchronized void close() {
        if (indexes != null) {
            indexes.interrupt();
        }
    }
}
