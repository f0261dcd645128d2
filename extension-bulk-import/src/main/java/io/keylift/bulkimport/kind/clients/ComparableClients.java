// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.clients;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.keycloak.common.constants.ServiceAccountConstants;
import org.keycloak.models.ClientScopeModel;
import org.keycloak.models.RealmModel;
import org.keycloak.models.utils.KeycloakModelUtils;
import org.keycloak.protocol.oidc.OIDCLoginProtocol;
import org.keycloak.protocol.saml.SamlConfigAttributes;

/** Given clients as an import would have stored them, for the comparison with the stored ones. */
final class ComparableClients {

    /** Keycloak derives it from the clientId. */
    private static final String ARTIFACT_BINDING = SamlConfigAttributes.SAML_ARTIFACT_BINDING_IDENTIFIER;

    /** Keycloak shows it with the client of a realm, and stores it itself. */
    private static final String REALM_CLIENT = "realm_client";

    /** The realm's client scope of service accounts; {@code null} if it has none. */
    private final ClientScopeModel ofServiceAccounts;

    ComparableClients(RealmModel realm) {
        ofServiceAccounts =
                KeycloakModelUtils.getClientScopeByName(realm, ServiceAccountConstants.SERVICE_ACCOUNT_SCOPE);
    }

    ClientRecord of(ClientRecord client, ClientRecord stored) {
        client.setDirectGrantsOnly(null); // another name of three other fields
        if (client.getAttributes() != null) {
            Map<String, String> attributes = new HashMap<>(client.getAttributes());
            attributes.keySet().removeAll(List.of(ARTIFACT_BINDING, REALM_CLIENT));
            client.setAttributes(attributes);
        }
        if (getsScopeOfServiceAccount(client, stored)) {
            addScopeOfServiceAccount(client, stored);
        }
        if (client.getDefaultClientScopes() != null && client.getOptionalClientScopes() != null) {
            // A default scope is no optional one.
            List<String> optional = new ArrayList<>(client.getOptionalClientScopes());
            optional.removeAll(client.getDefaultClientScopes());
            client.setOptionalClientScopes(optional);
        }
        return client;
    }

    /** An update gives the scope to a client whose record has a service account and no list of default scopes. */
    private boolean getsScopeOfServiceAccount(ClientRecord client, ClientRecord stored) {
        if (ofServiceAccounts == null || !client.wantsServiceAccount() || client.getType() != null) {
            return false;
        }
        String protocol = client.getProtocol() == null ? stored.getProtocol() : client.getProtocol();
        return client.getDefaultClientScopes() == null
                && ofServiceAccounts
                        .getProtocol()
                        .equals(Objects.requireNonNullElse(protocol, OIDCLoginProtocol.LOGIN_PROTOCOL));
    }

    private static void addScopeOfServiceAccount(ClientRecord client, ClientRecord stored) {
        List<String> optional = Objects.requireNonNullElse(client.getOptionalClientScopes(), List.of());
        Set<String> scopes = new LinkedHashSet<>(stored.getDefaultClientScopes());
        scopes.add(ServiceAccountConstants.SERVICE_ACCOUNT_SCOPE);
        scopes.removeAll(optional);
        client.setDefaultClientScopes(new ArrayList<>(scopes));
    }
}
