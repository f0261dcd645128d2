// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import org.keycloak.common.ClientConnection;
import org.keycloak.models.ClientModel;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.models.UserModel;
import org.keycloak.representations.AccessToken;
import org.keycloak.services.resources.admin.AdminAuth;

/**
 * Who asked for an import, without any tie to the request's session, so that it can be looked up again in each chunk's session.
 *
 * @param realmId realm the caller belongs to
 * @param userId the caller
 * @param clientId internal id of the client the caller came through
 * @param token the caller's access token as it was verified; its signature and text are not kept
 * @param address remote address, for admin events
 */
public record Caller(String realmId, String userId, String clientId, AccessToken token, String address) {

    public static Caller of(AdminAuth auth, ClientConnection connection) {
        return new Caller(
                auth.getRealm().getId(),
                auth.getUser().getId(),
                auth.getClient().getId(),
                auth.getToken(),
                connection == null ? null : connection.getRemoteHost());
    }

    AdminAuth in(KeycloakSession session) {
        RealmModel realm = session.realms().getRealm(realmId);
        UserModel user = realm == null ? null : session.users().getUserById(realm, userId);
        ClientModel client = realm == null ? null : session.clients().getClientById(realm, clientId);
        if (user == null || client == null || !user.isEnabled()) {
            throw new CallerGoneException();
        }
        return new AdminAuth(realm, token, user, client);
    }

    /** The caller was removed, disabled or deprived of the right to import while the import ran. */
    static final class CallerGoneException extends RuntimeException {
        private static final long serialVersionUID = 1L;

        CallerGoneException() {
            super("The caller of the import was removed or disabled, or lost the right to import");
        }
    }
}
