// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

import org.keycloak.models.ClientModel;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.utils.KeycloakSessionUtil;

/**
 * The client that sent a request, and the realm that it is for. They belong to different realms if an administrator of
 * one realm calls the Admin API for another.
 *
 * @param realm name of the client's realm; without a client, that of {@code pathRealm}
 * @param client client id, or {@code null} if the request has none
 * @param pathRealm name of the realm that the request is for, or {@code null} if it has none
 */
record RequestOwner(String realm, String client, String pathRealm) {

    static final RequestOwner NONE = new RequestOwner(null, null, null);

    /** The realm and client of this session; {@link #NONE} if one of them has just been removed. */
    static RequestOwner of(KeycloakSession session) {
        try {
            RealmModel realm = session.getContext().getRealm();
            ClientModel client = session.getContext().getClient();
            String pathRealm = realm == null ? null : realm.getName();
            return client == null
                    ? new RequestOwner(pathRealm, null, pathRealm)
                    : new RequestOwner(client.getRealm().getName(), client.getClientId(), pathRealm);
        } catch (RuntimeException e) {
            return NONE;
        }
    }

    /**
     * The realm and client of the current thread's Keycloak session, which is not thread-safe; {@code null} while it
     * has no client.
     */
    static RequestOwner ofThisThread() {
        KeycloakSession session = KeycloakSessionUtil.getKeycloakSession();
        if (session == null || session.getContext().getClient() == null) {
            return null;
        }
        RequestOwner found = of(session);
        return found.client == null ? null : found;
    }

    RequestOwner withoutClient() {
        return new RequestOwner(pathRealm, null, pathRealm);
    }
}
