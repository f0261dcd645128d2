// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.caller;

import io.keylift.bulkimport.job.Caller;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.keycloak.common.ClientConnection;
import org.keycloak.models.ClientModel;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.models.UserModel;
import org.keycloak.representations.AccessToken;
import org.keycloak.services.managers.RealmManager;
import org.keycloak.services.resources.admin.AdminAuth;

/** Identifies the caller of an import or export, in the request and later in the sessions of its chunks or pages. */
public final class Callers {

    /** In realm {@code master}, the client that has the admin roles of another realm is called after that realm. */
    private static final String OF_A_REALM = "-realm";

    private Callers() {}

    /**
     * The caller of an authenticated request.
     *
     * @param auth must have evaluated a permission before: a lightweight token has its roles only after that
     * @param realm realm of the import or export: roles of other realms are not kept
     */
    public static Caller of(AdminAuth auth, RealmModel realm, ClientConnection connection) {
        AccessToken token = auth.getToken();
        String administration = RealmManager.isAdministrationRealm(auth.getRealm())
                ? realm.getMasterAdminClient().getClientId()
                : null;
        Map<String, Set<String>> clientRoles = new TreeMap<>();
        token.getResourceAccess().forEach((client, access) -> {
            boolean ofAnotherRealm =
                    administration != null && client.endsWith(OF_A_REALM) && !client.equals(administration);
            if (!ofAnotherRealm) {
                clientRoles.put(client, new TreeSet<>(access.getRoles()));
            }
        });
        return new Caller(
                auth.getRealm().getId(),
                auth.getUser().getId(),
                auth.getClient().getId(),
                token.getIat(),
                token.getRealmAccess() == null
                        ? Set.of()
                        : new TreeSet<>(token.getRealmAccess().getRoles()),
                clientRoles,
                connection == null ? null : connection.getRemoteHost());
    }

    /**
     * The caller's permissions as Keycloak evaluates them now, for a token with the time of issue of the request's
     * token. The expiry of that token or of the session has no effect.
     *
     * @throws CallerGoneException if Keycloak would refuse any request of this caller
     */
    public static AdminAuth in(KeycloakSession session, Caller caller) {
        AdminAuth named = named(session, caller);
        AccessToken token = HeldRoles.token(session, caller, named.getRealm(), named.getClient(), named.getUser());
        return new AdminAuth(named.getRealm(), token, named.getUser(), named.getClient());
    }

    /**
     * The caller without any role, as an event names them.
     *
     * @throws CallerGoneException as above
     */
    public static AdminAuth named(KeycloakSession session, Caller caller) {
        RealmModel realm = session.realms().getRealm(caller.realmId());
        if (realm == null || !realm.isEnabled()) {
            throw new CallerGoneException("The realm of the caller was removed or disabled");
        }
        ClientModel client = session.clients().getClientById(realm, caller.clientId());
        if (client == null || !client.isEnabled()) {
            throw new CallerGoneException("The client of the caller's token was removed or disabled");
        }
        UserModel user = session.users().getUserById(realm, caller.userId());
        if (user == null || !user.isEnabled()) {
            throw new CallerGoneException("The caller was removed or disabled");
        }
        requireNotRevoked(caller, "of the caller's realm", realm.getNotBefore());
        requireNotRevoked(caller, "of the client of the caller's token", client.getNotBefore());
        requireNotRevoked(
                caller,
                "of the caller (set by \"Sign out all active sessions\")",
                session.users().getNotBeforeOfUser(realm, user));
        return new AdminAuth(realm, new AccessToken(), user, client);
    }

    private static void requireNotRevoked(Caller caller, String of, int notBefore) {
        if (caller.issuedAt() < notBefore) {
            throw new CallerGoneException("The not-before time " + of
                    + " is later than the token of the request. Send the request again with a new token.");
        }
    }
}
