// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.operations;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.TestRealms;
import io.keylift.it.capabilities.CapabilityRealm;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.server.KeycloakServer;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A realm with data of each feature of our JARs: imported users, capabilities in tokens and in a policy, and our theme
 * of the console. Each call goes to a chosen node.
 */
final class PopulatedRealm {

    static final String NAME = "populated";

    /** Users of the import, {@code hank-1} and so on. */
    static final int USERS = 30;

    /** A resource to which a policy of capabilities decides the access. */
    static final String ORDERS = "orders";

    /** A resource to which a policy of Keycloak's own decides the access. */
    static final String LOBBY = "lobby";

    private static final String SECRET = "correct horse battery staple";
    private static final String SHOP = "shop";
    private static final String NDJSON = "application/x-ndjson";

    private final HttpClient http = HttpClient.newHttpClient();

    /** @param node has our JARs */
    PopulatedRealm(KeycloakServer node) throws IOException {
        AdminHttp admin = AdminHttp.master(node.baseUrl());
        TestRealms.create(
                admin, Map.of("realm", NAME, "enabled", true, "organizationsEnabled", true, "adminTheme", "keylift"));
        admin.put("/admin/realms/master", Map.of("realm", "master", "adminTheme", "keylift"));
        CapabilityRealm realm = new CapabilityRealm(admin, NAME);
        realm.source("shop", List.of("orders.view", "orders.edit"), Map.of());
        realm.assign(realm.role("clerk"), "orders.view");
        realm.assign(realm.role("short-lived"), "orders.edit");
        client(admin);
        assertThat(imported(node, "hank", 1, USERS).get("added").asInt()).isEqualTo(USERS);
    }

    private static String path(String rest) {
        return "/admin/realms/" + NAME + "/" + rest;
    }

    private static void client(AdminHttp admin) {
        String shop = admin.postNew(
                path("clients"),
                Map.of(
                        "clientId", SHOP,
                        "secret", SECRET,
                        "directAccessGrantsEnabled", true,
                        "serviceAccountsEnabled", true,
                        "authorizationServicesEnabled", true));
        admin.post(
                path("clients/" + shop + "/protocol-mappers/models"),
                Map.of(
                        "name", "capabilities",
                        "protocol", "openid-connect",
                        "protocolMapper", "keylift-capability-mapper",
                        "config", Map.of("claim.name", "capabilities", "access.token.claim", "true")));
        String authorization = path("clients/" + shop + "/authz/resource-server/");
        String clerk = admin.get(path("roles/clerk")).get("id").asText();
        resource(
                admin,
                authorization,
                ORDERS,
                "capability",
                Map.of("name", "may view", "capabilities", List.of("orders.view")));
        resource(admin, authorization, LOBBY, "role", Map.of("name", "clerks", "roles", List.of(Map.of("id", clerk))));
    }

    /** Makes a resource to which a policy of this type decides the access. */
    private static void resource(AdminHttp admin, String authorization, String name, String type, Object policy) {
        String policyId =
                admin.post(authorization + "policy/" + type, policy).get("id").asText();
        String id = admin.post(authorization + "resource", Map.of("name", name))
                .get("_id")
                .asText();
        admin.post(
                authorization + "permission/resource",
                Map.of("name", "access to " + name, "resources", List.of(id), "policies", List.of(policyId)));
    }

    /** Imports users who are clerks and can sign in, as job {@code job}; answers the last line. */
    JsonNode imported(KeycloakServer node, String job, int first, int last) throws IOException {
        return AdminHttp.master(node.baseUrl()).stream(
                path("bulk-import/users?chunkSize=10&job=" + job),
                NDJSON,
                out -> {
                    for (int i = first; i <= last; i++) {
                        out.write(user(job + "-" + i).getBytes(StandardCharsets.UTF_8));
                    }
                },
                line -> {});
    }

    private static String user(String name) {
        return """
                {"username":"%s","enabled":true,"email":"%s@x.example","firstName":"F","lastName":"L",\
                "credentials":[{"type":"password","value":"%s"}],"realmRoles":["clerk"]}
                """.formatted(name, name, SECRET);
    }

    /** The claims of a user's access token. */
    JsonNode claims(KeycloakServer node, String username) {
        return AdminHttp.parse(new String(
                Base64.getUrlDecoder().decode(token(node, username).split("\\.")[1]), StandardCharsets.UTF_8));
    }

    private static String token(KeycloakServer node, String username) {
        return new AdminHttp(
                        node.baseUrl(),
                        NAME,
                        Map.of(
                                "grant_type", "password",
                                "client_id", SHOP,
                                "client_secret", SECRET,
                                "username", username,
                                "password", SECRET,
                                "scope", "openid"))
                .token();
    }

    /** The UMA endpoint's answer to a user who asks for a resource. */
    HttpResponse<String> decision(KeycloakServer node, String username, String resource)
            throws IOException, InterruptedException {
        Map<String, String> form = Map.of(
                "grant_type",
                "urn:ietf:params:oauth:grant-type:uma-ticket",
                "audience",
                SHOP,
                "permission",
                resource,
                "response_mode",
                "decision");
        HttpRequest request = HttpRequest.newBuilder(
                        node.baseUrl().resolve("/realms/" + NAME + "/protocol/openid-connect/token"))
                .header("Authorization", "Bearer " + token(node, username))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(form.entrySet().stream()
                        .map(field ->
                                field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
                        .collect(Collectors.joining("&"))))
                .build();
        return http.send(request, BodyHandlers.ofString());
    }

    /** The page of the realm's console. */
    HttpResponse<String> console(KeycloakServer node) throws IOException, InterruptedException {
        URI address = node.baseUrl().resolve("/admin/master/console/");
        return http.send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString());
    }

    /** Status of what the Admin API of a node answers for this realm. */
    int status(KeycloakServer node, String rest) {
        return AdminHttp.master(node.baseUrl()).send("GET", path(rest), null).statusCode();
    }

    JsonNode get(KeycloakServer node, String rest) {
        return AdminHttp.master(node.baseUrl()).get(path(rest));
    }

    void send(KeycloakServer node, String method, String rest, Object body) {
        assertThat(AdminHttp.master(node.baseUrl())
                        .send(method, path(rest), body)
                        .statusCode())
                .as(method + " " + rest)
                .isBetween(200, 299);
    }

    String userId(KeycloakServer node, String username) {
        return get(node, "users?exact=true&username=" + username).at("/0/id").asText();
    }
}
