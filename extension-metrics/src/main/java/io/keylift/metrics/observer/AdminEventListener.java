// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.observer;

import io.keylift.metrics.FailSafe;
import org.keycloak.events.Event;
import org.keycloak.events.EventListenerProvider;
import org.keycloak.events.EventListenerTransaction;
import org.keycloak.events.admin.AdminEvent;
import org.keycloak.models.KeycloakSession;

/** Counts the admin events of one session when its transaction is committed. */
final class AdminEventListener implements EventListenerProvider {

    private final KeycloakSession session;
    private final MicrometerObserver observer;
    private final FailSafe failSafe;

    /** {@code null} before the first event: Keycloak also creates a listener for each user event. */
    private EventListenerTransaction transaction;

    AdminEventListener(KeycloakSession session, MicrometerObserver observer) {
        this.session = session;
        this.observer = observer;
        this.failSafe = observer.adminEventCounts();
    }

    /** The change is committed already. */
    private void count(AdminEvent event) {
        failSafe.attempt(() -> observer.adminEvent(
                event.getRealmName(),
                event.getResourceTypeAsString(),
                event.getOperationType() == null
                        ? null
                        : event.getOperationType().name()));
    }

    @Override
    public void onEvent(Event event) {
        // Keycloak has its own meters for user events.
    }

    @Override
    public void onEvent(AdminEvent event, boolean includeRepresentation) {
        failSafe.attempt(() -> {
            if (transaction == null) {
                transaction = new EventListenerTransaction((committed, full) -> count(committed), null);
                session.getTransactionManager().enlistAfterCompletion(transaction);
            }
            transaction.addAdminEvent(event, false);
        });
    }

    @Override
    public void close() {}
}
