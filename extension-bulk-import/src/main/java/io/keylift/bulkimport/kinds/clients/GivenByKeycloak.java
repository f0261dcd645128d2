// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.clients;

import io.keylift.bulkimport.kinds.clients.draft.DraftClient;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.keycloak.protocol.oidc.OIDCConfigAttributes;
import org.keycloak.protocol.oidc.OIDCLoginProtocol;
import org.keycloak.protocol.saml.SamlConfigAttributes;
import org.keycloak.protocol.saml.SamlProtocol;
import org.keycloak.representations.idm.ClientRepresentation;

/**
 * Texts and attributes that Keycloak gives to a new client whose representation has none. The record of a client
 * without one has an empty text, so that an import removes the value, and a comparison finds the difference.
 */
final class GivenByKeycloak {

    private static final Map<String, List<String>> ATTRIBUTES = Map.of(
            OIDCLoginProtocol.LOGIN_PROTOCOL,
            List.of(
                    OIDCConfigAttributes.BACKCHANNEL_LOGOUT_SESSION_REQUIRED,
                    OIDCConfigAttributes.BACKCHANNEL_LOGOUT_REVOKE_OFFLINE_TOKENS),
            SamlProtocol.LOGIN_PROTOCOL,
            List.of(
                    SamlConfigAttributes.SAML_CANONICALIZATION_METHOD_ATTRIBUTE,
                    SamlConfigAttributes.SAML_SIGNATURE_ALGORITHM,
                    SamlConfigAttributes.SAML_NAME_ID_FORMAT_ATTRIBUTE,
                    SamlConfigAttributes.SAML_AUTHNSTATEMENT,
                    SamlConfigAttributes.SAML_FORCE_NAME_ID_FORMAT_ATTRIBUTE,
                    SamlConfigAttributes.SAML_ALLOW_ECP_FLOW,
                    SamlConfigAttributes.SAML_SERVER_SIGNATURE,
                    SamlConfigAttributes.SAML_FORCE_POST_BINDING,
                    SamlConfigAttributes.SAML_CLIENT_SIGNATURE_ATTRIBUTE));

    private static final List<String> KEYS = List.of(
            SamlConfigAttributes.SAML_SIGNING_CERTIFICATE_ATTRIBUTE, SamlConfigAttributes.SAML_SIGNING_PRIVATE_KEY);

    private GivenByKeycloak() {}

    /** Adds empty texts to the record of a client, for those that the client does not have. */
    static void completeTexts(ClientRepresentation record) {
        record.setName(text(record.getName()));
        record.setDescription(text(record.getDescription()));
        record.setRootUrl(text(record.getRootUrl()));
        record.setAdminUrl(text(record.getAdminUrl()));
        record.setBaseUrl(text(record.getBaseUrl()));
    }

    /** Adds empty attributes to the record in the same way. */
    static void completeAttributes(ClientRepresentation record, DraftClient client) {
        Map<String, String> attributes = new HashMap<>(Objects.requireNonNullElse(record.getAttributes(), Map.of()));
        names(client).stream()
                .filter(name -> client.getAttribute(name) == null)
                .forEach(name -> attributes.put(name, ""));
        record.setAttributes(attributes);
    }

    private static String text(String value) {
        return value == null ? "" : value;
    }

    private static List<String> names(DraftClient client) {
        if (client.getProtocol() == null) {
            return List.of();
        }
        List<String> names = new ArrayList<>(ATTRIBUTES.getOrDefault(client.getProtocol(), List.of()));
        if (SamlProtocol.LOGIN_PROTOCOL.equals(client.getProtocol())
                && KEYS.stream().allMatch(name -> client.getAttribute(name) == null)) {
            names.addAll(KEYS);
        }
        return names;
    }
}
