// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.kinds;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.TwinRealm;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Permissions of clients that protect resources. */
public final class PermissionsContract implements KindContract {

    @Override
    public String kind() {
        return "permissions";
    }

    @Override
    public Set<String> permittedRoles() {
        return Set.of("realm-admin", "manage-clients", "manage-authorization");
    }

    @Override
    public void prepare(TwinRealm realm) {
        AuthorizationCalls.protect(realm, "armory", "cellar");
        realm.admin().post(realm.path("roles"), Map.of("name", "armed"));
        ObjectNode client = Records.json("{client:'armory'}");
        String server = realm.path(AuthorizationCalls.server(realm, client));
        for (String scope : List.of("take", "look", "lock")) {
            realm.admin().post(server + "scope", Map.of("name", scope));
        }
        for (String resource : List.of("rack", "chest")) {
            realm.admin()
                    .post(
                            server + "resource",
                            Map.of("name", resource, "type", "urn:armory:" + resource, "scopes", List.of("take")));
        }
        for (String policy : List.of("armed", "anybody")) {
            realm.admin()
                    .post(
                            server + "policy/role",
                            Map.of("name", policy, "roles", List.of(Map.of("id", "armed", "required", true))));
        }
    }

    @Override
    public List<ObjectNode> examples() {
        return Records.read("permissions.txt");
    }

    /** Of both types in turn. */
    @Override
    public ObjectNode record(int number) {
        return Records.json(
                number % 2 == 0
                        ? "{client:'armory',name:'may-%d',type:'resource',resources:['rack'],policies:['armed']}"
                                .formatted(number)
                        : """
                          {client:'armory',name:'may-%d',description:'May %d',type:'scope',resources:['chest'],\
                          scopes:['take','look'],policies:['armed','anybody'],decisionStrategy:'AFFIRMATIVE'}""".formatted(number, number));
    }

    @Override
    public ObjectNode changed(ObjectNode record, int version) {
        ObjectNode changed = record.deepCopy().put("description", "Version " + version);
        changed.putArray("resources").add(version % 2 == 0 ? "rack" : "chest");
        changed.putArray("policies").add(version % 2 == 0 ? "anybody" : "armed");
        if (record.get("type").asText().equals("scope")) {
            changed.putArray("scopes").add(version % 2 == 0 ? "lock" : "look");
        } else {
            changed.put("resourceType", "urn:armory:" + version);
        }
        return changed;
    }

    @Override
    public List<GivenId> givenIds() {
        return List.of(new GivenId("", "id", "resource_server_policy"));
    }

    @Override
    public HttpResponse<String> create(TwinRealm realm, ObjectNode record) {
        return realm.admin().send("POST", permissions(realm, record), AuthorizationCalls.body(record));
    }

    @Override
    public HttpResponse<String> overwrite(TwinRealm realm, ObjectNode record) {
        return realm.admin()
                .send("PUT", permissions(realm, record) + "/" + id(realm, record), AuthorizationCalls.body(record));
    }

    private static String permissions(TwinRealm realm, JsonNode record) {
        return realm.path(AuthorizationCalls.server(realm, record) + "permission/"
                + record.path("type").asText());
    }

    private static String id(TwinRealm realm, JsonNode record) {
        return AuthorizationCalls.id(realm, record, "permission");
    }

    @Override
    public boolean isRemovable() {
        return true;
    }

    @Override
    public HttpResponse<String> remove(TwinRealm realm, ObjectNode record) {
        return realm.admin().send("DELETE", permissions(realm, record) + "/" + id(realm, record), null);
    }

    @Override
    public List<String> views(TwinRealm realm, ObjectNode record) {
        String server = AuthorizationCalls.server(realm, record);
        return AdminApiPaths.of(realm, server + "permission?max=1000", server + "policy?max=1000")
                .and(server + "permission/search?name=" + record.get("name").asText())
                .andOf(
                        server + "permission/" + record.get("type").asText(),
                        id(realm, record),
                        "associatedPolicies",
                        "resources",
                        "scopes")
                .paths();
    }

    @Override
    public Set<String> tables() {
        return Set.of(
                "resource_server_policy", "policy_config", "associated_policy", "resource_policy", "scope_policy");
    }
}
