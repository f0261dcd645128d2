// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.example.observer;

import jakarta.persistence.EntityManager;
import org.keycloak.Config;
import org.keycloak.connections.jpa.JpaConnectionProvider;
import org.keycloak.events.Event;
import org.keycloak.events.EventListenerProvider;
import org.keycloak.events.EventListenerProviderFactory;
import org.keycloak.events.EventType;
import org.keycloak.events.admin.AdminEvent;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.KeycloakSessionFactory;

/** An extension as it should not be: fifty statements for each sign-in. */
public final class FiftyStatementsFactory implements EventListenerProviderFactory {

    private static final int STATEMENTS = 50;

    @Override
    public String getId() {
        return "fifty-statements";
    }

    @Override
    public boolean isGlobal() {
        return true;
    }

    @Override
    public EventListenerProvider create(KeycloakSession session) {
        return new EventListenerProvider() {
            @Override
            public void onEvent(Event event) {
                if (event.getType() == EventType.LOGIN) {
                    EntityManager database =
                            session.getProvider(JpaConnectionProvider.class).getEntityManager();
                    for (int i = 0; i < STATEMENTS; i++) {
                        database.createNativeQuery("select 1").getResultList();
                    }
                }
            }

            @Override
            public void onEvent(AdminEvent event, boolean includeRepresentation) {}

            @Override
            public void close() {}
        };
    }

    @Override
    public void init(Config.Scope config) {}

    @Override
    public void postInit(KeycloakSessionFactory factory) {}

    @Override
    public void close() {}
}
