// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import io.keylift.it.http.AdminHttp;
import io.keylift.it.server.KeycloakServer;
import java.util.List;
import java.util.Map;

/** Requests for a token, or with one. */
enum Grant {
    /** Hashes nothing, so that all other costs of a request show. */
    CLIENT_CREDENTIALS(
            Map.of("grant_type", "client_credentials", "client_id", "bench-cost", "client_secret", "bench-cost")),
    /** Spends most of its time on the hash of the password. */
    PASSWORD(Map.of("grant_type", "password", "client_id", "admin-cli", "username", "admin", "password", "admin")),
    /** The cheapest request with a token, of which a cost of each request is the largest share. */
    USERINFO(Map.of(
            "grant_type",
            "password",
            "client_id",
            "bench-cost",
            "client_secret",
            "bench-cost",
            "username",
            "admin",
            "password",
            "admin",
            "scope",
            "openid"));

    /** Grants that get a token. */
    static final List<Grant> OF_TOKENS = List.of(CLIENT_CREDENTIALS, PASSWORD);

    /** A password takes some twenty times as long as a client's secret. */
    private static final int PASSWORDS = 25;

    /** Form fields of the request for a token. */
    final Map<String, String> form;

    Grant(Map<String, String> form) {
        this.form = form;
    }

    String label() {
        return name().toLowerCase(java.util.Locale.ROOT).replace('_', ' ');
    }

    /** Number of requests: fewer for a slow grant. */
    int requests(int tokens) {
        return this == PASSWORD ? Math.max(2, tokens / PASSWORDS) : tokens;
    }

    /** Starts the server to create the client with a secret, in realm master. */
    static void createClient(KeycloakServer keycloak) {
        keycloak.start();
        createClient(AdminHttp.master(keycloak.baseUrl()));
        keycloak.stop();
    }

    /** Creates the client with a secret, in realm master. */
    static void createClient(AdminHttp admin) {
        admin.post(
                "/admin/realms/master/clients",
                Map.of(
                        "clientId",
                        "bench-cost",
                        "secret",
                        "bench-cost",
                        "serviceAccountsEnabled",
                        true,
                        "directAccessGrantsEnabled",
                        true,
                        // A token for userinfo must outlive a measurement.
                        "attributes",
                        Map.of("access.token.lifespan", "7200"),
                        "standardFlowEnabled",
                        false));
    }
}
