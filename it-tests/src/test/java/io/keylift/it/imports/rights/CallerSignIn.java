// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.rights;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.http.AdminHttp;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** Ways to sign in to a realm through one of its clients, and to sign out. */
public record CallerSignIn(URI server, String realm, String client) {

    private static final Pattern FORM = Pattern.compile("action=\"([^\"]+)\"");
    private static final Pattern CODE = Pattern.compile("[?&]code=([^&]+)");
    private static final String CALLBACK = "https://app.example/callback";

    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    /** Signs in by password. */
    JsonNode byPassword(String username, String password) {
        return tokens(Map.of("grant_type", "password", "username", username, "password", password));
    }

    /** Signs in with a browser, at the realm's login page. The client must have the redirect URI {@code *}. */
    public JsonNode byCode(String username, String password) {
        HttpResponse<String> page =
                send(HttpRequest.newBuilder(URI.create(endpoint("auth") + "?response_type=code&scope=openid&client_id="
                                + client + "&redirect_uri=" + encoded(CALLBACK)))
                        .build());
        Matcher form = FORM.matcher(page.body());
        assertThat(form.find()).as("form of the login page").isTrue();
        String cookies = page.headers().allValues("Set-Cookie").stream()
                .map(cookie -> cookie.split(";")[0])
                .collect(Collectors.joining("; "));
        HttpResponse<String> answer =
                send(HttpRequest.newBuilder(URI.create(form.group(1).replace("&amp;", "&")))
                        .header("Content-Type", "application/x-www-form-urlencoded")
                        .header("Cookie", cookies)
                        .POST(BodyPublishers.ofString(form(Map.of("username", username, "password", password))))
                        .build());
        Matcher code = CODE.matcher(answer.headers().firstValue("Location").orElse(""));
        assertThat(code.find()).as("code for %s", username).isTrue();
        return tokens(Map.of("grant_type", "authorization_code", "code", code.group(1), "redirect_uri", CALLBACK));
    }

    /** One who calls the Admin API with new tokens for these. */
    AdminHttp caller(JsonNode tokens) {
        return new AdminHttp(
                server,
                realm,
                Map.of(
                        "grant_type",
                        "refresh_token",
                        "client_id",
                        client,
                        "refresh_token",
                        tokens.path("refresh_token").asText()));
    }

    void out(JsonNode tokens) {
        HttpResponse<String> answer = post(
                "logout", Map.of("refresh_token", tokens.path("refresh_token").asText()));
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(204);
    }

    /** Status of the answer to a GET by one who has this token. */
    int status(String path, String token) {
        return send(HttpRequest.newBuilder(server.resolve(path))
                        .header("Authorization", "Bearer " + token)
                        .build())
                .statusCode();
    }

    private JsonNode tokens(Map<String, String> grant) {
        HttpResponse<String> answer = post("token", grant);
        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(200);
        return AdminHttp.parse(answer.body());
    }

    private HttpResponse<String> post(String path, Map<String, String> fields) {
        Map<String, String> all = new LinkedHashMap<>(fields);
        all.put("client_id", client);
        return send(HttpRequest.newBuilder(endpoint(path))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(form(all)))
                .build());
    }

    private URI endpoint(String path) {
        return server.resolve("/realms/" + realm + "/protocol/openid-connect/" + path);
    }

    private static String form(Map<String, String> fields) {
        return fields.entrySet().stream()
                .map(field -> field.getKey() + "=" + encoded(field.getValue()))
                .collect(Collectors.joining("&"));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    private static HttpResponse<String> send(HttpRequest request) {
        try {
            return HTTP.send(request, BodyHandlers.ofString());
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException("No answer from " + request.uri(), e);
        }
    }
}
