// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.visibility;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;

/** The login page of a realm, which asks for the email address first. */
record LoginPage(URI server, String realm) {

    private static final Pattern ACTION = Pattern.compile("action=\"([^\"]+)\"");
    private static final Pattern BROKER = Pattern.compile("/broker/([^/]+)/login");

    /** Alias of the identity provider that the page leads to; empty if it leads nowhere else. */
    String leadsTo(String email) throws IOException, InterruptedException {
        HttpClient browser = HttpClient.newHttpClient();
        String account = server + "/realms/" + realm + "/account/";
        URI address = URI.create(server + "/realms/" + realm + "/protocol/openid-connect/auth?client_id=account"
                + "&response_type=code&scope=openid&redirect_uri=" + encoded(account));
        HttpResponse<String> page = browser.send(HttpRequest.newBuilder(address).build(), BodyHandlers.ofString());
        Matcher form = ACTION.matcher(page.body());
        assertThat(form.find()).as("form of the login page").isTrue();
        HttpRequest entry = HttpRequest.newBuilder(URI.create(form.group(1).replace("&amp;", "&")))
                .header("Content-Type", "application/x-www-form-urlencoded")
                .header("Cookie", cookies(page))
                .POST(BodyPublishers.ofString("username=" + encoded(email)))
                .build();
        HttpResponse<String> next = browser.send(entry, BodyHandlers.ofString());
        Matcher broker = BROKER.matcher(next.headers().firstValue("Location").orElse(""));
        if (broker.find()) {
            return broker.group(1);
        }
        assertThat(next.body()).as("page after the email address").contains("name=\"password\"");
        return "";
    }

    /** They are for secure connections only, which to a browser those to this very machine are. */
    private static String cookies(HttpResponse<?> page) {
        return page.headers().allValues("Set-Cookie").stream()
                .map(cookie -> cookie.split(";")[0])
                .collect(Collectors.joining("; "));
    }

    private static String encoded(String text) {
        return URLEncoder.encode(text, StandardCharsets.UTF_8);
    }
}
