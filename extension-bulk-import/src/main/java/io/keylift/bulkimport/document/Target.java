// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.document;

import java.util.HashMap;
import java.util.Map;
import org.keycloak.authorization.AuthorizationProvider;
import org.keycloak.common.Profile;
import org.keycloak.models.AuthenticationFlowModel;
import org.keycloak.models.ClientModel;
import org.keycloak.models.Constants;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.models.RoleModel;
import org.keycloak.models.utils.KeycloakModelUtils;

/**
 * Properties of the realm that a document is imported into.
 *
 * @param realm name of the realm
 * @param defaultRole name of its default role; {@code null} if it has none
 * @param flows ids of its authentication flows by alias
 * @param protocols protocols of its client scopes by name
 * @param protectsAdministration whether its clients for administrators have permissions, as with the first version of
 *     fine-grained admin permissions
 * @param escapesSlashes whether paths of groups escape slashes within a name
 */
public record Target(
        String realm,
        String defaultRole,
        Map<String, String> flows,
        Map<String, String> protocols,
        boolean protectsAdministration,
        boolean escapesSlashes) {

    public static Target of(KeycloakSession session, RealmModel realm) {
        RoleModel defaultRole = realm.getDefaultRole();
        Map<String, String> flows = new HashMap<>();
        realm.getAuthenticationFlowsStream()
                .filter(AuthenticationFlowModel::isTopLevel)
                .forEach(flow -> flows.put(flow.getAlias(), flow.getId()));
        Map<String, String> protocols = new HashMap<>();
        realm.getClientScopesStream().forEach(scope -> protocols.put(scope.getName(), scope.getProtocol()));
        return new Target(
                realm.getName(),
                defaultRole == null ? null : defaultRole.getName(),
                flows,
                protocols,
                protectsAdministration(session, realm),
                KeycloakModelUtils.escapeSlashesInGroupPath(session));
    }

    private static boolean protectsAdministration(KeycloakSession session, RealmModel realm) {
        ClientModel client = realm.getClientByClientId(Constants.REALM_MANAGEMENT_CLIENT_ID);
        return client != null
                && Profile.isFeatureEnabled(Profile.Feature.AUTHORIZATION)
                && session.getProvider(AuthorizationProvider.class)
                                .getStoreFactory()
                                .getResourceServerStore()
                                .findByClient(client)
                        != null;
    }
}
