// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.capabilities;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.SharedServer;
import io.keylift.it.TestRealms;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.Sql;
import io.keylift.it.server.Database;
import java.net.http.HttpResponse;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** A new realm with operations on its capabilities. */
public record CapabilityRealm(AdminHttp admin, String name) {

    public static CapabilityRealm create(SharedServer server, String name) {
        return create(server.admin(), name);
    }

    public static CapabilityRealm create(AdminHttp admin, String name) {
        TestRealms.create(admin, name);
        return new CapabilityRealm(admin, name);
    }

    public CapabilityRealm as(AdminHttp caller) {
        return new CapabilityRealm(caller, name);
    }

    public String path(String rest) {
        return "/admin/realms/" + name + "/" + rest;
    }

    /** Takes over a source of these capabilities, each called {@code resource.action}, and sets of them. */
    public JsonNode source(String source, List<String> capabilities, Map<String, List<String>> sets) {
        return source(source, manifest(capabilities, sets));
    }

    public JsonNode source(String source, Object manifest) {
        HttpResponse<String> answer = send("PUT", "capabilities/sources/" + source, manifest);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return AdminHttp.parse(answer.body());
    }

    public static Map<String, Object> manifest(List<String> capabilities, Map<String, List<String>> sets) {
        List<Map<String, Object>> all = new ArrayList<>();
        capabilities.forEach(capability -> {
            int dot = capability.lastIndexOf('.');
            all.add(
                    dot < 0
                            ? Map.of("name", capability)
                            : Map.of(
                                    "name",
                                    capability,
                                    "resource",
                                    capability.substring(0, dot),
                                    "action",
                                    capability.substring(dot + 1)));
        });
        List<Map<String, Object>> allSets = new ArrayList<>();
        sets.forEach((set, members) -> allSets.add(Map.of("name", set, "members", members)));
        Map<String, Object> manifest = new HashMap<>();
        manifest.put("version", "1");
        manifest.put("capabilities", all);
        manifest.put("sets", allSets);
        return manifest;
    }

    /** Makes a role of the realm; answers its id. */
    public String role(String role) {
        admin.post(path("roles"), Map.of("name", role));
        return admin.get(path("roles/" + role)).get("id").asText();
    }

    /** Makes a user with these roles of the realm; answers the id. */
    public String user(String username, String... roles) {
        admin.post(path("users"), Map.of("username", username, "enabled", true));
        String id = admin.get(path("users?exact=true&username=" + username))
                .at("/0/id")
                .asText();
        List<JsonNode> granted = new ArrayList<>();
        for (String role : roles) {
            granted.add(admin.get(path("roles/" + role)));
        }
        if (!granted.isEmpty()) {
            admin.post(path("users/" + id + "/role-mappings/realm"), granted);
        }
        return id;
    }

    public HttpResponse<String> send(String method, String rest, Object body) {
        return admin.send(method, path(rest), body);
    }

    public JsonNode get(String rest) {
        return admin.get(path("capabilities" + rest));
    }

    /** Assigns just these to a role. */
    public JsonNode assign(String roleId, String... names) {
        HttpResponse<String> answer = send("PUT", "capabilities/roles/" + roleId, Map.of("set", List.of(names)));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return AdminHttp.parse(answer.body());
    }

    /** Names of what is assigned to a role itself. */
    public List<String> assigned(String roleId) {
        return names(get("/roles/" + roleId).get("capabilities"));
    }

    /** Names of all a user has. */
    public List<String> effective(String userId) {
        return names(get("/users/" + userId + "/effective?fields=name"));
    }

    public static List<String> names(JsonNode capabilities) {
        List<String> names = new ArrayList<>();
        capabilities.forEach(capability -> names.add(capability.get("name").asText()));
        return names;
    }

    /** Whether Keylift would let a user do this. */
    public boolean decide(String username, String resource, String action) {
        JsonNode answer = admin.post(
                path("capabilities/evaluate"),
                Map.of(
                        "subject", Map.of("type", "user", "id", username),
                        "action", Map.of("name", action),
                        "resource", Map.of("type", resource, "id", "any")));
        return answer.get("decision").asBoolean();
    }

    /** How many rows the holder of assignments has, with these. */
    public static long rows(Database database, String holder) {
        try (Sql sql = new Sql(database)) {
            return sql.number("select count(*) from KEYLIFT_CAPABILITY_HOLDER where ID = ?", holder)
                    + sql.number("select count(*) from KEYLIFT_CAPABILITY_ASSIGNMENT where HOLDER_ID = ?", holder);
        }
    }
}
