// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import io.keylift.it.http.AdminHttp;
import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/**
 * Signs users in by the browser flow: the page, the form with the password, the code for tokens. Safe for use by
 * several threads.
 */
final class BrowserSignIn {

    private static final String REDIRECT = "http://localhost/signed-in";
    private static final Pattern FORM = Pattern.compile("action=\"([^\"]+)\"");
    private static final Pattern CODE = Pattern.compile("[?&]code=([^&]+)");

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final URI openIdConnect;
    private final String client;

    /** @param client a public client of this realm */
    BrowserSignIn(URI server, String realm, String client) {
        this.openIdConnect = server.resolve("/realms/" + realm + "/protocol/openid-connect/");
        this.client = client;
    }

    /** Keycloak's representation of the client. */
    static Map<String, Object> client(String id) {
        return Map.of("clientId", id, "publicClient", true, "redirectUris", List.of(REDIRECT));
    }

    /** @throws IllegalStateException if a step fails */
    void signIn(String username, String password) throws IOException, InterruptedException {
        HttpResponse<String> page = send(
                200,
                HttpRequest.newBuilder(openIdConnect.resolve("auth?"
                        + form(Map.of(
                                "response_type",
                                "code",
                                "scope",
                                "openid",
                                "client_id",
                                client,
                                "redirect_uri",
                                REDIRECT)))));
        String form = find(FORM, page.body()).replace("&amp;", "&");
        HttpResponse<String> signedIn = send(
                302,
                posted(URI.create(form), Map.of("username", username, "password", password))
                        .header("Cookie", cookies(page)));
        String code = find(CODE, signedIn.headers().firstValue("Location").orElse(""));
        HttpResponse<String> tokens = send(
                200,
                posted(
                        openIdConnect.resolve("token"),
                        Map.of(
                                "grant_type", "authorization_code",
                                "code", code,
                                "client_id", client,
                                "redirect_uri", REDIRECT)));
        AdminHttp.parse(tokens.body()).required("access_token");
    }

    private HttpResponse<String> send(int status, HttpRequest.Builder request)
            throws IOException, InterruptedException {
        HttpResponse<String> answer = http.send(request.build(), BodyHandlers.ofString());
        if (answer.statusCode() != status) {
            throw new IllegalStateException(answer.uri().getPath() + ": " + answer.statusCode() + " " + answer.body());
        }
        return answer;
    }

    private static HttpRequest.Builder posted(URI uri, Map<String, String> fields) {
        return HttpRequest.newBuilder(uri)
                .header("Content-Type", "application/x-www-form-urlencoded")
                .POST(BodyPublishers.ofString(form(fields)));
    }

    /** The last value of each cookie. */
    private static String cookies(HttpResponse<?> answer) {
        Map<String, String> cookies = new LinkedHashMap<>();
        for (String cookie : answer.headers().allValues("Set-Cookie")) {
            String[] pair = cookie.split(";", 2)[0].split("=", 2);
            cookies.put(pair[0], pair[1]);
        }
        return cookies.entrySet().stream()
                .map(cookie -> cookie.getKey() + "=" + cookie.getValue())
                .collect(Collectors.joining("; "));
    }

    private static String find(Pattern pattern, String text) {
        Matcher matcher = pattern.matcher(text);
        if (!matcher.find()) {
            throw new IllegalStateException("No " + pattern + " in " + text);
        }
        return matcher.group(1);
    }

    private static String form(Map<String, String> fields) {
        return fields.entrySet().stream()
                .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
    }
}
