// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.clients;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.keycloak.protocol.saml.SamlConfigAttributes;

/** Given clients as an import would have stored them, for the comparison with the stored ones. */
final class ComparableClients {

    /** Keycloak derives it from the clientId. */
    private static final String ARTIFACT_BINDING = SamlConfigAttributes.SAML_ARTIFACT_BINDING_IDENTIFIER;

    /** Keycloak shows it with the client of a realm, and stores it itself. */
    private static final String REALM_CLIENT = "realm_client";

    private ComparableClients() {}

    static ClientRecord of(ClientRecord client) {
        client.setDirectGrantsOnly(null); // another name of three other fields
        if (client.getAttributes() != null) {
            Map<String, String> attributes = new HashMap<>(client.getAttributes());
            attributes.keySet().removeAll(List.of(ARTIFACT_BINDING, REALM_CLIENT));
            client.setAttributes(attributes);
        }
        if (client.getDefaultClientScopes() != null && client.getOptionalClientScopes() != null) {
            // A default scope is no optional one.
            List<String> optional = new ArrayList<>(client.getOptionalClientScopes());
            optional.removeAll(client.getDefaultClientScopes());
            client.setOptionalClientScopes(optional);
        }
        return client;
    }
}
