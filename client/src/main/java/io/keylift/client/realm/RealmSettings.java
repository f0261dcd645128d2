// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client.realm;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.client.AdminApi;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * Settings of a realm: all that belongs to none of its objects.
 *
 * @param document as in Keycloak's documents, without the fields of objects and without {@code id}
 * @param userProfile {@code null} if it is not known
 * @param defaultGroups paths
 * @param flows aliases of flows by id
 */
public record RealmSettings(
        ObjectNode document, JsonNode userProfile, List<String> defaultGroups, Map<String, String> flows) {

    static final String COMPONENTS = "components";
    static final String USER_PROFILE = "org.keycloak.userprofile.UserProfileProvider";

    private static final ObjectMapper JSON = new ObjectMapper();

    /** Records have them, or, for legacy ones, the import makes records of them. */
    static final Set<String> OF_OBJECTS = Set.of(
            "id",
            "users",
            "federatedUsers",
            "clients",
            "roles",
            "groups",
            "clientScopes",
            "clientTemplates",
            "defaultDefaultClientScopes",
            "defaultOptionalClientScopes",
            "identityProviders",
            "identityProviderMappers",
            "organizations",
            "scopeMappings",
            "clientScopeMappings",
            "defaultRole",
            "defaultRoles",
            "defaultGroups",
            "applications",
            "oauthClients",
            "applicationScopeMappings",
            "adminPermissionsClient");

    /** Reads the settings of a realm of a server, which puts asterisks in place of secrets. */
    static RealmSettings of(AdminApi admin, String realm) throws IOException, InterruptedException {
        String path = "/" + AdminApi.segment(realm);
        JsonNode document = admin.ask(path + "/partial-export?exportClients=false&exportGroupsAndRoles=false");
        ObjectNode settings = document.deepCopy();
        List<String> groups = new ArrayList<>();
        for (JsonNode group : admin.get(path + "/default-groups")) {
            groups.add(group.path("path").asText());
        }
        return of(settings, admin.get(path + "/users/profile"), groups);
    }

    /** Takes the settings out of a document of Keycloak. */
    static RealmSettings ofDocument(ObjectNode document) throws IOException {
        JsonNode profile = null;
        String text = document.path(COMPONENTS)
                .path(USER_PROFILE)
                .path(0)
                .path("config")
                .path("kc.user.profile.config")
                .path(0)
                .asText("");
        if (!text.isEmpty()) {
            profile = JSON.readTree(text);
        }
        List<String> groups = new ArrayList<>();
        document.path("defaultGroups").forEach(group -> groups.add(group.asText()));
        return of(document, profile, groups);
    }

    private static RealmSettings of(ObjectNode document, JsonNode profile, List<String> groups) {
        Map<String, String> flows = new TreeMap<>();
        for (JsonNode flow : document.path("authenticationFlows")) {
            if (flow.hasNonNull("id")) {
                flows.put(flow.get("id").asText(), flow.path("alias").asText());
            }
        }
        document.remove(OF_OBJECTS);
        if (document.get(COMPONENTS) instanceof ObjectNode components) {
            components.remove(USER_PROFILE);
        }
        return new RealmSettings(document, profile, List.copyOf(groups), Map.copyOf(flows));
    }

    /** Name of the realm. */
    public String realm() {
        return document.path("realm").asText();
    }
}
