// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rest;

import io.keylift.bulkimport.job.JobLedger;
import java.time.Duration;
import java.util.function.Function;
import org.keycloak.Config;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.KeycloakSessionFactory;
import org.keycloak.models.utils.KeycloakModelUtils;
import org.keycloak.services.scheduled.ClusterAwareScheduledTaskRunner;
import org.keycloak.timer.ScheduledTask;
import org.keycloak.timer.TimerProvider;

/**
 * Removes jobs that ended long ago, a few in each transaction. One node at a time does this, at the interval of
 * Keycloak's own clean-ups.
 */
final class Retention implements ScheduledTask {

    private static final int JOBS_PER_TRANSACTION = 20;

    /** Default of Keycloak's {@code --spi-scheduled--interval}, in seconds. */
    private static final long DEFAULT_INTERVAL = 900;

    private final KeycloakSessionFactory sessionFactory;
    private final Function<KeycloakSession, JobLedger> ledgers;
    private final Duration retention;

    Retention(KeycloakSessionFactory sessionFactory, Function<KeycloakSession, JobLedger> ledgers, Duration retention) {
        this.sessionFactory = sessionFactory;
        this.ledgers = ledgers;
        this.retention = retention;
    }

    void schedule() {
        if (retention.isZero()) {
            return;
        }
        long interval = 1000 * Config.scope("scheduled").getLong("interval", DEFAULT_INTERVAL);
        KeycloakModelUtils.runJobInTransaction(
                sessionFactory,
                session -> session.getProvider(TimerProvider.class)
                        .schedule(new ClusterAwareScheduledTaskRunner(sessionFactory, this, interval), interval));
    }

    @Override
    public String getTaskName() {
        return "KeyliftRetention";
    }

    @Override
    public void run(KeycloakSession any) {
        long before = System.currentTimeMillis() - retention.toMillis();
        int removed;
        do {
            removed = KeycloakModelUtils.runJobInTransactionWithResult(
                    sessionFactory,
                    session -> ledgers.apply(session).deleteFinishedBefore(before, JOBS_PER_TRANSACTION));
        } while (removed == JOBS_PER_TRANSACTION);
    }
}
