// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.clients;

import io.keylift.bulkimport.kinds.clients.draft.DraftClient;
import org.keycloak.common.Profile;
import org.keycloak.common.constants.ServiceAccountConstants;
import org.keycloak.models.ClientScopeModel;
import org.keycloak.models.RealmModel;
import org.keycloak.models.utils.KeycloakModelUtils;

/** Keycloak's changes of a client, except its user, when a service account is enabled or disabled. */
final class ServiceAccountScope {

    private ServiceAccountScope() {}

    static boolean isAssigned(DraftClient client) {
        return client.getClientScopes(true).containsKey(ServiceAccountConstants.SERVICE_ACCOUNT_SCOPE);
    }

    static void enable(RealmModel realm, DraftClient client) {
        client.setServiceAccountsEnabled(true);
        ClientScopeModel scope = scope(realm, client);
        if (scope != null) {
            if (client.getClientScopes(false).containsKey(scope.getName())) {
                client.removeClientScope(scope);
            }
            client.addClientScope(scope, true);
        }
    }

    static void disable(RealmModel realm, DraftClient client) {
        client.setServiceAccountsEnabled(false);
        ClientScopeModel scope = scope(realm, client);
        if (scope != null) {
            client.removeClientScope(scope);
        }
    }

    /** Id of the scope; {@code null} if the client gets none. */
    static String id(RealmModel realm, DraftClient client) {
        ClientScopeModel scope = scope(realm, client);
        return scope == null ? null : scope.getId();
    }

    /** No scope for a client with a client type: the type defines the protocol mappers of its clients. */
    private static ClientScopeModel scope(RealmModel realm, DraftClient client) {
        boolean typed = Profile.isFeatureEnabled(Profile.Feature.CLIENT_TYPES) && client.getType() != null;
        return typed
                ? null
                : KeycloakModelUtils.getClientScopeByName(realm, ServiceAccountConstants.SERVICE_ACCOUNT_SCOPE);
    }
}
