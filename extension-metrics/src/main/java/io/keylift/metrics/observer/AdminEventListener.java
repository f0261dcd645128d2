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

    private final KeycloakSession session;
    private final MicrometerObserver observer;

    /** {@code null} until there is an event: Keycloak makes a listener for each event of a user's, too. */
    private EventListenerTransaction transaction;

    AdminEventListener(KeycloakSession session, MicrometerObserver observer) {
        this.session = session;
        this.observer = observer;
    }

    private void count(AdminEvent event) {
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
        if (transaction == null) {
            transaction = new EventListenerTransaction((committed, full) -> count(committed), null);
            session.getTransactionManager().enlistAfterCompletion(transaction);
        }
        transaction.addAdminEvent(event, false);
    }

    @Override
    public void close() {}
}
