// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.observer;

import io.keylift.metrics.FailSafe;
import io.keylift.metrics.cluster.ClusterEvents;
import io.keylift.metrics.request.Delivery;
import io.keylift.metrics.request.RequestObserver;
import io.keylift.metrics.request.RequestObserverFactory;
import io.keylift.metrics.request.RequestTracker;
import io.micrometer.core.instrument.Metrics;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import org.keycloak.Config;
import org.keycloak.events.EventListenerProvider;
import org.keycloak.events.admin.OperationType;
import org.keycloak.events.admin.ResourceType;
import org.keycloak.models.ClientModel;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.KeycloakSessionFactory;
import org.keycloak.models.RealmModel;
import org.keycloak.models.utils.PostMigrationEvent;
import org.keycloak.provider.ProviderConfigProperty;
import org.keycloak.provider.ProviderEvent;
import org.keycloak.provider.ProviderEventListener;
import org.keycloak.provider.ServerInfoAwareProviderFactory;

/** Records all figures with Micrometer; the server publishes them at {@code /metrics}. */
public final class MicrometerObserverFactory implements RequestObserverFactory, ServerInfoAwareProviderFactory {

    /** Id of this observer. */
    public static final String ID = "micrometer";

    private final ProviderEventListener realms = this::onEvent;
    private final FailSafe removals = new FailSafe("removal of the meters of removed realms and clients");
    private final FailSafe gauges = new FailSafe("numbers of current requests and of events of the cluster");
    private final FailSafe changes = new FailSafe("initial counters of admin events");
    private MicrometerSettings settings;
    private MicrometerObserver observer;
    private LoadGauges load;
    private ClusterMeters cluster;
    private KeycloakSessionFactory sessionFactory;

    @Override
    public String getId() {
        return ID;
    }

    @Override
    public void init(Config.Scope config) {
        settings = MicrometerSettings.of(new ObserverOptions(ID, config::get));
        observer = new MicrometerObserver(
                Metrics.globalRegistry,
                settings,
                () -> RequestTracker.instance().ifPresent(RequestTracker::catchUp));
    }

    @Override
    public void postInit(KeycloakSessionFactory factory) {
        sessionFactory = factory;
        factory.register(realms);
        gauges.attempt(() -> {
            RequestTracker.instance().ifPresent(tracker -> load = new LoadGauges(Metrics.globalRegistry, tracker));
            ClusterEvents.instance().ifPresent(events -> cluster = new ClusterMeters(Metrics.globalRegistry, events));
        });
    }

    private void onEvent(ProviderEvent event) {
        if (event instanceof PostMigrationEvent) {
            changes.attempt(
                    () -> observer.showAdminEvents(names(ResourceType.values()), names(OperationType.values())));
            removals.attempt(() -> RemovedRealmSweep.schedule(sessionFactory, observer, removals));
        } else if (event instanceof RealmModel.RealmRemovedEvent removed) {
            removals.attempt(() -> observer.realmRemoved(removed.getRealm().getName()));
        } else if (event instanceof ClientModel.ClientRemovedEvent removed) {
            removals.attempt(() -> clientRemoved(removed.getClient()));
        }
    }

    private void clientRemoved(ClientModel client) {
        if (settings.tagsClient()) {
            observer.clientRemoved(client.getRealm().getName(), client.getClientId());
        }
    }

    private static List<String> names(Enum<?>[] values) {
        return Arrays.stream(values).map(Enum::name).toList();
    }

    @Override
    public Delivery delivery() {
        return Delivery.BATCHED;
    }

    @Override
    public RequestObserver observer() {
        return observer;
    }

    /** Counts the admin events of this session when they are committed. */
    public EventListenerProvider adminEvents(KeycloakSession session) {
        return new AdminEventListener(session, observer);
    }

    @Override
    public List<ProviderConfigProperty> getConfigMetadata() {
        return MicrometerSettings.metadata();
    }

    @Override
    public Map<String, String> getOperationalInfo() {
        return settings.describe();
    }

    @Override
    public void close() {
        if (sessionFactory != null) {
            sessionFactory.unregister(realms);
        }
        if (load != null) {
            load.close();
        }
        if (cluster != null) {
            cluster.close();
        }
        observer.close();
    }
}
