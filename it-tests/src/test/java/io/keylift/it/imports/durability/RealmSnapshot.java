// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.durability;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.imports.support.TwinRealm;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The Admin API's responses, by path, for all users, groups, organizations, roles and clients of a realm and the
 * relations between them.
 */
final class RealmSnapshot {

    private final TwinRealm realm;
    private final Map<String, JsonNode> answers = new LinkedHashMap<>();

    private RealmSnapshot(TwinRealm realm) {
        this.realm = realm;
    }

    /** Reads all of it; each answer must have status 2xx. */
    static Map<String, JsonNode> of(TwinRealm realm) {
        RealmSnapshot snapshot = new RealmSnapshot(realm);
        snapshot.users();
        snapshot.groups("groups");
        snapshot.organizations();
        snapshot.roles("");
        snapshot.clients();
        return snapshot.answers;
    }

    private JsonNode ask(String path) {
        JsonNode answer = realm.admin().get(realm.path(path));
        answers.put(path, answer);
        return answer;
    }

    private void users() {
        for (JsonNode user : ask("users?max=1000")) {
            String path = "users/" + user.get("id").asText();
            ask(path);
            ask(path + "/role-mappings");
            ask(path + "/role-mappings/realm/composite");
            ask(path + "/groups");
            ask(path + "/credentials");
            ask(path + "/federated-identity");
            ask("organizations/members/" + user.get("id").asText() + "/organizations");
        }
    }

    private void groups(String list) {
        for (JsonNode group : ask(list)) {
            String path = "groups/" + group.get("id").asText();
            ask(path + "/members");
            ask(path + "/role-mappings");
            groups(path + "/children");
        }
    }

    private void organizations() {
        for (JsonNode organization : ask("organizations?briefRepresentation=false")) {
            String path = "organizations/" + organization.get("id").asText();
            ask(path);
            ask(path + "/members");
            departments(path + "/groups/", path + "/groups");
        }
    }

    private void departments(String path, String list) {
        for (JsonNode department : ask(list)) {
            String id = department.get("id").asText();
            ask(path + id);
            ask(path + id + "/members");
            departments(path, path + id + "/children");
        }
    }

    private void roles(String container) {
        for (JsonNode role : ask(container + "roles")) {
            String id = "roles-by-id/" + role.get("id").asText();
            ask(id);
            ask(id + "/composites");
            String path =
                    container + "roles/" + TwinRealm.encoded(role.get("name").asText());
            ask(path + "/users");
            ask(path + "/groups");
        }
    }

    private void clients() {
        for (JsonNode client : ask("clients")) {
            if (client.path("name").asText().startsWith("${")) {
                continue; // one that every realm has
            }
            String path = "clients/" + client.get("id").asText();
            ask(path);
            ask(path + "/default-client-scopes");
            roles(path + "/");
            if (client.path("serviceAccountsEnabled").asBoolean()) {
                ask(path + "/service-account-user");
            }
            if (client.path("authorizationServicesEnabled").asBoolean()) {
                ask(path + "/authz/resource-server/settings");
                ask(path + "/authz/resource-server/resource");
                ask(path + "/authz/resource-server/scope");
            }
        }
    }
}
