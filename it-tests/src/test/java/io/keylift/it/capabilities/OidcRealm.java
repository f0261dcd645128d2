// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.capabilities;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.SharedServer;
import io.keylift.it.http.AdminHttp;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/**
 * A realm with clients and users, and its OpenID Connect endpoints. All users and all clients have the same password.
 */
final class OidcRealm {

    static final String SECRET = "correct horse battery staple";

    private final AdminHttp admin;
    private final String name;
    private final URI root;
    private final HttpClient http = HttpClient.newHttpClient();

    private OidcRealm(AdminHttp admin, String name, URI root) {
        this.admin = admin;
        this.name = name;
        this.root = root;
    }

    static OidcRealm of(SharedServer server, CapabilityRealm realm) {
        return new OidcRealm(
                server.admin(), realm.name(), server.keycloak().baseUrl().resolve("/realms/" + realm.name() + "/"));
    }

    String path(String rest) {
        return "/admin/realms/" + name + "/" + rest;
    }

    /** Makes a user who can sign in, with these roles of the realm; answers the id. */
    String person(String username, String... roles) {
        admin.post(
                path("users"),
                Map.of(
                        "username",
                        username,
                        "enabled",
                        true,
                        "email",
                        username + "@shop.example",
                        "firstName",
                        username,
                        "lastName",
                        "Smith",
                        "credentials",
                        List.of(Map.of("type", "password", "value", SECRET))));
        String id = admin.get(path("users?exact=true&username=" + username))
                .at("/0/id")
                .asText();
        grant(id, roles);
        return id;
    }

    void grant(String userId, String... roles) {
        for (String role : roles) {
            admin.post(path("users/" + userId + "/role-mappings/realm"), List.of(admin.get(path("roles/" + role))));
        }
    }

    /** Makes a confidential client that may do everything, with these fields besides; answers its id. */
    String client(String clientId, Map<String, ?> fields) {
        Map<String, Object> client = new HashMap<>(Map.of(
                "clientId",
                clientId,
                "secret",
                SECRET,
                "directAccessGrantsEnabled",
                true,
                "serviceAccountsEnabled",
                true));
        client.putAll(fields);
        admin.post(path("clients"), client);
        return admin.get(path("clients?clientId=" + clientId)).at("/0/id").asText();
    }

    /** Id of the user who stands for a client. */
    String serviceAccount(String client) {
        return admin.get(path("clients/" + client + "/service-account-user"))
                .get("id")
                .asText();
    }

    /** The token endpoint's answer to a user who signs in by a client. */
    JsonNode signIn(String clientId, String username) {
        return AdminHttp.parse(token(
                        clientId,
                        Map.of("grant_type", "password", "username", username, "password", SECRET, "scope", "openid"))
                .body());
    }

    /** Access token of the client itself. */
    String ownToken(String clientId) {
        return AdminHttp.parse(token(clientId, Map.of("grant_type", "client_credentials"))
                        .body())
                .get("access_token")
                .asText();
    }

    HttpResponse<String> token(String clientId, Map<String, String> fields) {
        return post("protocol/openid-connect/token", clientId, fields);
    }

    JsonNode introspect(String clientId, String accessToken) {
        return AdminHttp.parse(post("protocol/openid-connect/token/introspect", clientId, Map.of("token", accessToken))
                .body());
    }

    JsonNode userInfo(String accessToken) {
        return AdminHttp.parse(send(HttpRequest.newBuilder(root.resolve("protocol/openid-connect/userinfo"))
                        .header("Authorization", "Bearer " + accessToken)
                        .build())
                .body());
    }

    /** A request for permissions by whoever has this token. */
    HttpResponse<String> uma(String accessToken, Map<String, String> fields) {
        Map<String, String> all = new LinkedHashMap<>(fields);
        all.put("grant_type", "urn:ietf:params:oauth:grant-type:uma-ticket");
        return send(form("protocol/openid-connect/token", all)
                .header("Authorization", "Bearer " + accessToken)
                .build());
    }

    /** A request to the protection API. */
    JsonNode protection(String path, String accessToken, String json) {
        return AdminHttp.parse(send(HttpRequest.newBuilder(root.resolve("authz/protection/" + path))
                        .header("Authorization", "Bearer " + accessToken)
                        .header("Content-Type", "application/json")
                        .POST(BodyPublishers.ofString(json))
                        .build())
                .body());
    }

    /** The claims of a signed token. */
    static JsonNode claims(String token) {
        return AdminHttp.parse(
                new String(Base64.getUrlDecoder().decode(token.split("\\.")[1]), StandardCharsets.UTF_8));
    }

    private HttpResponse<String> post(String path, String clientId, Map<String, String> fields) {
        Map<String, String> all = new LinkedHashMap<>(fields);
        all.put("client_id", clientId);
        all.put("client_secret", SECRET);
        return send(form(path, all).build());
    }

    private HttpRequest.Builder form(String path, Map<String, String> fields) {
        String form = fields.entrySet().stream()
                .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
        return HttpRequest.newBuilder(root.resolve(path))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(form));
    }

    private HttpResponse<String> send(HttpRequest request) {
        try {
            return http.send(request, BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException(e);
        }
    }
}
