// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rest;

import io.keylift.bulkimport.job.JobLedger;
import java.time.Duration;
import java.util.concurrent.Executors;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import org.jboss.logging.Logger;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.KeycloakSessionFactory;
import org.keycloak.models.utils.KeycloakModelUtils;

/** Removes jobs that ended long ago, on every node from time to time, a few in each transaction. */
final class Retention implements AutoCloseable {

    private static final Logger LOG = Logger.getLogger(Retention.class);

    private static final int JOBS_PER_TRANSACTION = 20;
    private static final long PERIOD_MINUTES = 60;
    private static final long FIRST_MINUTES = 5;

    private final KeycloakSessionFactory sessionFactory;
    private final Function<KeycloakSession, JobLedger> ledgers;
    private final Duration retention;
    private final ScheduledExecutorService clock;

    Retention(KeycloakSessionFactory sessionFactory, Function<KeycloakSession, JobLedger> ledgers, Duration retention) {
        this.sessionFactory = sessionFactory;
        this.ledgers = ledgers;
        this.retention = retention;
        this.clock = Executors.newSingleThreadScheduledExecutor(work -> {
            Thread thread = new Thread(work, "bulk-import-retention");
            thread.setDaemon(true);
            thread.setContextClassLoader(Retention.class.getClassLoader());
            return thread;
        });
        if (!retention.isZero()) {
            clock.scheduleWithFixedDelay(this::sweep, FIRST_MINUTES, PERIOD_MINUTES, TimeUnit.MINUTES);
        }
    }

    private void sweep() {
        try {
            long before = System.currentTimeMillis() - retention.toMillis();
            int removed;
            do {
                removed = KeycloakModelUtils.runJobInTransactionWithResult(
                        sessionFactory,
                        session -> ledgers.apply(session).deleteFinishedBefore(before, JOBS_PER_TRANSACTION));
            } while (removed == JOBS_PER_TRANSACTION);
        } catch (RuntimeException e) {
            LOG.warnf("Failed to delete ended imports: %s", e.getMessage());
        }
    }

    @Override
    public void close() {
        clock.shutdownNow();
    }
}
