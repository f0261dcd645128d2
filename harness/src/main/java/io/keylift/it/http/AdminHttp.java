// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.http;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
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
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;
import java.util.stream.Collectors;

/**
 * Keycloak's Admin REST API for one caller. Paths start at the server's root, for instance
 * {@code /admin/realms/acme/users}. Safe for use by several threads.
 */
public final class AdminHttp {

    /** Every thread may use it: the mapper is never configured after this. */
    public static final ObjectMapper JSON = new ObjectMapper();

    private static final Duration TOKEN_RESERVE = Duration.ofSeconds(15);

    private final URI server;
    private final Map<String, String> grant;
    private final URI tokenUrl;
    private final HttpClient http = HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Duration.ofSeconds(10))
            .build();
    private String token;
    private Instant tokenEnd = Instant.MIN;

    /** A caller who signs in to {@code realm} with this password, as client {@code admin-cli}. */
    public AdminHttp(URI server, String realm, String username, String password) {
        this(
                server,
                realm,
                Map.of("grant_type", "password", "client_id", "admin-cli", "username", username, "password", password));
    }

    /** A caller who gets a token from {@code realm} with these form fields. */
    public AdminHttp(URI server, String realm, Map<String, String> grant) {
        this.server = server;
        this.grant = new LinkedHashMap<>(grant);
        this.tokenUrl = server.resolve("/realms/" + realm + "/protocol/openid-connect/token");
    }

    /** The bootstrap administrator of realm {@code master}. */
    public static AdminHttp master(URI server) {
        return new AdminHttp(server, "master", "admin", "admin");
    }

    /** A token that is valid for at least a few seconds: those of {@code admin-cli} live for one minute. */
    public synchronized String token() {
        if (Instant.now().isAfter(tokenEnd)) {
            HttpRequest request = HttpRequest.newBuilder(tokenUrl)
                    .header("Content-Type", "application/x-www-form-urlencoded")
                    .POST(BodyPublishers.ofString(form(grant)))
                    .build();
            HttpResponse<String> response = exchange(request);
            JsonNode answer = parse(expectSuccess("POST", tokenUrl.getPath(), response));
            token = answer.get("access_token").asText();
            tokenEnd =
                    Instant.now().plusSeconds(answer.get("expires_in").asLong()).minus(TOKEN_RESERVE);
        }
        return token;
    }

    /**
     * The JSON of the answer to a GET of a path.
     *
     * @throws HttpFailure if the status is not 2xx
     */
    public JsonNode get(String path) {
        return parse(expectSuccess("GET", path, send("GET", path, null)));
    }

    /**
     * Posts a value as JSON; an answer without a body, such as 201, gives a missing node.
     *
     * @throws HttpFailure if the status is not 2xx
     */
    public JsonNode post(String path, Object body) {
        return parse(expectSuccess("POST", path, send("POST", path, body)));
    }

    /**
     * Posts a new object as JSON, and returns its id.
     *
     * @throws HttpFailure if the status is not 2xx
     */
    public String postNew(String path, Object body) {
        HttpResponse<String> answer = send("POST", path, body);
        expectSuccess("POST", path, answer);
        String location = answer.headers().firstValue("Location").orElseThrow();
        return location.substring(location.lastIndexOf('/') + 1);
    }

    /** @throws HttpFailure if the status is not 2xx */
    public void put(String path, Object body) {
        expectSuccess("PUT", path, send("PUT", path, body));
    }

    /** @throws HttpFailure if the status is not 2xx */
    public void delete(String path) {
        expectSuccess("DELETE", path, send("DELETE", path, null));
    }

    /**
     * Sends a value as JSON, or nothing if {@code body} is null; an answer without a body gives a missing node.
     *
     * @throws HttpFailure if the status is not 2xx
     */
    public JsonNode call(String method, String path, Object body) {
        return parse(expectSuccess(method, path, send(method, path, body)));
    }

    /** Sends a value as JSON, or nothing if {@code body} is null, and returns the answer whatever its status. */
    public HttpResponse<String> send(String method, String path, Object body) {
        return send(method, path, Map.of(), body);
    }

    /** Sends a request with additional headers. */
    public HttpResponse<String> send(String method, String path, Map<String, String> headers, Object body) {
        HttpRequest.Builder request =
                HttpRequest.newBuilder(server.resolve(path)).header("Authorization", "Bearer " + token());
        headers.forEach(request::header);
        if (body == null) {
            request.method(method, BodyPublishers.noBody());
        } else {
            request.header("Content-Type", "application/json").method(method, BodyPublishers.ofString(write(body)));
        }
        return exchange(request.build());
    }

    /**
     * Posts a body that is written while the answer is already being read, and hands over each line of the answer.
     *
     * @return the last line of the answer
     * @throws HttpFailure if the status is not 2xx
     * @throws IOException if the connection breaks before the answer is complete
     */
    public JsonNode stream(String path, String contentType, BodyWriter body, Consumer<JsonNode> lines)
            throws IOException {
        Map<String, String> headers = Map.of("Authorization", "Bearer " + token(), "Content-Type", contentType);
        try (StreamingExchange exchange = StreamingExchange.post(server.resolve(path), headers)) {
            exchange.sendInBackground(body);
            if (exchange.status() / 100 != 2) {
                throw new HttpFailure(
                        "POST", path, exchange.status(), exchange.lines().collect(Collectors.joining("\n")));
            }
            JsonNode[] last = {JSON.missingNode()};
            exchange.lines().map(AdminHttp::parse).forEach(line -> {
                last[0] = line;
                lines.accept(line);
            });
            return last[0];
        } catch (UncheckedIOException e) {
            throw e.getCause();
        }
    }

    /** Starts a POST whose body and answer the caller handles, byte by byte if need be. */
    public StreamingExchange open(String path, String contentType) throws IOException {
        return open(path, Map.of("Content-Type", contentType));
    }

    /** Opens a request with these headers; without {@code Content-Length} its body is chunked. */
    public StreamingExchange open(String path, Map<String, String> headers) throws IOException {
        Map<String, String> all = new LinkedHashMap<>(headers);
        all.put("Authorization", "Bearer " + token());
        return StreamingExchange.post(server.resolve(path), all);
    }

    private HttpResponse<String> exchange(HttpRequest request) {
        try {
            return http.send(request, BodyHandlers.ofString());
        } catch (IOException e) {
            throw new UncheckedIOException(request.method() + " " + request.uri(), e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new IllegalStateException("Interrupted during " + request.method() + " " + request.uri(), e);
        }
    }

    private static String expectSuccess(String method, String path, HttpResponse<String> response) {
        if (response.statusCode() / 100 != 2) {
            throw new HttpFailure(method, path, response.statusCode(), response.body());
        }
        return response.body();
    }

    /** Parses a text as JSON. */
    public static JsonNode parse(String text) {
        try {
            return JSON.readTree(text);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException("Not JSON: " + text, e);
        }
    }

    private static String write(Object value) {
        try {
            return value instanceof String json ? json : JSON.writeValueAsString(value);
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String form(Map<String, String> fields) {
        return fields.entrySet().stream()
                .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
    }
}
