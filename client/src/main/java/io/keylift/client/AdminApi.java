// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.MissingNode;
import io.keylift.client.http.Answer;
import io.keylift.client.http.Body;
import io.keylift.client.http.HttpFailure;
import io.keylift.client.http.Request;
import java.io.IOException;
import java.net.URI;
import java.util.Map;
import java.util.Optional;

/**
 * Keycloak's own Admin API of one server, for one caller. Paths begin behind {@code /admin/realms}, with names that are
 * {@link #segment encoded}. What reads or replaces is sent again if the server is away for a moment, what adds is not.
 */
public final class AdminApi {

    private static final ObjectMapper JSON = new ObjectMapper();
    private static final int NOT_FOUND = 404;

    /** Sends a call that may be repeated. */
    @FunctionalInterface
    interface Repeating {

        JsonNode run(Attempts.Attempt<JsonNode> call) throws IOException, InterruptedException;
    }

    private final String server;
    private final Authorized http;
    private final Repeating repeating;

    AdminApi(String server, Authorized http, Repeating repeating) {
        this.server = server;
        this.http = http;
        this.repeating = repeating;
    }

    /** A name as a part of a path. */
    public static String segment(String name) {
        return Endpoints.encode(name);
    }

    /** The answer to a {@code GET}. */
    public JsonNode get(String path) throws IOException, InterruptedException {
        return repeating.run(() -> send("GET", path, null));
    }

    /** The answer to a {@code GET}; empty if there is nothing. */
    public Optional<JsonNode> find(String path) throws IOException, InterruptedException {
        try {
            return Optional.of(get(path));
        } catch (HttpFailure e) {
            if (e.status() == NOT_FOUND) {
                return Optional.empty();
            }
            throw e;
        }
    }

    /** The answer to a {@code POST} that changes nothing. */
    public JsonNode ask(String path) throws IOException, InterruptedException {
        return repeating.run(() -> send("POST", path, null));
    }

    /** @param body {@code null} for none */
    public JsonNode post(String path, JsonNode body) throws IOException {
        return send("POST", path, body);
    }

    /** @param body {@code null} for none */
    public void put(String path, JsonNode body) throws IOException, InterruptedException {
        repeating.run(() -> send("PUT", path, body));
    }

    /** Removes an object, once. */
    public void delete(String path) throws IOException {
        send("DELETE", path, null);
    }

    private JsonNode send(String method, String path, JsonNode body) throws IOException {
        Request request = new Request(
                method,
                URI.create(server + "/admin/realms" + path),
                body == null ? Map.of() : Map.of("Content-Type", "application/json"),
                body == null ? null : Body.of(JSON.writeValueAsString(body)));
        try (Answer answer = http.send(request)) {
            JsonNode read = JSON.readTree(answer.body());
            return read == null ? MissingNode.getInstance() : read;
        }
    }
}
