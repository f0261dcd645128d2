// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.database;

import io.keylift.metrics.FailSafe;
import io.keylift.metrics.request.RequestTracker;
import jakarta.persistence.EntityManager;
import jakarta.persistence.EntityManagerFactory;
import java.util.function.Supplier;
import org.hibernate.engine.spi.SessionFactoryImplementor;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.KeycloakSessionFactory;
import org.keycloak.quarkus.runtime.storage.database.jpa.QuarkusJpaConnectionProviderFactory;

/**
 * Replaces Keycloak's factory by having its id, and times each database session. It must be a subclass, because
 * Keycloak casts it. If a Keycloak version moves the superclass, its build fails with this JAR.
 */
public final class TimedJpaConnectionProviderFactory extends QuarkusJpaConnectionProviderFactory {

    private final FailSafe failSafe = new FailSafe("database times");

    /** {@code null} until the server has started, and if sessions cannot be timed. */
    private EntityManagerFactory sessions;

    @Override
    public void postInit(KeycloakSessionFactory factory) {
        super.postInit(factory);
        failSafe.attempt(() -> RequestTracker.instance().ifPresent(this::time));
    }

    private void time(RequestTracker tracker) {
        Supplier<String> texts =
                PreparedTexts.instance().<Supplier<String>>map(all -> all::last).orElse(() -> null);
        sessions = new TimedSessions(
                entityManagerFactory.unwrap(SessionFactoryImplementor.class), failSafe, tracker::current, texts);
    }

    @Override
    protected EntityManager createEntityManager(EntityManagerFactory factory, KeycloakSession session, boolean batch) {
        return super.createEntityManager(sessions == null ? factory : sessions, session, batch);
    }
}
