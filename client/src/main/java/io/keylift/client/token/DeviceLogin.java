// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client.token;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.client.http.Http;
import java.io.IOException;
import java.net.URI;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.function.Consumer;

/** Signs a user in who agrees in a browser, on any machine (RFC 8628). */
public final class DeviceLogin {

    private static final Duration SLOWER = Duration.ofSeconds(5);

    private final TokenEndpoint endpoint;
    private final Map<String, String> client = new LinkedHashMap<>();

    /** @param clientSecret {@code null} for a public client */
    public DeviceLogin(Http http, URI realm, String clientId, String clientSecret) {
        this.endpoint = new TokenEndpoint(http, realm);
        client.put("client_id", clientId);
        if (clientSecret != null) {
            client.put("client_secret", clientSecret);
        }
    }

    /**
     * Waits until the user has agreed or refused, and returns the refresh token.
     *
     * @param scope such as {@code openid offline_access}
     * @param prompt receives the address for the user to open
     * @throws IOException if the user refused or took too long
     */
    public String run(String scope, Consumer<String> prompt) throws IOException, InterruptedException {
        JsonNode device = endpoint.device(with("scope", scope));
        prompt.accept(device.path("verification_uri_complete").asText());
        Duration pause = Duration.ofSeconds(Math.max(1, device.path("interval").asLong(5)));
        Instant end = Instant.now().plusSeconds(device.path("expires_in").asLong(600));
        Map<String, String> form =
                with("device_code", device.path("device_code").asText());
        form.put("grant_type", "urn:ietf:params:oauth:grant-type:device_code");
        while (Instant.now().isBefore(end)) {
            Thread.sleep(pause.toMillis());
            JsonNode answer = endpoint.poll(form);
            String error = answer.path("error").asText("");
            if (error.isEmpty()) {
                return answer.path("refresh_token").asText();
            } else if (error.equals("slow_down")) {
                pause = pause.plus(SLOWER);
            } else if (!error.equals("authorization_pending")) {
                throw new IOException("The sign-in ended: " + error);
            }
        }
        throw new IOException("The sign-in took too long. Start it again.");
    }

    private Map<String, String> with(String name, String value) {
        Map<String, String> form = new LinkedHashMap<>(client);
        form.put(name, value);
        return form;
    }
}
