// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.visibility;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.http.HttpFailure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;

/** Gets tokens for clients of a realm with their own credentials, like a service. */
record ClientSignIn(URI server, String realm) {

    /** Claims of the client's access token, or what the server says against it. */
    String claims(String client, String secret) {
        return ask(client, secret, Map.of("grant_type", "client_credentials"));
    }

    /**
     * The decision of Keycloak's Authorization Services: the permissions of the client's service account, or the error.
     *
     * @param permission name of a resource, or of one and of a scope: {@code name#scope}
     */
    String decision(String client, String secret, String audience, String permission) {
        return ask(
                client,
                secret,
                Map.of(
                        "grant_type",
                        "urn:ietf:params:oauth:grant-type:uma-ticket",
                        "audience",
                        audience,
                        "permission",
                        permission));
    }

    private String ask(String client, String secret, Map<String, String> grant) {
        Map<String, String> form = new LinkedHashMap<>(grant);
        form.put("client_id", client);
        form.put("client_secret", secret);
        try {
            String token = new AdminHttp(server, realm, form).token();
            JsonNode claims = AdminHttp.JSON.readTree(Base64.getUrlDecoder().decode(token.split("\\.")[1]));
            return claims.toString();
        } catch (HttpFailure e) {
            return e.body();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
