// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.clients;

import io.keylift.bulkimport.kind.mappers.ComparableMappers;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.keycloak.common.constants.ServiceAccountConstants;
import org.keycloak.protocol.saml.SamlConfigAttributes;

/** Given clients as an import would have stored them, for the comparison with the stored ones. */
final class ComparableClients {

    /** Keycloak derives it from the clientId. */
    private static final String ARTIFACT_BINDING = SamlConfigAttributes.SAML_ARTIFACT_BINDING_IDENTIFIER;

    /** Keycloak shows it with the client of a realm, and stores it itself. */
    private static final String REALM_CLIENT = "realm_client";

    private ComparableClients() {}

    static ClientRecord of(ClientRecord client, ClientRecord stored) {
        client.setDirectGrantsOnly(null); // another name of three other fields
        if (client.getAttributes() != null) {
            Map<String, String> attributes = new HashMap<>(client.getAttributes());
            attributes.keySet().removeAll(List.of(ARTIFACT_BINDING, REALM_CLIENT));
            client.setAttributes(attributes);
        }
        if (client.getDefaultClientScopes() != null) {
            setScopes(client, stored);
        }
        ComparableMappers.addDefaults(client.getProtocolMappers(), stored.getProtocolMappers());
        return client;
    }

    /** A client with a service account has the scope of service accounts, and a default scope is no optional one. */
    private static void setScopes(ClientRecord client, ClientRecord stored) {
        List<String> scopes = new ArrayList<>(client.getDefaultClientScopes());
        List<String> there = stored.getDefaultClientScopes();
        if (there != null && there.contains(ServiceAccountConstants.SERVICE_ACCOUNT_SCOPE)) {
            scopes.add(ServiceAccountConstants.SERVICE_ACCOUNT_SCOPE);
        }
        client.setDefaultClientScopes(scopes);
        if (client.getOptionalClientScopes() != null) {
            List<String> optional = new ArrayList<>(client.getOptionalClientScopes());
            optional.removeAll(scopes);
            client.setOptionalClientScopes(optional);
        }
    }
}
