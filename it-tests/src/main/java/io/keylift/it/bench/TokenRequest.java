// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.bench;

import io.keylift.it.server.KeycloakServer;
import java.io.IOException;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.stream.Collectors;

/** Requests a token of one server, in one way. Safe for use by several threads, each of which gets a connection. */
final class TokenRequest {

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final HttpRequest request;

    TokenRequest(KeycloakServer keycloak, Grant grant) {
        this.request = HttpRequest.newBuilder(
                        keycloak.baseUrl().resolve("/realms/master/protocol/openid-connect/token"))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(form(grant)))
                .build();
    }

    private static String form(Grant grant) {
        return grant.form.entrySet().stream()
                .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
    }

    /**
     * Sends it and reads the answer.
     *
     * @throws IllegalStateException if there is no token in it
     */
    void send() throws IOException, InterruptedException {
        HttpResponse<String> answer = http.send(request, BodyHandlers.ofString());
        if (answer.statusCode() != 200) {
            throw new IllegalStateException("No token: " + answer.statusCode() + " " + answer.body());
        }
    }
}
