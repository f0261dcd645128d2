// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

import org.keycloak.models.ClientModel;
import org.keycloak.models.KeycloakSession;
import org.keycloak.utils.KeycloakSessionUtil;

/**
 * The client that the server has found for a request.
 *
 * @param realm name of the client's realm
 * @param id client id
 */
record FoundClient(String realm, String id) {

    /** The client of the current thread's Keycloak session, which no other thread may ask; {@code null} if unknown. */
    static FoundClient ofThisThread() {
        KeycloakSession session = KeycloakSessionUtil.getKeycloakSession();
        if (session == null) {
            return null;
        }
        try {
            ClientModel client = session.getContext().getClient();
            return client == null ? null : new FoundClient(client.getRealm().getName(), client.getClientId());
        } catch (RuntimeException e) {
            // Realm or client has just been removed.
            return null;
        }
    }
}
