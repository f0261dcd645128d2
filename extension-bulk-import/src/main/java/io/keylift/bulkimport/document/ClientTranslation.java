// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.document;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import com.fasterxml.jackson.databind.node.TextNode;
import io.keylift.bulkimport.kind.BuiltIn;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.keycloak.constants.OID4VCIConstants;
import org.keycloak.models.Constants;

/** Makes a record of a client, and records of its authorization settings. */
final class ClientTranslation {

    static final String OIDC = "openid-connect";

    /** With it, paths of URLs began up to Keycloak 16. */
    static final String CONTEXT_PATH = "/auth";

    private static final String SETTINGS = "authorizationSettings";

    private final DocumentFacts facts;
    private final Target target;
    private final Lines lines;
    private final PolicyTranslation policies = new PolicyTranslation();

    ClientTranslation(DocumentFacts facts, Target target, Lines lines) {
        this.facts = facts;
        this.target = target;
        this.lines = lines;
    }

    void translate(ObjectNode client) throws IOException {
        String clientId = client.path("clientId").asText();
        String protocol = client.path("protocol").asText(OIDC);
        removeOfOtherProtocols(client.path("defaultClientScopes"), protocol);
        removeOfOtherProtocols(client.path("optionalClientScopes"), protocol);
        if (client.path("authorizationServicesEnabled").asBoolean()
                && !clientId.equals(Constants.ADMIN_PERMISSIONS_CLIENT_ID)) {
            client.put("serviceAccountsEnabled", true); // as Keycloak's import does
        }
        if (isOfAdministrators(clientId) && !target.protectsAdministration()) {
            leaveOut(client.remove(SETTINGS));
        }
        if (client.path(SETTINGS) instanceof ObjectNode settings) {
            settings.remove("authorizationSchema");
            takeOut(clientId, settings, "scopes", Section.SCOPES);
            takeOut(clientId, settings, "resources", Section.RESOURCES);
            policies(clientId, settings);
        }
        if (client.path("authenticationFlowBindingOverrides") instanceof ObjectNode flows) {
            flows.properties().forEach(binding -> binding.setValue(flow(binding.getValue())));
        }
        if (isOfAdministrators(clientId)) {
            return;
        }
        if (client.path("publicClient").asBoolean()) {
            client.remove("secret"); // Keycloak keeps one that it does not use
        }
        if (BuiltIn.isClient(clientId)) {
            Translation.withoutIds(client);
            renameRealm(client);
            lines.merge(client);
        } else {
            lines.add(client);
        }
    }

    /** Whether Keycloak creates this client in each realm for its administrators, and refuses changes of it. */
    static boolean isOfAdministrators(String clientId) {
        return clientId.equals(Constants.REALM_MANAGEMENT_CLIENT_ID);
    }

    /** Permissions of administrators, which are there only as long as a feature of the server is. */
    private void leaveOut(JsonNode settings) throws IOException {
        if (settings != null) {
            facts.leaveOut(SETTINGS, settings.path("policies").size());
        }
    }

    /** Up to Keycloak 25, clients had client scopes of any protocol, and used those of their own. */
    private void removeOfOtherProtocols(JsonNode scopes, String protocol) {
        if (scopes instanceof ArrayNode names) {
            for (int i = names.size() - 1; i >= 0; i--) {
                String scope = names.get(i).asText();
                String other =
                        facts.protocols().getOrDefault(scope, target.protocols().get(scope));
                if (other != null && !accepts(protocol, other)) {
                    names.remove(i);
                }
            }
        }
    }

    private static boolean accepts(String protocol, String ofScope) {
        return ofScope.equals(protocol) || protocol.equals(OIDC) && ofScope.equals(OID4VCIConstants.OID4VC_PROTOCOL);
    }

    private void takeOut(String clientId, ObjectNode settings, String field, Section section) throws IOException {
        JsonNode elements = settings.remove(field);
        if (elements == null) {
            return;
        }
        for (JsonNode element : elements) {
            if (element instanceof ObjectNode record) {
                record.put(DocumentParser.CLIENT, clientId);
                lines.add(section, record);
            }
        }
    }

    private void policies(String clientId, ObjectNode settings) throws IOException {
        JsonNode elements = settings.remove("policies");
        if (elements == null) {
            return;
        }
        for (JsonNode element : elements) {
            if (element instanceof ObjectNode policy) {
                policies.translate(policy);
                policy.put(DocumentParser.CLIENT, clientId);
                lines.add(PolicyTranslation.isPermission(policy) ? Section.PERMISSIONS : Section.POLICIES, policy);
            }
        }
    }

    /**
     * The flow of the same alias. If the realm has none, the alias stays: the client is rejected rather than left
     * without it.
     */
    private JsonNode flow(JsonNode flow) {
        if (!flow.isTextual()) {
            return flow;
        }
        String alias = facts.alias(flow.asText());
        return TextNode.valueOf(target.flows().getOrDefault(alias, alias));
    }

    /** In the URLs of clients of each realm is the name of the realm. */
    private void renameRealm(ObjectNode client) {
        if (facts.realm() == null) {
            return;
        }
        Map<String, String> paths = Map.of(
                "/realms/" + facts.realm() + "/",
                "/realms/" + target.realm() + "/",
                "/admin/" + facts.realm() + "/",
                "/admin/" + target.realm() + "/");
        for (String field : List.of("baseUrl", "rootUrl", "adminUrl")) {
            if (client.path(field).isTextual()) {
                client.put(field, renamed(client.get(field).asText(), paths));
            }
        }
        if (client.path("redirectUris") instanceof ArrayNode uris) {
            for (int i = 0; i < uris.size(); i++) {
                uris.set(i, renamed(uris.get(i).asText(), paths));
            }
        }
    }

    private static String renamed(String url, Map<String, String> paths) {
        String path = url.startsWith(CONTEXT_PATH + "/") ? url.substring(CONTEXT_PATH.length()) : url;
        for (Map.Entry<String, String> renaming : paths.entrySet()) {
            if (path.startsWith(renaming.getKey())) {
                return renaming.getValue() + path.substring(renaming.getKey().length());
            }
        }
        return url;
    }
}
