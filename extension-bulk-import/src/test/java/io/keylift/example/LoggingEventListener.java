// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.example;

import org.jboss.logging.Logger;
import org.keycloak.Config;
import org.keycloak.events.Event;
import org.keycloak.events.EventListenerProvider;
import org.keycloak.events.EventListenerProviderFactory;
import org.keycloak.events.admin.AdminEvent;
import org.keycloak.models.GroupModel;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.KeycloakSessionFactory;
import org.keycloak.models.OrganizationModel;
import org.keycloak.models.RealmModel;
import org.keycloak.models.UserModel;

/** An event listener that writes each admin event to the log at once, without waiting for the commit. */
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
        LOG.infof("told of %s: %s %s", event.getRealmName(), event.getOperationType(), event.getResourcePath());
    }

    @Override
    public void init(Config.Scope config) {}

    /** Of realms that have this listener, it also writes down who joins which group or organization. */
    @Override
    public void postInit(KeycloakSessionFactory factory) {
        factory.register(event -> {
            if (event instanceof GroupModel.GroupMemberJoinEvent joined) {
                told(
                        joined.getRealm(),
                        joined.getUser(),
                        "group " + joined.getGroup().getName());
            } else if (event instanceof OrganizationModel.OrganizationMemberJoinEvent joined) {
                told(
                        joined.getSession().getContext().getRealm(),
                        joined.getUser(),
                        "organization " + joined.getOrganization().getName());
            }
        });
    }

    private void told(RealmModel realm, UserModel user, String joined) {
        if (realm.getEventsListenersStream().anyMatch(getId()::equals)) {
            LOG.infof("told of %s: JOIN %s %s", realm.getName(), user.getUsername(), joined);
        }
    }

    @Override
    public void close() {}
}
