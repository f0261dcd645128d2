// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.clients;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.keycloak.common.constants.ServiceAccountConstants;
import org.keycloak.protocol.saml.SamlConfigAttributes;
import org.keycloak.protocol.saml.SamlProtocol;
import org.keycloak.protocol.saml.util.ArtifactBindingUtils;

/**
 * Converts given clients to the form in which an import would have stored them, to compare them with the stored ones.
 */
final class ComparableClients {

    /** Keycloak sets this attribute itself, for the client of a realm. */
    private static final String REALM_CLIENT = "realm_client";

    private ComparableClients() {}

    static ClientRecord of(ClientRecord client, ClientRecord stored) {
        client.setDirectGrantsOnly(null); // another name of three other fields
        if (client.getAttributes() != null) {
            Map<String, String> attributes = new HashMap<>(client.getAttributes());
            attributes.remove(REALM_CLIENT);
            Map<String, String> there = Objects.requireNonNullElse(stored.getAttributes(), Map.of());
            // An empty secret counts as none, as in the stored client.
            attributes
                    .entrySet()
                    .removeIf(attribute -> ClientSecrets.isSecret(attribute.getKey())
                            && "".equals(attribute.getValue())
                            && "".equals(there.get(attribute.getKey())));
            client.setAttributes(attributes);
        }
        if (SamlProtocol.LOGIN_PROTOCOL.equals(client.getProtocol())) {
            addArtifactBinding(client);
        }
        if (losesScopeOfServiceAccount(client, stored)) {
            List<String> scopes = new ArrayList<>(stored.getDefaultClientScopes());
            scopes.remove(ServiceAccountConstants.SERVICE_ACCOUNT_SCOPE);
            client.setDefaultClientScopes(scopes);
        }
        if (client.getDefaultClientScopes() != null && client.getOptionalClientScopes() != null) {
            // A default scope is not optional, too.
            List<String> optional = new ArrayList<>(client.getOptionalClientScopes());
            optional.removeAll(client.getDefaultClientScopes());
            client.setOptionalClientScopes(optional);
        }
        return client;
    }

    /** Adds the value that an update of a SAML client derives from the clientId if the record does not have it. */
    private static void addArtifactBinding(ClientRecord client) {
        Map<String, String> attributes = new HashMap<>(Objects.requireNonNullElse(client.getAttributes(), Map.of()));
        attributes.computeIfAbsent(
                SamlConfigAttributes.SAML_ARTIFACT_BINDING_IDENTIFIER,
                name -> ArtifactBindingUtils.computeArtifactBindingIdentifierString(client.getClientId()));
        client.setAttributes(attributes);
    }

    /** Whether an update removes the scope, because the client has no service account. */
    private static boolean losesScopeOfServiceAccount(ClientRecord client, ClientRecord stored) {
        boolean enabled = Objects.requireNonNullElse(
                client.isServiceAccountsEnabled(), Boolean.TRUE.equals(stored.isServiceAccountsEnabled()));
        List<String> there = stored.getDefaultClientScopes();
        return !enabled
                && client.getDefaultClientScopes() == null
                && client.getOptionalClientScopes() == null
                && there != null
                && there.contains(ServiceAccountConstants.SERVICE_ACCOUNT_SCOPE);
    }
}
