// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.database;

import io.keylift.metrics.FailSafe;
import io.keylift.metrics.request.RequestTracker;
import io.keylift.metrics.request.Work;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import org.hibernate.engine.spi.SessionImplementor;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.KeycloakSessionFactory;
import org.keycloak.quarkus.runtime.storage.database.jpa.QuarkusJpaConnectionProviderFactory;

/**
 * Keycloak's own, in whose place it stands by having its id, with a listener to each of its database sessions. It has
 * to be a subclass, for Keycloak casts it: a Keycloak that has moved the superclass cannot be built with it.
 */
public final class TimedJpaConnectionProviderFactory extends QuarkusJpaConnectionProviderFactory {

    private final FailSafe standDown = new FailSafe("database times");
    private RequestTracker timings;

    @Override
    public void postInit(KeycloakSessionFactory factory) {
        super.postInit(factory);
        timings = RequestTracker.instance().orElse(null);
    }

    @Override
    protected EntityManager createEntityManager(EntityManagerFactory factory, KeycloakSession session, boolean batch) {
        EntityManager manager = super.createEntityManager(factory, session, batch);
        if (timings != null) {
            standDown.attempt(() -> listenTo(manager));
        }
        return manager;
    }

    private void listenTo(EntityManager manager) {
        Work work = timings.current();
        SessionImplementor session = manager.unwrap(SessionImplementor.class);
        session.addEventListeners(new StatementTimes(work));
        CommitTime.listenTo(session, work);
    }
}
