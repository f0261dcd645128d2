// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.load;

import static io.gatling.javaapi.core.CoreDsl.css;
import static io.gatling.javaapi.core.CoreDsl.csv;
import static io.gatling.javaapi.core.CoreDsl.exec;
import static io.gatling.javaapi.core.CoreDsl.exitBlockOnFail;
import static io.gatling.javaapi.core.CoreDsl.feed;
import static io.gatling.javaapi.core.CoreDsl.jsonPath;
import static io.gatling.javaapi.http.HttpDsl.header;
import static io.gatling.javaapi.http.HttpDsl.headerRegex;
import static io.gatling.javaapi.http.HttpDsl.http;
import static io.gatling.javaapi.http.HttpDsl.status;

import io.gatling.javaapi.core.ChainBuilder;
import java.util.Iterator;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.stream.Stream;

/** The steps of one virtual user, by the name of the scenario. */
final class Scenarios {

    private final Target target;

    Scenarios(Target target) {
        this.target = target;
    }

    /** @throws IllegalArgumentException if there is no such scenario */
    ChainBuilder named(String name) {
        return switch (name) {
            case "sign-in" -> signIn();
            case "sign-in-and-out" -> exitBlockOnFail().on(signIn(), signOut());
            case "refresh" -> refresh();
            case "client-credentials" -> clientCredentials();
            case "userinfo" -> userinfo();
            case "static-asset" -> staticAsset();
            default -> throw new IllegalArgumentException("There is no scenario " + name);
        };
    }

    /** A sign-in of a browser and an application: the page, its form, and the exchange of the code for tokens. */
    private ChainBuilder signIn() {
        return feed(any("username", "user-", target.users()))
                .exitBlockOnFail()
                .on(exec(
                        http("page")
                                .get(target.oidc() + "/auth")
                                .queryParam("client_id", target.browserClient())
                                .queryParam("redirect_uri", target.redirectUri())
                                .queryParam("response_type", "code")
                                .queryParam("scope", "openid")
                                .check(status().is(200))
                                .check(css("#kc-form-login", "action").saveAs("action")),
                        http("form")
                                .post("#{action}")
                                .formParam("username", "#{username}")
                                .formParam("password", target.password())
                                .check(status().is(302))
                                .check(headerRegex("Location", "[?&]code=([^&]+)")
                                        .saveAs("code")),
                        http("code")
                                .post(target.oidc() + "/token")
                                .formParam("grant_type", "authorization_code")
                                .formParam("client_id", target.browserClient())
                                .formParam("redirect_uri", target.redirectUri())
                                .formParam("code", "#{code}")
                                .check(status().is(200))
                                .check(jsonPath("$.id_token").saveAs("idToken"))));
    }

    /** A sign-out by the browser, which the realm redirects to the application. */
    private ChainBuilder signOut() {
        return exec(http("logout")
                .get(target.oidc() + "/logout")
                .queryParam("id_token_hint", "#{idToken}")
                .queryParam("post_logout_redirect_uri", target.redirectUri())
                .check(status().is(302))
                .check(header("Location").is(target.redirectUri())));
    }

    private ChainBuilder refresh() {
        return feed(csv(target.tokens().toString()).random())
                .exec(http("refresh")
                        .post(target.oidcOfSessions() + "/token")
                        .formParam("grant_type", "refresh_token")
                        .formParam("client_id", target.browserClient())
                        .formParam("refresh_token", "#{refresh_token}")
                        .check(status().is(200)));
    }

    private ChainBuilder clientCredentials() {
        return feed(any("client", "client-", target.clients()))
                .exec(http("grant")
                        .post(target.oidc() + "/token")
                        .formParam("grant_type", "client_credentials")
                        .formParam("client_id", "#{client}")
                        .formParam("client_secret", target.secret())
                        .check(status().is(200)));
    }

    private ChainBuilder userinfo() {
        return feed(csv(target.tokens().toString()).random())
                .exec(http("userinfo")
                        .get(target.oidcOfSessions() + "/userinfo")
                        .header("Authorization", "Bearer #{access_token}")
                        .check(status().is(200)));
    }

    private ChainBuilder staticAsset() {
        return exec(http("asset").get(target.asset()).check(status().is(200)));
    }

    /** Repeats a random one of these values. */
    private static Iterator<Map<String, Object>> any(String key, String prefix, int count) {
        return Stream.generate(() -> Map.<String, Object>of(
                        key, prefix + ThreadLocalRandom.current().nextInt(count)))
                .iterator();
    }
}
