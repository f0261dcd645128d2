// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.support;

import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
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
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;

/** A client with a secret that signs in users and checks whether their tokens are valid. */
public final class Tokens {

    private static final String CLIENT = "desk";
    private static final String SECRET = "desk secret";

    private final URI endpoint;
    private final HttpClient http = HttpClient.newHttpClient();

    private Tokens(URI endpoint) {
        this.endpoint = endpoint;
    }

    /** Makes the client in a realm that does not have it. */
    public static Tokens in(SharedServer server, String realm) {
        server.admin()
                .post(
                        "/admin/realms/" + realm + "/clients",
                        Map.of(
                                "clientId",
                                CLIENT,
                                "secret",
                                SECRET,
                                "directAccessGrantsEnabled",
                                true,
                                "attributes",
                                Map.of("allow.token.introspection.without.audience.check", "true")));
        return new Tokens(server.keycloak().baseUrl().resolve("/realms/" + realm + "/protocol/openid-connect/"));
    }

    /** The answer to one who signs in; has an {@code error} if that is refused. */
    public JsonNode signIn(String username, String password, String scope) {
        return post(
                "token", Map.of("grant_type", "password", "username", username, "password", password, "scope", scope));
    }

    /**
     * Signs in a user who has signed in a moment ago. Where Keycloak counts failures, it refuses a second sign-in until
     * the first has ended, which may be after its answer.
     */
    public JsonNode signInAgain(String username, String password, String scope) {
        return await().until(() -> signIn(username, password, scope), answer -> answer.has("access_token"));
    }

    /** The answer to whoever wants new tokens for these. */
    public JsonNode refresh(JsonNode tokens) {
        return post(
                "token",
                Map.of(
                        "grant_type",
                        "refresh_token",
                        "refresh_token",
                        tokens.path("refresh_token").asText()));
    }

    /** Whether the access token is good for something. */
    public boolean isActive(JsonNode tokens) {
        return post(
                        "token/introspect",
                        Map.of("token", tokens.path("access_token").asText()))
                .path("active")
                .asBoolean();
    }

    /** Status of the answer of the endpoint that says who the owner of the token is. */
    public int userInfoStatus(JsonNode tokens) {
        return send(HttpRequest.newBuilder(endpoint.resolve("userinfo"))
                        .header(
                                "Authorization",
                                "Bearer " + tokens.path("access_token").asText())
                        .build())
                .statusCode();
    }

    /** Where a signed text is taken for a token or an assertion. */
    public List<String> whereTaken(String signed) {
        List<String> takers = new ArrayList<>();
        ObjectNode token = AdminHttp.JSON.createObjectNode();
        token.put("access_token", signed).put("refresh_token", signed);
        if (isActive(token)) {
            takers.add("introspection");
        }
        if (userInfoStatus(token) == 200) {
            takers.add("userinfo");
        }
        Map<String, Map<String, String>> grants = Map.of(
                "refresh", Map.of("grant_type", "refresh_token", "refresh_token", signed),
                "bearer", Map.of("grant_type", "urn:ietf:params:oauth:grant-type:jwt-bearer", "assertion", signed),
                "exchange",
                        Map.of(
                                "grant_type", "urn:ietf:params:oauth:grant-type:token-exchange",
                                "subject_token_type", "urn:ietf:params:oauth:token-type:access_token",
                                "subject_token", signed));
        grants.forEach((name, fields) -> {
            if (post("token", fields).has("access_token")) {
                takers.add(name);
            }
        });
        Map<String, String> assertion = Map.of(
                "grant_type", "client_credentials",
                "client_assertion_type", "urn:ietf:params:oauth:client-assertion-type:jwt-bearer",
                "client_assertion", signed);
        if (postForm("token", assertion).has("access_token")) {
            takers.add("client assertion");
        }
        return takers;
    }

    private JsonNode post(String path, Map<String, String> fields) {
        Map<String, String> all = new LinkedHashMap<>(fields);
        all.put("client_id", CLIENT);
        all.put("client_secret", SECRET);
        return postForm(path, all);
    }

    private JsonNode postForm(String path, Map<String, String> all) {
        String form = all.entrySet().stream()
                .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
        HttpResponse<String> answer = send(HttpRequest.newBuilder(endpoint.resolve(path))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(form))
                .build());
        try {
            return AdminHttp.JSON.readTree(answer.body());
        } catch (IOException e) {
            throw new UncheckedIOException(answer.body(), e);
        }
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
