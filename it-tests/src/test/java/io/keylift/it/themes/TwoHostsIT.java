// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.themes;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.it.SecondTier;
import io.keylift.it.ThemedJar;
import io.keylift.it.browser.AdminConsole;
import io.keylift.it.browser.Browser;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.server.EmbeddedDatabase;
import io.keylift.it.server.FreePorts;
import io.keylift.it.server.KeycloakServer;
import io.keylift.it.server.TestDatabase;
import io.keylift.it.server.TestServer;
import java.net.URI;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;

/** A console with a host of its own, as recommended if it is not public: users sign in at another host. */
@SecondTier
// Others measure the memory of their own browser.
@Execution(ExecutionMode.SAME_THREAD)
class TwoHostsIT {

    @Test
    void thePagesGetTheirTokenFromTheOtherHost() {
        ThemedJar.assumeBuilt();
        int port = FreePorts.next();
        // One site for browsers, which give cookies to frames of the same site only.
        URI console = URI.create("http://admin.example.localhost:" + port);
        try (EmbeddedDatabase database = TestDatabase.start();
                KeycloakServer keycloak = TestServer.on(database)
                        .ports(port, FreePorts.next())
                        .option("hostname", "http://auth.example.localhost:" + port)
                        .option("hostname-admin", console.toString())
                        .start();
                Browser browser = Browser.start()) {
            AdminHttp.master(keycloak.baseUrl()).put("/admin/realms/master", Map.of("adminTheme", "keylift"));
            AdminConsole pages = AdminConsole.signIn(
                    browser, console, "master", "master/keylift/imports", KeycloakServer.ADMIN, KeycloakServer.ADMIN);
            pages.element("keylift-import-form");
            assertThat(browser.requests())
                    .extracting(URI::getHost)
                    .containsOnly("admin.example.localhost", "auth.example.localhost");
            assertThat(browser.errors()).isEmpty();
        }
    }
}
