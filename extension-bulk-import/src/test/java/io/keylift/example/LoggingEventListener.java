// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.example;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jboss.logging.Logger;
import org.keycloak.Config;
import org.keycloak.events.Event;
import org.keycloak.events.EventListenerProvider;
import org.keycloak.events.EventListenerProviderFactory;
import org.keycloak.events.admin.AdminEvent;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.KeycloakSessionFactory;
import org.keycloak.models.RealmModel;
import org.keycloak.provider.ProviderEvent;
import org.keycloak.util.JsonSerialization;

/**
 * An event listener that writes each admin event to the log at once, without waiting for the commit. Of realms that
 * have this listener, it also writes each event of Keycloak's models.
 */
public final class LoggingEventListener implements EventListenerProviderFactory, EventListenerProvider {

    private static final Logger LOG = Logger.getLogger(LoggingEventListener.class);

    @Override
    public String getId() {
        return "told-events";
    }

    @Override
    public EventListenerProvider create(KeycloakSession session) {
        return this;
    }

    @Override
    public void onEvent(Event event) {}

    @Override
    public void onEvent(AdminEvent event, boolean includeRepresentation) {
        LOG.infof("told of %s: ADMIN %s", event.getRealmName(), json(event));
    }

    private static String json(AdminEvent event) {
        Map<String, Object> told = new LinkedHashMap<>();
        told.put("operation", event.getOperationType());
        told.put("type", event.getResourceTypeAsString());
        told.put("path", event.getResourcePath());
        told.put("details", event.getDetails());
        told.put("representation", event.getRepresentation());
        try {
            return JsonSerialization.writeValueAsString(told);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public void init(Config.Scope config) {}

    @Override
    public void postInit(KeycloakSessionFactory factory) {
        factory.register(this::told);
    }

    private void told(ProviderEvent event) {
        if (event instanceof RealmModel.RealmRemovedEvent) {
            return; // the settings of the realm can no longer be read
        }
        ModelEvent told = new ModelEvent(event);
        RealmModel realm = told.realm();
        if (realm != null && realm.getEventsListenersStream().anyMatch(getId()::equals)) {
            LOG.infof("told of %s: MODEL %s", realm.getName(), told);
        }
    }

    @Override
    public void close() {}
}
