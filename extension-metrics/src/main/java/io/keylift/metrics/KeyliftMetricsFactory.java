// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics;

import io.keylift.metrics.cache.CacheTimings;
import io.keylift.metrics.database.TakeUpTransactionManagerLookup;
import io.keylift.metrics.database.TimedJpaConnectionProviderFactory;
import io.keylift.metrics.hashing.TimedPasswordHashFactory;
import io.keylift.metrics.observer.MicrometerObserverFactory;
import io.keylift.metrics.request.RequestObserver;
import io.keylift.metrics.request.RequestTracker;
import java.util.Map;
import org.jboss.logging.Logger;
import org.keycloak.Config;
import org.keycloak.connections.jpa.JpaConnectionProvider;
import org.keycloak.credential.hash.PasswordHashProvider;
import org.keycloak.events.Event;
import org.keycloak.events.EventListenerProvider;
import org.keycloak.events.EventListenerProviderFactory;
import org.keycloak.events.admin.AdminEvent;
import org.keycloak.models.ClientModel;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.KeycloakSessionFactory;
import org.keycloak.models.RealmModel;
import org.keycloak.models.utils.PostMigrationEvent;
import org.keycloak.provider.Provider;
import org.keycloak.provider.ProviderEvent;
import org.keycloak.provider.ProviderEventListener;
import org.keycloak.provider.ProviderFactory;
import org.keycloak.provider.ServerInfoAwareProviderFactory;
import org.keycloak.transaction.JtaTransactionManagerLookup;

/**
 * Puts the extension together: begins when the server's bootstrap has ended and ends with the server. It is a listener
 * to the events of all realms, for those of administrators are counted.
 */
public final class KeyliftMetricsFactory implements EventListenerProviderFactory, ServerInfoAwareProviderFactory {

    private static final Logger LOG = Logger.getLogger(KeyliftMetricsFactory.class);

    private final ProviderEventListener events = this::onEvent;
    private RequestTracker timings;
    private KeycloakSessionFactory sessionFactory;

    /**
     * Counts the events of administrators; {@code null} if it is switched off. Known once, for there is a listener for
     * each event of a user's, too.
     */
    private volatile MicrometerObserverFactory micrometer;

    @Override
    public String getId() {
        return "keylift-metrics";
    }

    /**
     * Whether there may be events of administrators now. Keycloak asks for each event, and makes a listener of its own
     * for each: where users sign in, and there are only users' events, that would be a good part of what we take of a
     * request.
     */
    @Override
    public boolean isGlobal() {
        return timings == null || !timings.isAtProtocolEndpoint();
    }

    @Override
    public void init(Config.Scope config) {}

    @Override
    public void postInit(KeycloakSessionFactory factory) {
        sessionFactory = factory;
        timings = RequestTracker.instance().orElse(null);
        if (timings != null) {
            factory.register(events);
        }
    }

    private void onEvent(ProviderEvent event) {
        if (event instanceof PostMigrationEvent) {
            timings.start(sessionFactory);
            findMicrometer();
            warnOfOthers();
            DoubleTracing.warn(sessionFactory);
            new CacheTimings(timings).start(sessionFactory);
        } else if (event instanceof RealmModel.RealmRemovedEvent) {
            timings.disown();
        } else if (event instanceof ClientModel.ClientRemovedEvent) {
            timings.disownClient();
        }
    }

    /** Another JAR may have an observer of this id. */
    private void findMicrometer() {
        if (sessionFactory.getProviderFactory(RequestObserver.class, MicrometerObserverFactory.ID)
                instanceof MicrometerObserverFactory found) {
            micrometer = found;
        }
    }

    /** Another JAR may stand where ours would. */
    private void warnOfOthers() {
        expect(JpaConnectionProvider.class, "quarkus", TimedJpaConnectionProviderFactory.class, "database times");
        expect(JtaTransactionManagerLookup.class, "quarkus", TakeUpTransactionManagerLookup.class, "queue times");
        for (String id : TimedPasswordHashFactory.IDS) {
            expect(PasswordHashProvider.class, id, TimedPasswordHashFactory.class, "hash times of " + id);
        }
    }

    private void expect(Class<? extends Provider> spi, String id, Class<?> ours, String figures) {
        ProviderFactory<?> found = sessionFactory.getProviderFactory(spi, id);
        if (found != null && !ours.isInstance(found)) {
            LOG.warnf(
                    "Provider %s replaces %s, so Keylift does not measure %s",
                    found.getClass().getName(), ours.getName(), figures);
        }
    }

    @Override
    public EventListenerProvider create(KeycloakSession session) {
        return micrometer == null ? NoEvents.INSTANCE : micrometer.adminEvents(session);
    }

    @Override
    public Map<String, String> getOperationalInfo() {
        return Map.of("version", String.valueOf(getClass().getPackage().getImplementationVersion()));
    }

    @Override
    public void close() {
        if (timings != null) {
            sessionFactory.unregister(events);
            timings.stop();
        }
    }

    private enum NoEvents implements EventListenerProvider {
        INSTANCE;

        @Override
        public void onEvent(Event event) {}

        @Override
        public void onEvent(AdminEvent event, boolean includeRepresentation) {}

        @Override
        public void close() {}
    }
}
