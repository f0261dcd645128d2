// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.support;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.http.HttpFailure;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;

/** Signs in users by password grant through a client of the realm, and reads their tokens. */
public record SignIn(URI server, String realm, String client, String scope) {

    /** A client that signs in at its first request and keeps the token. */
    public AdminHttp as(String username, String password) {
        return new AdminHttp(
                server,
                realm,
                Map.of(
                        "grant_type", "password",
                        "client_id", client,
                        "scope", scope,
                        "username", username,
                        "password", password));
    }

    /** Whether this password signs in; any other hindrance than a wrong name or password is a failure. */
    public boolean isPassword(String username, String password) {
        try {
            as(username, password).token();
            return true;
        } catch (HttpFailure e) {
            if (e.body().contains("Invalid user credentials")) {
                return false;
            }
            throw e;
        }
    }

    /** The claims of the user's access token. */
    public JsonNode claims(String username, String password) {
        String payload = as(username, password).token().split("\\.")[1];
        try {
            return AdminHttp.JSON.readTree(Base64.getUrlDecoder().decode(payload));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Aliases of the organizations in the access token of one who signs in. */
    public List<String> organizations(String username, String password) {
        return StreamSupport.stream(
                        claims(username, password).path("organization").spliterator(), false)
                .map(JsonNode::asText)
                .toList();
    }

    /** The answer of the user info endpoint to a user who has signed in before. */
    public JsonNode userInfo(AdminHttp person) {
        return person.get("/realms/" + realm + "/protocol/openid-connect/userinfo");
    }
}
