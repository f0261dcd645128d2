// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

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
import java.util.stream.Collectors;

/** A request for a token, or with one, to one server. Safe for use by several threads, each with its own connection. */
final class TokenRequest {

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final HttpRequest request;

    /** Gets the token if the request needs one. */
    TokenRequest(KeycloakServer keycloak, Grant grant) throws IOException, InterruptedException {
        URI openIdConnect = keycloak.baseUrl().resolve("/realms/master/protocol/openid-connect/");
        HttpRequest ofToken = HttpRequest.newBuilder(openIdConnect.resolve("token"))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(form(grant)))
                .build();
        this.request = grant == Grant.USERINFO
                ? HttpRequest.newBuilder(openIdConnect.resolve("userinfo"))
                        .header("Authorization", "Bearer " + token(ofToken))
                        .build()
                : ofToken;
    }

    private String token(HttpRequest ofToken) throws IOException, InterruptedException {
        return AdminHttp.parse(answer(ofToken)).get("access_token").asText();
    }

    private static String form(Grant grant) {
        return grant.form.entrySet().stream()
                .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
    }

    /**
     * Sends the request and reads the answer.
     *
     * @throws IllegalStateException if the request fails
     */
    void send() throws IOException, InterruptedException {
        answer(request);
    }

    private String answer(HttpRequest one) throws IOException, InterruptedException {
        HttpResponse<String> answer = http.send(one, BodyHandlers.ofString());
        if (answer.statusCode() != 200) {
            throw new IllegalStateException(one.uri() + ": " + answer.statusCode() + " " + answer.body());
        }
        return answer.body();
    }
}
