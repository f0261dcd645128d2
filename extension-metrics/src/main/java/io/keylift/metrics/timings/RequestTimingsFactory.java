// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.timings;

import io.keylift.metrics.FailSafe;
import io.keylift.metrics.observer.ObserverOptions;
import io.keylift.metrics.recent.RecentWork;
import io.keylift.metrics.request.Delivery;
import io.keylift.metrics.request.RequestObserver;
import io.keylift.metrics.request.RequestObserverFactory;
import io.keylift.metrics.request.RequestTracker;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.keycloak.Config;
import org.keycloak.models.KeycloakSessionFactory;
import org.keycloak.models.RealmModel;
import org.keycloak.provider.ProviderConfigProperty;
import org.keycloak.provider.ProviderEvent;
import org.keycloak.provider.ProviderEventListener;
import org.keycloak.provider.ServerInfoAwareProviderFactory;

/** Keeps the figures of the requests of the last minutes and serves them on the management interface. */
public final class RequestTimingsFactory implements RequestObserverFactory, ServerInfoAwareProviderFactory {

    private final ProviderEventListener realms = this::onEvent;
    private final FailSafe failSafe = new FailSafe("removal of the request timings of removed realms");
    private TimingsSettings settings;
    private final HistoryAccess historyAccess = new HistoryAccess();
    private RecentWork work;
    private KeycloakSessionFactory sessionFactory;

    @Override
    public String getId() {
        return TimingsSettings.ID;
    }

    @Override
    public void init(Config.Scope config) {
        settings = TimingsSettings.of(new ObserverOptions(TimingsSettings.ID, config::get));
        work = new RecentWork(
                settings.limits(),
                System::nanoTime,
                () -> RequestTracker.instance().ifPresent(RequestTracker::catchUp));
    }

    @Override
    public void postInit(KeycloakSessionFactory factory) {
        sessionFactory = factory;
        factory.register(realms);
        ManagementRoute.instance().ifPresent(route -> route.serve(work, factory, historyAccess));
    }

    /** A new realm may have the former name of a renamed realm, so the figures of that name are dropped. */
    private void onEvent(ProviderEvent event) {
        failSafe.attempt(() -> forget(event));
    }

    private void forget(ProviderEvent event) {
        if (event instanceof RealmModel.RealmRemovedEvent removed) {
            work.forget(removed.getRealm().getName());
        } else if (event instanceof RealmModel.RealmPostCreateEvent created) {
            work.forget(created.getCreatedRealm().getName());
        }
    }

    @Override
    public Delivery delivery() {
        return Delivery.BATCHED;
    }

    @Override
    public RequestObserver observer() {
        return work;
    }

    /** Returns what is kept of the requests of the last minutes; empty if the observer is disabled. */
    static Optional<RecentWork> work(KeycloakSessionFactory factory) {
        return find(factory).map(found -> found.work);
    }

    /** Returns the access of this node to the history. */
    static HistoryAccess historyAccess(KeycloakSessionFactory factory) {
        return find(factory).map(found -> found.historyAccess).orElseGet(HistoryAccess::new);
    }

    private static Optional<RequestTimingsFactory> find(KeycloakSessionFactory factory) {
        return factory.getProviderFactory(RequestObserver.class, TimingsSettings.ID)
                        instanceof RequestTimingsFactory found
                ? Optional.of(found)
                : Optional.empty();
    }

    @Override
    public List<ProviderConfigProperty> getConfigMetadata() {
        return TimingsSettings.metadata();
    }

    @Override
    public Map<String, String> getOperationalInfo() {
        return settings.describe();
    }

    @Override
    public void close() {
        if (sessionFactory != null) {
            sessionFactory.unregister(realms);
            ManagementRoute.instance().ifPresent(ManagementRoute::stop);
        }
    }
}
