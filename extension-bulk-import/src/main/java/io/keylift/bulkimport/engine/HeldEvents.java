// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import java.util.ArrayList;
import java.util.List;
import org.jboss.logging.Logger;
import org.keycloak.common.ClientConnection;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.services.resources.admin.AdminAuth;
import org.keycloak.services.resources.admin.AdminEventBuilder;

/**
 * The admin events of one attempt to write a chunk. Keycloak notifies listeners at once. These events are fired once
 * the attempt is committed, and never if it is rolled back.
 */
final class HeldEvents {

    private static final Logger LOG = Logger.getLogger(HeldEvents.class);

    private final List<AdminEventBuilder> held = new ArrayList<>(0);

    AdminEventBuilder builder(RealmModel realm, AdminAuth auth, KeycloakSession session, ClientConnection connection) {
        return new Held(realm, auth, session, connection);
    }

    boolean isEmpty() {
        return held.isEmpty();
    }

    /** Fires the events in another session than that of the attempt. */
    void tell(KeycloakSession session) {
        for (AdminEventBuilder event : held) {
            try {
                event.clone(session).success();
            } catch (RuntimeException e) {
                LOG.warnf(
                        e,
                        "Failed to send the admin event of %s",
                        event.getEvent().getResourcePath());
            }
        }
    }

    private final class Held extends AdminEventBuilder {

        Held(RealmModel realm, AdminAuth auth, KeycloakSession session, ClientConnection connection) {
            super(realm, auth, session, connection);
        }

        @Override
        protected void send() {
            held.add(this);
        }
    }
}
