// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.support;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.http.AdminHttp;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Overwrites objects of a realm through the Admin API: one PUT for each record, and further calls for fields that PUT
 * ignores.
 */
public final class AdminApiOverwrites {

    private static final List<String> IGNORED_BY_PUT = List.of("groups", "federatedIdentities");

    private final TwinRealm realm;
    private final AdminHttp admin;
    private final AdminApiCalls api;

    public AdminApiOverwrites(TwinRealm realm) {
        this.realm = realm;
        admin = realm.admin();
        api = new AdminApiCalls(realm);
    }

    /** The answer to the PUT itself; the calls after it have to succeed. */
    public HttpResponse<String> overwrite(String kind, String key, ObjectNode record) {
        return kind.equals("users")
                ? user(realm.path("users/" + realm.userId(key)), record)
                : admin.send("PUT", realm.path("organizations/" + realm.organizationId(key)), record);
    }

    private HttpResponse<String> user(String user, ObjectNode record) {
        ObjectNode put =
                record.deepCopy().remove(AdminApiCalls.CALLS_OF_THEIR_OWN).remove(IGNORED_BY_PUT);
        HttpResponse<String> answer = admin.send("PUT", user, put);
        if (answer.statusCode() == 204) {
            complete(user, record);
        }
        return answer;
    }

    /**
     * The calls for fields of a user that {@code PUT} ignores, as far as they change something.
     *
     * @param user path of the user
     */
    public void complete(String user, JsonNode record) {
        if (record.hasNonNull("realmRoles")) {
            roles(user + "/role-mappings/realm", "roles/", record.get("realmRoles"));
        }
        for (Map.Entry<String, JsonNode> roles : record.path("clientRoles").properties()) {
            String client = "clients/" + realm.clientId(roles.getKey());
            roles(user + "/role-mappings/" + client, client + "/roles/", roles.getValue());
        }
        groups(user, record.path("groups"));
        identities(user, record.path("federatedIdentities"));
        organizations(user, record.path("organizations"));
    }

    private void roles(String path, String pathOfRoles, JsonNode names) {
        List<JsonNode> missing = api.roles(pathOfRoles, names);
        List<JsonNode> obsolete = new ArrayList<>();
        for (JsonNode role : admin.get(path)) {
            JsonNode brief = AdminApiCalls.brief(role);
            if (!missing.remove(brief) && !role.get("name").asText().startsWith("default-roles-")) {
                obsolete.add(brief);
            }
        }
        if (!obsolete.isEmpty()) {
            expect(admin.send("DELETE", path, obsolete));
        }
        if (!missing.isEmpty()) {
            admin.post(path, missing);
        }
    }

    private void groups(String user, JsonNode wanted) {
        if (!wanted.isArray()) {
            return;
        }
        Set<String> paths = new HashSet<>();
        wanted.forEach(path -> paths.add("/" + path.asText().replaceFirst("^/", "")));
        for (JsonNode group : admin.get(user + "/groups")) {
            if (!paths.remove(group.get("path").asText())) {
                admin.delete(user + "/groups/" + group.get("id").asText());
            }
        }
        for (String path : paths) {
            String id = admin.get(
                            realm.path("group-by-path" + TwinRealm.encoded(path).replace("%2F", "/")))
                    .get("id")
                    .asText();
            admin.put(user + "/groups/" + id, "{}");
        }
    }

    private void identities(String user, JsonNode wanted) {
        if (!wanted.isArray()) {
            return;
        }
        String path = user + "/federated-identity/";
        Map<String, JsonNode> missing = new HashMap<>();
        wanted.forEach(identity -> missing.put(identity.get("identityProvider").asText(), identity));
        for (JsonNode identity : admin.get(path)) {
            String provider = identity.get("identityProvider").asText();
            if (missing.containsKey(provider) && saysNothingNew(missing.get(provider), identity)) {
                missing.remove(provider);
            } else {
                admin.delete(path + provider);
            }
        }
        missing.forEach((provider, identity) -> admin.post(path + provider, identity));
    }

    private static boolean saysNothingNew(JsonNode given, JsonNode there) {
        return given.properties().stream().allMatch(field -> field.getValue().equals(there.path(field.getKey())));
    }

    private void organizations(String user, JsonNode wanted) {
        if (!wanted.isArray()) {
            return;
        }
        String id = user.substring(user.lastIndexOf('/') + 1);
        Set<String> ids = new HashSet<>();
        wanted.forEach(organization ->
                ids.add(realm.organizationId(organization.get("alias").asText())));
        for (JsonNode organization : admin.get(realm.path("organizations/members/" + id + "/organizations"))) {
            if (!ids.remove(organization.get("id").asText())) {
                admin.delete(
                        realm.path("organizations/" + organization.get("id").asText() + "/members/" + id));
            }
        }
        ids.forEach(organization -> admin.post(realm.path("organizations/" + organization + "/members"), id));
    }

    private static void expect(HttpResponse<String> answer) {
        if (answer.statusCode() / 100 != 2) {
            throw new AssertionError(answer.statusCode() + " " + answer.body());
        }
    }
}
