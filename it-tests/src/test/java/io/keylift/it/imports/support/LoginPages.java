// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.support;

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
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The pages on which one user signs in, as a browser without scripts sees them. */
public final class LoginPages {

    private static final Pattern FORM = Pattern.compile("<form[^>]* action=\"([^\"]+)\"");

    private static final String CALLBACK = "https://app.example/callback";

    private static final HttpClient HTTP =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

    /** By name. Java's own cookie handler sends secure ones to this machine only by TLS, unlike browsers. */
    private final Map<String, String> cookies = new LinkedHashMap<>();

    private String page;

    /** @param client one of the realm with the redirect URI {@code *} */
    public LoginPages(URI server, String realm, String client) {
        page = send(HttpRequest.newBuilder(server.resolve("/realms/" + realm
                        + "/protocol/openid-connect/auth?response_type=code&scope=openid&client_id=" + client
                        + "&redirect_uri=" + URLEncoder.encode(CALLBACK, StandardCharsets.UTF_8))))
                .body();
    }

    /** Fills in the form of the page; {@link #find} then looks at the next. Returns whether the user is signed in. */
    public boolean submit(Map<String, String> fields) {
        String form = fields.entrySet().stream()
                .map(field -> field.getKey() + "=" + URLEncoder.encode(field.getValue(), StandardCharsets.UTF_8))
                .collect(Collectors.joining("&"));
        HttpResponse<String> answer =
                send(HttpRequest.newBuilder(URI.create(find(FORM).replace("&amp;", "&")))
                        .header("Content-Type", "application/x-www-form-urlencoded")
                        .POST(BodyPublishers.ofString(form)));
        page = answer.body();
        String location = answer.headers().firstValue("Location").orElse("");
        return location.startsWith(CALLBACK) && location.contains("code=");
    }

    /** The first group of the first place in the page that matches. */
    public String find(Pattern pattern) {
        Matcher found = pattern.matcher(page);
        if (!found.find()) {
            throw new AssertionError("No " + pattern + " in " + page);
        }
        return found.group(1);
    }

    private HttpResponse<String> send(HttpRequest.Builder request) {
        if (!cookies.isEmpty()) {
            request.header("Cookie", String.join("; ", cookies.values()));
        }
        try {
            HttpResponse<String> answer = HTTP.send(request.build(), BodyHandlers.ofString());
            for (String set : answer.headers().allValues("Set-Cookie")) {
                String cookie = set.split(";")[0];
                cookies.put(cookie.split("=")[0], cookie);
            }
            return answer;
        } catch (IOException | InterruptedException e) {
            throw new IllegalStateException("No answer from the login pages", e);
        }
    }
}
