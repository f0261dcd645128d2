// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.document;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.bulkimport.input.InputWarning;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.keycloak.models.ClientScopeModel;
import org.keycloak.models.Constants;
import org.keycloak.protocol.oidc.mappers.OIDCAttributeMapperHelper;

/**
 * Does to the records of a document what the migrators of Keycloak do to the objects of an imported realm, from the
 * version of the document on. What they do to a realm itself is left out: the realm is one of this version.
 */
final class Migrators {

    private static final DocumentVersion V2_3 = DocumentVersion.of("2.3.0");
    private static final DocumentVersion V3_4_2 = DocumentVersion.of("3.4.2");
    private static final DocumentVersion V8 = DocumentVersion.of("8.0.0");
    private static final DocumentVersion V9 = DocumentVersion.of("9.0.0");
    private static final DocumentVersion V22 = DocumentVersion.of("22.0.0");
    private static final DocumentVersion V26 = DocumentVersion.of("26.0.0");
    private static final DocumentVersion V26_4 = DocumentVersion.of("26.4.0");
    private static final DocumentVersion V26_7 = DocumentVersion.of("26.7.0");

    private static final String DEFAULT = "defaultClientScopes";
    private static final String OPTIONAL = "optionalClientScopes";
    private static final String ATTRIBUTES = "attributes";
    private static final String SAML = "saml";

    /**
     * A client scope that all clients got.
     *
     * @param since the version in which they got it
     * @param protocol that of the clients
     * @param list the list of a client that has it
     * @param always whether they got it even if the realm had a client scope of this name
     */
    private record Gained(DocumentVersion since, String scope, String protocol, String list, boolean always) {}

    private static final List<Gained> GAINED = List.of(
            new Gained(DocumentVersion.of("4.6.0"), "roles", ClientTranslation.OIDC, DEFAULT, true),
            new Gained(DocumentVersion.of("4.6.0"), "web-origins", ClientTranslation.OIDC, DEFAULT, true),
            new Gained(DocumentVersion.of("6.0.0"), "microprofile-jwt", ClientTranslation.OIDC, OPTIONAL, true),
            new Gained(DocumentVersion.of("18.0.0"), "acr", ClientTranslation.OIDC, DEFAULT, false),
            new Gained(DocumentVersion.of("25.0.0"), "basic", ClientTranslation.OIDC, DEFAULT, false),
            new Gained(V26_7, "AuthnContextClassRef", SAML, DEFAULT, false));

    /** How clients of SAML encrypted before they could choose. */
    private static final Map<String, String> ENCRYPTION = Map.of(
            "saml.encryption.algorithm", "http://www.w3.org/2001/04/xmlenc#aes128-cbc",
            "saml.encryption.keyAlgorithm", "http://www.w3.org/2001/04/xmlenc#rsa-oaep-mgf1p",
            "saml.encryption.digestMethod", "http://www.w3.org/2000/09/xmldsig#sha1");

    private static final Set<String> OF_ADMINISTRATORS =
            Set.of(Constants.ADMIN_CONSOLE_CLIENT_ID, Constants.ADMIN_CLI_CLIENT_ID);

    private final DocumentFacts facts;
    private final Target target;
    private final Map<String, Integer> missing = new TreeMap<>();
    private final Set<String> gained = new TreeSet<>();
    private int gaining;

    Migrators(DocumentFacts facts, Target target) {
        this.facts = facts;
        this.target = target;
    }

    void ofClient(ObjectNode client) {
        String protocol = client.path("protocol").asText(ClientTranslation.OIDC);
        boolean gains = false;
        for (Gained scope : GAINED) {
            if (scope.protocol.equals(protocol)
                    && facts.isBefore(scope.since)
                    && (scope.always || facts.lacksClientScope(scope.scope))
                    && !client.path("bearerOnly").asBoolean()) {
                gains |= gain(client, scope);
            }
        }
        gaining += gains ? 1 : 0;
        if (client.path(ATTRIBUTES) instanceof ObjectNode attributes) {
            ofAttributes(attributes, protocol);
        }
        ofMappers(client);
        ofBuiltIn(client, client.path("clientId").asText());
    }

    /** A client without the list gets those that the realm gives to new clients. */
    private boolean gain(ObjectNode client, Gained scope) {
        if (!(client.path(scope.list) instanceof ArrayNode names)
                || has(client.path(DEFAULT), scope.scope)
                || has(client.path(OPTIONAL), scope.scope)) {
            return false;
        }
        if (!facts.protocols().containsKey(scope.scope) && !target.protocols().containsKey(scope.scope)) {
            missing.merge(scope.scope, 1, Integer::sum);
            return false;
        }
        names.add(scope.scope);
        gained.add(scope.scope);
        return true;
    }

    private static boolean has(JsonNode names, String name) {
        for (JsonNode element : names) {
            if (element.asText().equals(name)) {
                return true;
            }
        }
        return false;
    }

    /** Claims of the ID token were in the answer of the userinfo endpoint, too. */
    private void ofMappers(ObjectNode holder) {
        if (!facts.isBefore(V2_3)) {
            return;
        }
        for (JsonNode mapper : holder.path("protocolMappers")) {
            if (mapper.path("config") instanceof ObjectNode config
                    && config.has(OIDCAttributeMapperHelper.INCLUDE_IN_ID_TOKEN)
                    && !config.has(OIDCAttributeMapperHelper.INCLUDE_IN_USERINFO)) {
                config.set(
                        OIDCAttributeMapperHelper.INCLUDE_IN_USERINFO,
                        config.get(OIDCAttributeMapperHelper.INCLUDE_IN_ID_TOKEN));
            }
        }
    }

    private void ofAttributes(ObjectNode attributes, String protocol) {
        if (facts.isBefore(V26_4)
                && protocol.equals(SAML)
                && attributes.path("saml.encrypt").asText().equals("true")) {
            ENCRYPTION.forEach((name, value) -> {
                if (!attributes.hasNonNull(name)) {
                    attributes.put(name, value);
                }
            });
        }
        if (facts.isBefore(V22) && attributes.path("login_theme").asText().equals("rh-sso")) {
            attributes.remove("login_theme");
        }
    }

    /** Leaves out fields that Keycloak replaces by those of a new realm, so that they stay as they are. */
    private void ofBuiltIn(ObjectNode client, String clientId) {
        boolean isConsole = clientId.equals(Constants.ADMIN_CONSOLE_CLIENT_ID);
        if ((isConsole || clientId.equals(Constants.ACCOUNT_MANAGEMENT_CLIENT_ID)) && hasOlderUrls(client)) {
            client.remove(List.of("rootUrl", "baseUrl", "redirectUris"));
            if (isConsole) {
                client.remove("webOrigins");
            }
        }
        if (facts.isBefore(V9) && (isConsole || clientId.equals(Constants.ACCOUNT_CONSOLE_CLIENT_ID))) {
            withoutAttribute(client, "pkce.code.challenge.method");
        }
        if (facts.isBefore(V26) && OF_ADMINISTRATORS.contains(clientId)) {
            client.remove("fullScopeAllowed");
            withoutAttribute(client, Constants.USE_LIGHTWEIGHT_ACCESS_TOKEN_ENABLED);
        }
    }

    /** Without a version, the URLs themselves tell: they had the context path of the server in them. */
    private boolean hasOlderUrls(ObjectNode client) {
        return facts.isBefore(V8)
                && (facts.hasVersion() || client.path("baseUrl").asText().startsWith(ClientTranslation.CONTEXT_PATH));
    }

    private static void withoutAttribute(ObjectNode client, String name) {
        if (client.path(ATTRIBUTES) instanceof ObjectNode attributes) {
            attributes.remove(name);
        }
    }

    /** Whether the roles in the scope of a client were taken out of it. */
    boolean leavesNoRolesTo(String clientId) {
        return facts.isBefore(V3_4_2) && OF_ADMINISTRATORS.contains(clientId);
    }

    /** Among others, dynamic client scopes become parameterized, with the pattern of the parameter alone. */
    void ofClientScope(ObjectNode scope) {
        ofMappers(scope);
        if (!(scope.path(ATTRIBUTES) instanceof ObjectNode attributes) || !facts.isBefore(V26_7)) {
            return;
        }
        rename(attributes, "is.dynamic.scope", ClientScopeModel.IS_PARAMETERIZED_SCOPE);
        rename(attributes, "dynamic.scope.regexp", ClientScopeModel.PARAMETERIZED_SCOPE_REGEXP);
        if (!Boolean.parseBoolean(
                        attributes.path(ClientScopeModel.IS_PARAMETERIZED_SCOPE).asText())
                || attributes.hasNonNull(ClientScopeModel.PARAMETERIZED_SCOPE_TYPE)) {
            return;
        }
        String prefix = scope.path("name").asText() + ClientScopeModel.VALUE_SEPARATOR;
        String pattern =
                attributes.path(ClientScopeModel.PARAMETERIZED_SCOPE_REGEXP).asText(null);
        if (pattern == null || pattern.equals(prefix + "*")) {
            attributes.put(ClientScopeModel.PARAMETERIZED_SCOPE_TYPE, "string");
            attributes.remove(ClientScopeModel.PARAMETERIZED_SCOPE_REGEXP);
        } else if (pattern.startsWith(prefix)) {
            attributes.put(ClientScopeModel.PARAMETERIZED_SCOPE_TYPE, "custom");
            attributes.put(ClientScopeModel.PARAMETERIZED_SCOPE_REGEXP, pattern.substring(prefix.length()));
        }
    }

    private static void rename(ObjectNode attributes, String older, String today) {
        JsonNode value = attributes.remove(older);
        if (value != null && !value.isNull()) {
            attributes.set(today, value);
        }
    }

    /** Warnings about client scopes of clients. */
    List<InputWarning> warnings() {
        List<InputWarning> warnings = new ArrayList<>();
        missing.forEach((scope, count) -> warnings.add(new InputWarning(
                DocumentLines.NOT_IMPORTED,
                "Client scope `" + scope + "` was not added to " + count
                        + " clients. Clients of the document's version need it, and the realm does not have it."
                        + " Create it before the import.")));
        if (gaining > 0 && !facts.hasVersion()) {
            warnings.add(new InputWarning(
                    "no_version",
                    "The document has no `keycloakVersion`, so it counts as the oldest: " + gaining + " clients got "
                            + DocumentField.names(gained) + ". If it is of a newer version, add the field."));
        }
        return warnings;
    }
}
