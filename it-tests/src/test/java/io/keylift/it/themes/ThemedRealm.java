// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.themes;

import io.keylift.it.SharedServer;
import io.keylift.it.TestRealms;
import io.keylift.it.ThemedJar;
import io.keylift.it.browser.AdminConsole;
import io.keylift.it.browser.Browser;
import io.keylift.it.http.AdminHttp;
import java.io.IOException;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;

/** A realm whose console has our theme, with a user who has all permissions in it. */
final class ThemedRealm {

    private static final String ADMINISTRATOR = "chief";
    private static final String PASSWORD = "correct horse battery staple";

    private final URI server;
    private final AdminHttp admin;
    private final String name;

    private ThemedRealm(URI server, AdminHttp admin, String name) {
        this.server = server;
        this.admin = admin;
        this.name = name;
    }

    static ThemedRealm create(SharedServer server, String name) {
        ThemedJar.assumeBuilt();
        ThemedRealm realm = new ThemedRealm(server.keycloak().baseUrl(), server.admin(), name);
        TestRealms.create(
                realm.admin,
                Map.of(
                        "realm",
                        name,
                        "enabled",
                        true,
                        "organizationsEnabled",
                        true,
                        "adminTheme",
                        "keylift",
                        "internationalizationEnabled",
                        true,
                        "supportedLocales",
                        List.of("en", "de", "fr")));
        realm.administrator(ADMINISTRATOR, "en", "realm-admin");
        return realm;
    }

    /** Creates an administrator of the realm with these roles, who signs in by this name. */
    void administrator(String username, String locale, String... roles) {
        admin.post(
                "/admin/realms/" + name + "/partialImport",
                Map.of(
                        "ifResourceExists",
                        "FAIL",
                        "users",
                        List.of(Map.of(
                                "username",
                                username,
                                "enabled",
                                true,
                                "email",
                                username + "@example.com",
                                "firstName",
                                "Ada",
                                "lastName",
                                "Min",
                                "attributes",
                                Map.of("locale", List.of(locale)),
                                "credentials",
                                List.of(Map.of("type", "password", "value", PASSWORD)),
                                "clientRoles",
                                Map.of("realm-management", List.of(roles))))));
    }

    /** Opens a page of ours as the one who may do everything. */
    AdminConsole open(Browser browser, String page) {
        return open(browser, ADMINISTRATOR, page);
    }

    AdminConsole open(Browser browser, String username, String page) {
        return AdminConsole.signIn(browser, server, name, name + "/keylift/" + page, username, PASSWORD);
    }

    /** Imports lines of JSON, each of which may be rejected. */
    void importing(String kind, String lines) throws IOException {
        admin.stream(
                path("/bulk-import/" + kind),
                "application/x-ndjson",
                body -> body.write(lines.getBytes(StandardCharsets.UTF_8)),
                answer -> {});
    }

    String name() {
        return name;
    }

    /** The Admin API of this realm. */
    String path(String rest) {
        return "/admin/realms/" + name + rest;
    }
}
