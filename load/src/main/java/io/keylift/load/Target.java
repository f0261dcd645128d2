// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.load;

import java.nio.file.Path;

/**
 * The target of the requests, and its objects. Each value is a system property {@code generator.<name>}.
 *
 * @param url root of the server, without a slash at the end
 * @param realm where users sign in and clients get tokens
 * @param users names of the users are {@code user-0} to {@code user-<users - 1>}
 * @param clients ids of the confidential clients are {@code client-0} to {@code client-<clients - 1>}
 * @param password password of every user
 * @param secret secret of every confidential client
 * @param browserClient a public client with the authorization code flow
 * @param redirectUri redirect URI of that client
 * @param sessionRealm realm of the sessions whose tokens are in {@code tokens}
 * @param tokens CSV file with the columns {@code access_token} and {@code refresh_token} of {@code browserClient}
 * @param asset path of a static file
 */
record Target(
        String url,
        String realm,
        int users,
        int clients,
        String password,
        String secret,
        String browserClient,
        String redirectUri,
        String sessionRealm,
        Path tokens,
        String asset) {

    static Target fromSystemProperties() {
        return new Target(
                text("url"),
                text("realm"),
                Integer.parseInt(text("users")),
                Integer.parseInt(text("clients")),
                text("password"),
                text("secret"),
                text("browserClient"),
                text("redirectUri"),
                text("sessionRealm"),
                Path.of(text("tokens")),
                text("asset"));
    }

    private static String text(String name) {
        String value = System.getProperty("generator." + name);
        if (value == null) {
            throw new IllegalArgumentException("The system property generator." + name + " is missing");
        }
        return value;
    }

    String oidc() {
        return "/realms/" + realm + "/protocol/openid-connect";
    }

    String oidcOfSessions() {
        return "/realms/" + sessionRealm + "/protocol/openid-connect";
    }
}
