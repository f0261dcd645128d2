// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.document;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.bulkimport.input.InputException;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.keycloak.models.Constants;
import org.keycloak.models.utils.DefaultRequiredActions;
import org.keycloak.models.utils.KeycloakModelUtils;

/** Fields that older versions of Keycloak wrote become those of today, as in Keycloak's own import. */
final class LegacyFields {

    private static final Map<String, String> SOCIAL_LINK = Map.of(
            "socialProvider", "identityProvider",
            "socialUserId", "userId",
            "socialUsername", "userName");

    private final DocumentFacts facts;

    LegacyFields(DocumentFacts facts) {
        this.facts = facts;
    }

    /** Applications and OAuth clients of Keycloak 1.1 and older are clients, with their {@code clientId} as name. */
    static void ofApplication(ObjectNode application) {
        if (!application.has("clientId")) {
            application.set("clientId", application.remove("name"));
        }
        application.remove("claims");
    }

    /** Applications of others were OAuth clients: users had to consent, and not all roles were in their scope. */
    static void ofOauthClient(ObjectNode client) {
        ofApplication(client);
        client.put("consentRequired", true).put("fullScopeAllowed", false);
    }

    /** Client templates of Keycloak 3 and older are client scopes. Their other fields were those of clients. */
    static void ofTemplate(ObjectNode template) {
        convertName(template, "name");
        template.retain(List.of("id", "name", "description", "protocol", "attributes", "protocolMappers"));
    }

    static void ofScopeMapping(ObjectNode mapping) {
        convertName(mapping, "clientTemplate");
        JsonNode template = mapping.remove("clientTemplate");
        if (template != null && !mapping.has("clientScope")) {
            mapping.set("clientScope", template);
        }
    }

    static void ofRole(ObjectNode role) {
        role.remove("scopeParamRequired");
        if (role.path("composites") instanceof ObjectNode composites) {
            rename(composites, "application", DocumentParser.CLIENT);
        }
    }

    /** @throws InputException if the default roles of all clients are too many to be kept */
    void ofClient(ObjectNode client) throws InputException {
        if (client.remove("defaultRoles") instanceof ArrayNode roles) {
            facts.addDefaultRoles(client.path("clientId").asText(), roles);
        }
        client.remove(List.of("useTemplateConfig", "useTemplateScope", "useTemplateMappers"));
        convertName(client, "clientTemplate");
    }

    /** Names of client scopes have no blanks. */
    private static void convertName(ObjectNode holder, String field) {
        if (holder.path(field).isTextual()) {
            holder.put(
                    field,
                    KeycloakModelUtils.convertClientScopeName(holder.get(field).asText()));
        }
    }

    static void ofIdentityProvider(ObjectNode provider) {
        provider.remove("updateProfileFirstLogin");
    }

    void ofUser(ObjectNode user) throws InputException {
        rename(user, "applicationRoles", "clientRoles");
        if (user.path("requiredActions") instanceof ArrayNode actions) {
            ofRequiredActions(actions);
        }
        if (user.path("socialLinks") instanceof ArrayNode links) {
            user.remove("socialLinks");
            links.forEach(LegacyFields::ofSocialLink);
            addAll(user, "federatedIdentities", links);
        }
        for (JsonNode consent : user.path("clientConsents")) {
            if (consent instanceof ObjectNode object) {
                ofConsent(object);
            }
        }
    }

    /** Names of Keycloak's own actions were in any case. */
    private static void ofRequiredActions(ArrayNode actions) {
        for (int i = 0; i < actions.size(); i++) {
            if (actions.get(i).isTextual()) {
                actions.set(
                        i,
                        DefaultRequiredActions.getDefaultRequiredActionCaseInsensitively(
                                actions.get(i).asText()));
            }
        }
    }

    private static void ofSocialLink(JsonNode link) {
        if (link instanceof ObjectNode object) {
            SOCIAL_LINK.forEach((older, today) -> {
                if (object.has(older)) {
                    object.set(today, object.remove(older));
                }
            });
        }
    }

    /** Of the roles to which users consented up to Keycloak 3, one is now a client scope. */
    private void ofConsent(ObjectNode consent) throws InputException {
        for (JsonNode role : consent.path("grantedRealmRoles")) {
            if (role.asText().equals(Constants.OFFLINE_ACCESS_ROLE)) {
                addAll(consent, "grantedClientScopes", consent.arrayNode().add(role));
            }
        }
        for (String field : DocumentField.CONSENTS_TO_ROLES) {
            JsonNode granted = consent.remove(field);
            if (granted != null && !granted.isEmpty()) {
                facts.leaveOut(field, 1);
            }
        }
    }

    /** Moves lists by clientId to where they belong today. */
    private static void rename(ObjectNode holder, String older, String today) {
        if (holder.path(older) instanceof ObjectNode lists) {
            holder.remove(older);
            ObjectNode all = holder.get(today) instanceof ObjectNode present ? present : holder.putObject(today);
            lists.properties().forEach(list -> addAll(all, list.getKey(), list.getValue()));
        }
    }

    /** A value that is not a list is left as it is, so that the kind rejects it. */
    private static void addAll(ObjectNode holder, String field, JsonNode values) {
        if (holder.get(field) instanceof ArrayNode present && values instanceof ArrayNode) {
            Set<JsonNode> all = new LinkedHashSet<>();
            present.forEach(all::add);
            values.forEach(all::add);
            present.removeAll().addAll(all);
        } else {
            holder.set(field, values);
        }
    }
}
