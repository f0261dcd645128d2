// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.support;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.http.AdminHttp;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Adds records to a realm through the Admin API: one POST for each, and further calls for fields that POST ignores. */
public final class AdminApiCalls {

    /** Fields of a user that {@code POST /users} ignores or does not know. */
    public static final List<String> CALLS_OF_THEIR_OWN =
            List.of("realmRoles", "clientRoles", "organizations", "notBefore");

    /** {@code POST} may name the other one, and ignores it. */
    private static final List<String> NOT_SENT = List.of("realmRoles", "clientRoles", "organizations");

    private final TwinRealm realm;
    private final AdminHttp admin;

    public AdminApiCalls(TwinRealm realm) {
        this.realm = realm;
        admin = realm.admin();
    }

    /** The answer to the POST itself; the calls after it have to succeed. */
    public HttpResponse<String> create(String kind, JsonNode record) {
        return kind.equals("users") ? user(record) : post(kind, record);
    }

    /** Does what {@link #create} does, and takes away again what Keycloak adds to the lists of a user. */
    public HttpResponse<String> createExactly(String kind, JsonNode record) {
        HttpResponse<String> answer = create(kind, record);
        if (kind.equals("users") && answer.statusCode() == 201) {
            String location = answer.headers().firstValue("Location").orElseThrow();
            takeAwayDefaults(location.substring(location.lastIndexOf('/') + 1), record);
        }
        return answer;
    }

    /** Takes away again what Keycloak has added to the lists of the user with this id. */
    public void takeAwayDefaults(String id, JsonNode record) {
        String user = realm.path("users/" + id);
        if (record.path("groups").isArray()) {
            Set<String> given = new HashSet<>();
            record.get("groups").forEach(path -> given.add("/" + path.asText().replaceFirst("^/", "")));
            for (JsonNode group : admin.get(realm.path("default-groups"))) {
                if (!given.contains(group.get("path").asText())) {
                    admin.delete(user + "/groups/" + group.get("id").asText());
                }
            }
        }
        if (record.path("requiredActions").isArray()) {
            List<String> actions = new ArrayList<>();
            admin.get(user).get("requiredActions").forEach(action -> actions.add(action.asText()));
            for (JsonNode action : admin.get(realm.path("authentication/required-actions"))) {
                if (action.get("defaultAction").asBoolean() && !contains(record.get("requiredActions"), action)) {
                    actions.remove(action.get("alias").asText());
                }
            }
            admin.put(user, Map.of("requiredActions", actions));
        }
    }

    private static boolean contains(JsonNode aliases, JsonNode action) {
        for (JsonNode alias : aliases) {
            if (alias.equals(action.get("alias"))) {
                return true;
            }
        }
        return false;
    }

    /** Nothing but the POST, with the record as it is. */
    public HttpResponse<String> post(String kind, JsonNode record) {
        return admin.send("POST", realm.path(kind), record);
    }

    private HttpResponse<String> user(JsonNode record) {
        HttpResponse<String> answer = post("users", ((ObjectNode) record.deepCopy()).remove(NOT_SENT));
        if (answer.statusCode() == 201) {
            String location = answer.headers().firstValue("Location").orElseThrow();
            complete(location.substring(location.lastIndexOf('/') + 1), record);
        }
        return answer;
    }

    private void complete(String id, JsonNode record) {
        String user = realm.path("users/" + id);
        if (record.path("realmRoles").size() > 0) {
            admin.post(user + "/role-mappings/realm", roles("roles/", record.get("realmRoles")));
        }
        for (Map.Entry<String, JsonNode> roles : record.path("clientRoles").properties()) {
            String client = realm.clientId(roles.getKey());
            admin.post(
                    user + "/role-mappings/clients/" + client,
                    roles("clients/" + client + "/roles/", roles.getValue()));
        }
        for (JsonNode organization : record.path("organizations")) {
            admin.post(
                    realm.path("organizations/"
                            + realm.organizationId(organization.path("alias").asText()) + "/members"),
                    id);
        }
        if (record.path("notBefore").asInt() > 0) {
            // The only way the Admin API has to set it: to this moment.
            admin.post(user + "/logout", null);
        }
    }

    public List<JsonNode> roles(String path, JsonNode names) {
        List<JsonNode> roles = new ArrayList<>();
        names.forEach(name -> roles.add(brief(admin.get(realm.path(path + TwinRealm.encoded(name.asText()))))));
        return roles;
    }

    /** Id and name of a role, which is what calls that assign it need. */
    public static JsonNode brief(JsonNode role) {
        return AdminHttp.JSON
                .createObjectNode()
                .put("id", role.get("id").asText())
                .put("name", role.get("name").asText());
    }
}
