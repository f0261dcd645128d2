// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench.load;

import io.keylift.it.server.KeycloakServer;
import java.io.IOException;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** The sign-in page. */
final class SignInPage {

    private static final Pattern STYLE_SHEET = Pattern.compile("href=\"(/resources/[^\"]+\\.css)\"");

    private SignInPage() {}

    /** Path of the first style sheet of the page; it contains the server's version. */
    static String styleSheet(KeycloakServer keycloak) throws IOException, InterruptedException {
        String path = "/realms/" + LoadRealms.REALM + "/protocol/openid-connect/auth?response_type=code&scope=openid"
                + "&client_id=" + LoadRealms.BROWSER_CLIENT + "&redirect_uri=" + LoadRealms.REDIRECT_URI;
        String page = HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(keycloak.baseUrl().resolve(path)).build(), BodyHandlers.ofString())
                .body();
        Matcher matcher = STYLE_SHEET.matcher(page);
        if (!matcher.find()) {
            throw new IllegalStateException("The page to sign in at has no style sheet: " + page);
        }
        return matcher.group(1);
    }
}
