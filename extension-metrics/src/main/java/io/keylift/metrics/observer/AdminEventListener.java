// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.observer;

import org.keycloak.events.Event;
import org.keycloak.events.EventListenerProvider;
import org.keycloak.events.EventListenerTransaction;
import org.keycloak.events.admin.AdminEvent;
import org.keycloak.models.KeycloakSession;

/** Counts the changes that one session makes by the Admin API, if they are committed. */
final class AdminEventListener implements EventListenerProvider {

    private final EventListenerTransaction transaction;

    AdminEventListener(KeycloakSession session, MicrometerObserver observer) {
        transaction = new EventListenerTransaction((event, full) -> count(observer, event), null);
        session.getTransactionManager().enlistAfterCompletion(transaction);
    }

    private static void count(MicrometerObserver observer, AdminEvent event) {
        observer.adminEvent(
                event.getRealmName(),
                event.getResourceTypeAsString(),
                event.getOperationType() == null
                        ? null
                        : event.getOperationType().name());
    }

    @Override
    public void onEvent(Event event) {
        // Keycloak has meters of its own for users' events.
    }

    @Override
    public void onEvent(AdminEvent event, boolean includeRepresentation) {
        transaction.addAdminEvent(event, false);
    }

    @Override
    public void close() {}
}
