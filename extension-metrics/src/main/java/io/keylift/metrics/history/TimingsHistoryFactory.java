// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.history;

import io.keylift.metrics.FailSafe;
import io.keylift.metrics.observer.GrowthGauges;
import io.keylift.metrics.observer.ObserverOptions;
import io.keylift.metrics.request.Delivery;
import io.keylift.metrics.request.RequestObserver;
import io.keylift.metrics.request.RequestObserverFactory;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.keycloak.Config;
import org.keycloak.common.util.Environment;
import org.keycloak.connections.infinispan.InfinispanConnectionProvider;
import org.keycloak.connections.jpa.JpaConnectionProvider;
import org.keycloak.models.KeycloakSessionFactory;
import org.keycloak.models.utils.PostMigrationEvent;
import org.keycloak.provider.Provider;
import org.keycloak.provider.ProviderConfigProperty;
import org.keycloak.provider.ProviderEvent;
import org.keycloak.provider.ProviderEventListener;
import org.keycloak.provider.ServerInfoAwareProviderFactory;

/** Keeps the history of timings. */
public final class TimingsHistoryFactory implements RequestObserverFactory, ServerInfoAwareProviderFactory {

    private final ProviderEventListener events = this::onEvent;
    private final FailSafe start = new FailSafe("the history of timings");
    private HistorySettings settings;
    private HistoryWriter writer;
    private GrowthGauges growth;
    private KeycloakSessionFactory sessionFactory;
    private volatile TimingsHistory history;

    @Override
    public String getId() {
        return HistorySettings.ID;
    }

    @Override
    public void init(Config.Scope config) {
        settings = HistorySettings.of(new ObserverOptions(HistorySettings.ID, config::get));
        writer = new HistoryWriter(settings);
    }

    @Override
    public void postInit(KeycloakSessionFactory factory) {
        sessionFactory = factory;
        factory.register(events);
    }

    private void onEvent(ProviderEvent event) {
        // Commands such as an export have no requests.
        if (event instanceof PostMigrationEvent && !Environment.isNonServerMode()) {
            start.attempt(() -> {
                growth = GrowthGauges.ofTheServer();
                history = TimingsHistory.start(sessionFactory, settings, writer, growth);
            });
        }
    }

    /** The factories of these providers are closed after this one. */
    @Override
    public Set<Class<? extends Provider>> dependsOn() {
        return Set.of(JpaConnectionProvider.class, InfinispanConnectionProvider.class);
    }

    @Override
    public Delivery delivery() {
        return Delivery.BATCHED;
    }

    @Override
    public RequestObserver observer() {
        return writer;
    }

    /** Returns the history of this server; empty if it is disabled or not started. */
    public static Optional<TimingsHistory> history(KeycloakSessionFactory factory) {
        return factory.getProviderFactory(RequestObserver.class, HistorySettings.ID)
                        instanceof TimingsHistoryFactory found
                ? Optional.ofNullable(found.history)
                : Optional.empty();
    }

    @Override
    public List<ProviderConfigProperty> getConfigMetadata() {
        return HistorySettings.metadata();
    }

    @Override
    public Map<String, String> getOperationalInfo() {
        return settings.describe();
    }

    @Override
    public void close() {
        if (sessionFactory != null) {
            sessionFactory.unregister(events);
        }
        if (history != null) {
            history.close();
            growth.close();
        }
    }
}
