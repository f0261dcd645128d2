// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.client.token;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Objects;

/** How a caller gets tokens. Its texts show no secret. */
public final class Credentials {

    private final Map<String, String> form;
    private final RefreshTokens refreshTokens;

    private Credentials(Map<String, String> form, RefreshTokens refreshTokens) {
        this.form = form;
        this.refreshTokens = refreshTokens;
    }

    /** A service account. */
    public static Credentials ofClient(String clientId, String clientSecret) {
        Map<String, String> form = client("client_credentials", clientId, Objects.requireNonNull(clientSecret));
        return new Credentials(form, null);
    }

    /** @param clientSecret {@code null} for a public client */
    public static Credentials ofUser(String clientId, String clientSecret, String username, String password) {
        Map<String, String> form = client("password", clientId, clientSecret);
        form.put("username", username);
        form.put("password", password);
        return new Credentials(form, null);
    }

    /** @param clientSecret {@code null} for a public client */
    public static Credentials ofRefreshToken(String clientId, String clientSecret, RefreshTokens tokens) {
        return new Credentials(client("refresh_token", clientId, clientSecret), tokens);
    }

    private static Map<String, String> client(String grant, String clientId, String clientSecret) {
        Map<String, String> form = new LinkedHashMap<>();
        form.put("grant_type", grant);
        form.put("client_id", clientId);
        if (clientSecret != null) {
            form.put("client_secret", clientSecret);
        }
        return form;
    }

    /** The fields of the next request for a token. */
    Map<String, String> form() throws IOException {
        if (refreshTokens == null) {
            return form;
        }
        Map<String, String> all = new LinkedHashMap<>(form);
        all.put("refresh_token", refreshTokens.load());
        return all;
    }

    /** Keeps the refresh token of an answer, as the server may take each only once. */
    void keep(String refreshToken) throws IOException {
        if (refreshTokens != null && refreshToken != null) {
            refreshTokens.store(refreshToken);
        }
    }

    @Override
    public String toString() {
        return "Credentials[" + form.get("grant_type") + " of " + form.get("client_id") + "]";
    }
}
