// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client.token;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.keylift.client.http.Answer;
import io.keylift.client.http.Body;
import io.keylift.client.http.Http;
import io.keylift.client.http.HttpFailure;
import io.keylift.client.http.Request;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Collectors;

/** The OpenID Connect endpoints of a realm that give out tokens. */
final class TokenEndpoint {

    private static final ObjectMapper JSON = new ObjectMapper();

    private final Http http;
    private final String root;

    /** @param realm address of the realm, such as {@code https://id.example.org/realms/acme} */
    TokenEndpoint(Http http, URI realm) {
        this.http = http;
        this.root = realm + "/protocol/openid-connect/";
    }

    /** @throws HttpFailure if the endpoint refuses */
    JsonNode token(Map<String, String> form) throws IOException {
        return post("token", form);
    }

    JsonNode device(Map<String, String> form) throws IOException {
        return post("auth/device", form);
    }

    void logout(Map<String, String> form) throws IOException {
        post("logout", form);
    }

    /** The answer to a request for the token of a device, which is an error until the user has agreed. */
    JsonNode poll(Map<String, String> form) throws IOException {
        try (Answer answer = http.send(request("token", form))) {
            return parse(answer.text());
        }
    }

    private JsonNode post(String path, Map<String, String> form) throws IOException {
        Request request = request(path, form);
        try (Answer answer = http.send(request)) {
            if (answer.status() >= 300) {
                throw HttpFailure.of(request, answer);
            }
            return parse(answer.text());
        }
    }

    private Request request(String path, Map<String, String> form) {
        String body = form.entrySet().stream()
                .map(field -> encode(field.getKey()) + "=" + encode(field.getValue()))
                .collect(Collectors.joining("&"));
        return Request.post(URI.create(root + path), "application/x-www-form-urlencoded", Body.of(body));
    }

    private static String encode(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }

    /** Without the text in the message: it may be a token. */
    private static JsonNode parse(String text) throws IOException {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new IOException("The token endpoint did not answer with JSON");
        }
    }
}
