// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics;

import io.keylift.metrics.authentication.AuthenticationSteps;
import io.keylift.metrics.cache.CacheTimings;
import io.keylift.metrics.cluster.ClusterEvents;
import io.keylift.metrics.cluster.ClusterListener;
import io.keylift.metrics.database.PreparedTexts;
import io.keylift.metrics.database.TakeUpTransactionManagerLookup;
import io.keylift.metrics.database.TimedJpaConnectionProviderFactory;
import io.keylift.metrics.hashing.TimedPasswordHashFactory;
import io.keylift.metrics.observer.MicrometerObserverFactory;
import io.keylift.metrics.observer.StatementComments;
import io.keylift.metrics.request.RequestObserver;
import io.keylift.metrics.request.RequestTracker;
import java.util.List;
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
import org.keycloak.provider.ProviderConfigProperty;
import org.keycloak.provider.ProviderEvent;
import org.keycloak.provider.ProviderEventListener;
import org.keycloak.provider.ProviderFactory;
import org.keycloak.provider.ServerInfoAwareProviderFactory;
import org.keycloak.transaction.JtaTransactionManagerLookup;

/**
 * Starts the extension after the server's bootstrap and stops it with the server. It is also an event listener for all
 * realms, which counts admin events.
 */
public final class KeyliftMetricsFactory implements EventListenerProviderFactory, ServerInfoAwareProviderFactory {

    private static final Logger LOG = Logger.getLogger(KeyliftMetricsFactory.class);

    private final ProviderEventListener events = this::onEvent;
    private final FailSafe steps = new FailSafe("times of the steps of authentication flows");
    private final FailSafe start = new FailSafe("times of requests");
    private final FailSafe others = new FailSafe("check for other extensions in place of Keylift");
    private final FailSafe owners = new FailSafe("realms and clients of requests that remove them");
    private final FailSafe adminEvents = new FailSafe("listeners of admin events");
    private RequestTracker tracker;
    private MetricsSettings settings = MetricsSettings.of(name -> null);
    private KeycloakSessionFactory sessionFactory;

    /**
     * Counts admin events; {@code null} if that is switched off. Looked up once, because Keycloak creates a listener
     * for each user event, too.
     */
    private volatile MicrometerObserverFactory micrometer;

    @Override
    public String getId() {
        return MetricsSettings.ID;
    }

    /**
     * Whether admin events can occur now. Keycloak calls this method for each event, and creates a listener if it
     * returns {@code true}. During user events alone, that would be a large part of the extension's cost.
     */
    @Override
    public boolean isGlobal() {
        return tracker == null || adminEvents.attempt(() -> !tracker.isAtProtocolEndpoint(), false);
    }

    @Override
    public void init(Config.Scope config) {
        settings = MetricsSettings.of(config::get);
    }

    @Override
    public List<ProviderConfigProperty> getConfigMetadata() {
        return MetricsSettings.metadata();
    }

    @Override
    public void postInit(KeycloakSessionFactory factory) {
        sessionFactory = factory;
        start.attempt(() -> {
            tracker = RequestTracker.instance().orElse(null);
            if (tracker != null) {
                factory.register(events);
                addComments();
            }
        });
    }

    private void addComments() {
        PreparedTexts.instance()
                .filter(texts -> settings.comments() != StatementComments.NONE)
                .ifPresent(texts -> texts.change(sql -> settings.comments().addTo(sql, tracker.route())));
    }

    private void onEvent(ProviderEvent event) {
        if (event instanceof PostMigrationEvent) {
            start.attempt(() -> tracker.start(sessionFactory));
            adminEvents.attempt(this::findMicrometer);
            others.attempt(this::warnOfOthers);
            DoubleTracing.warn(sessionFactory);
            if (settings.timesSteps()) {
                steps.attempt(() -> AuthenticationSteps.time(sessionFactory, tracker, steps));
            }
            new CacheTimings(tracker).start(sessionFactory);
            ClusterEvents.instance().ifPresent(found -> new ClusterListener(found).start(sessionFactory));
        } else if (event instanceof RealmModel.RealmRemovedEvent) {
            owners.attempt(tracker::disown);
        } else if (event instanceof ClientModel.ClientRemovedEvent) {
            owners.attempt(tracker::disownClient);
        }
    }

    /** Another JAR may have registered an observer with this id. */
    private void findMicrometer() {
        if (sessionFactory.getProviderFactory(RequestObserver.class, MicrometerObserverFactory.ID)
                instanceof MicrometerObserverFactory found) {
            micrometer = found;
        }
    }

    /** Another JAR may have replaced one of our factories. */
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
        return micrometer == null
                ? NoEvents.INSTANCE
                : adminEvents.attempt(() -> micrometer.adminEvents(session), NoEvents.INSTANCE);
    }

    @Override
    public Map<String, String> getOperationalInfo() {
        Map<String, String> info = settings.describe();
        info.put("version", String.valueOf(getClass().getPackage().getImplementationVersion()));
        return info;
    }

    @Override
    public void close() {
        if (tracker != null) {
            sessionFactory.unregister(events);
            tracker.stop();
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
