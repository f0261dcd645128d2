// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.support;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.SharedServer;
import io.keylift.it.TestRealms;
import io.keylift.it.http.AdminHttp;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/**
 * A realm with all objects that records can refer to and all types of rules that they can violate. All twin realms are
 * equal except for their names, so that changes of one can be compared with changes of another.
 */
public record TwinRealm(AdminHttp admin, String name) {

    /** Settings that are no part of Keycloak's realm representation come by calls of their own. */
    public static TwinRealm create(SharedServer server, String name, Map<String, Object> settings) {
        return create(server.admin(), name, settings);
    }

    public static TwinRealm create(AdminHttp admin, String name, Map<String, Object> settings) {
        ObjectNode shape = AdminHttp.JSON.valueToTree(settings);
        RealmTemplates.create(admin, name, List.of("twin", shape), any -> createByAdminApi(admin, any, settings));
        return new TwinRealm(admin, name);
    }

    /** Creates a realm through the Admin API, without a copy of another realm. */
    static void createByAdminApi(AdminHttp admin, String name, Map<String, Object> settings) {
        ObjectNode representation = (ObjectNode) resource("twin-realm.json");
        representation.put("realm", name);
        settings.forEach(representation::putPOJO);
        TestRealms.createByAdminApi(admin, representation);
        new TwinRealm(admin, name).configure();
    }

    private void configure() {
        ObjectNode profile = (ObjectNode) admin.get(path("users/profile"));
        ((ArrayNode) profile.get("attributes")).addAll((ArrayNode) resource("twin-profile.json"));
        profile.put("unmanagedAttributePolicy", "ENABLED");
        admin.put(path("users/profile"), profile);
        String action = path("authentication/required-actions/TERMS_AND_CONDITIONS");
        ObjectNode terms = (ObjectNode) admin.get(action);
        admin.put(action, terms.put("enabled", true).put("defaultAction", true));
        admin.post(path("client-scopes"), Map.of("name", "special", "protocol", "openid-connect"));
        admin.post(
                path("roles/default-roles-" + name + "/composites"),
                List.of(admin.get(path("roles/visitor")), admin.get(path("roles/reader"))));
    }

    /** Adds organizations of these names, unless the realm has them. */
    public TwinRealm withOrganizations(String... names) {
        for (String organization : names) {
            int status = admin.send("POST", path("organizations"), Map.of("name", organization))
                    .statusCode();
            if (status != 201 && status != 409) {
                throw new IllegalStateException("Organization " + organization + ": status " + status);
            }
        }
        return this;
    }

    public String path(String rest) {
        return "/admin/realms/" + name + "/" + rest;
    }

    public String userId(String username) {
        return id("users?exact=true&username=" + encoded(username));
    }

    public String organizationId(String alias) {
        return id("organizations?q=alias:" + encoded(alias));
    }

    public String clientId(String name) {
        return id("clients?clientId=" + encoded(name));
    }

    /** Id of the role of this path, for instance {@code roles/reader}; empty if there is none. */
    public String roleId(String role) {
        return AdminHttp.parse(admin.send("GET", path(role), null).body())
                .path("id")
                .asText();
    }

    /** Id of a flow, a user or a client of this name. */
    public String id(String sort, String name) {
        return switch (sort) {
            case "flow" -> flowId(name);
            case "user" -> userId(name);
            default -> clientId(name);
        };
    }

    private String flowId(String alias) {
        for (JsonNode flow : admin.get(path("authentication/flows"))) {
            if (flow.get("alias").asText().equals(alias)) {
                return flow.get("id").asText();
            }
        }
        throw new AssertionError("No flow " + alias);
    }

    private String id(String search) {
        return admin.get(path(search)).at("/0/id").asText();
    }

    public static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8).replace("+", "%20");
    }

    public AdminApiCalls adminApi() {
        return new AdminApiCalls(this);
    }

    public ImportClient imports() {
        return new ImportClient(admin, name);
    }

    /** The realm's user profile, one attribute of it changed. */
    public void changeProfile(String attribute, Map<String, Object> change) {
        JsonNode profile = admin.get(path("users/profile"));
        for (JsonNode candidate : profile.get("attributes")) {
            if (candidate.get("name").asText().equals(attribute)) {
                change.forEach(((ObjectNode) candidate)::putPOJO);
            }
        }
        admin.put(path("users/profile"), profile);
    }

    public void forbidUnmanagedAttributes() {
        ObjectNode profile = (ObjectNode) admin.get(path("users/profile"));
        profile.remove("unmanagedAttributePolicy");
        admin.put(path("users/profile"), profile);
    }

    /** From here on, new users may sign in without having to do something first. */
    public void demandNothingOfNewUsers() {
        String action = path("authentication/required-actions/TERMS_AND_CONDITIONS");
        admin.put(action, ((ObjectNode) admin.get(action)).put("defaultAction", false));
    }

    private static JsonNode resource(String name) {
        try (InputStream in = TwinRealm.class.getResourceAsStream(name)) {
            return AdminHttp.JSON.readTree(in);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
