// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.database;

import io.keylift.metrics.FailSafe;
import io.keylift.metrics.request.RequestTracker;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import java.util.function.Supplier;
import org.hibernate.engine.spi.SessionImplementor;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.KeycloakSessionFactory;
import org.keycloak.quarkus.runtime.storage.database.jpa.QuarkusJpaConnectionProviderFactory;

/**
 * Replaces Keycloak's factory by having its id, and adds a listener to each database session. It must be a subclass,
 * because Keycloak casts it. If a Keycloak version moves the superclass, its build fails with this JAR.
 */
public final class TimedJpaConnectionProviderFactory extends QuarkusJpaConnectionProviderFactory {

    private final FailSafe failSafe = new FailSafe("database times");
    private RequestTracker tracker;
    private Supplier<String> texts = () -> null;

    @Override
    public void postInit(KeycloakSessionFactory factory) {
        super.postInit(factory);
        tracker = RequestTracker.instance().orElse(null);
        PreparedTexts.instance().ifPresent(prepared -> texts = prepared::last);
    }

    @Override
    protected EntityManager createEntityManager(EntityManagerFactory factory, KeycloakSession session, boolean batch) {
        EntityManager manager = super.createEntityManager(factory, session, batch);
        if (tracker != null) {
            failSafe.attempt(() -> listenTo(manager));
        }
        return manager;
    }

    private void listenTo(EntityManager manager) {
        StatementTimes.listenTo(manager.unwrap(SessionImplementor.class), tracker.current(), texts);
    }
}
