// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.metrics;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.it.ThemedJar;
import io.keylift.it.browser.Accessibility;
import io.keylift.it.browser.AdminConsole;
import io.keylift.it.browser.Browser;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.server.KeycloakServer;
import java.util.Map;
import org.openqa.selenium.support.ui.Select;

/** The page of the admin console that compares two versions of a server. */
final class HistoryPage {

    private static final String TOKEN = "/realms/{realm}/protocol/{protocol}/token";
    private static final String PAGE = "#keylift-page";
    private static final String ROW = "tr[data-endpoint='POST " + TOKEN + " password']";

    private HistoryPage() {}

    /** Token requests of the version that runs take more statements than those of the version before. */
    static void assertShows(KeycloakServer keycloak, String before, String now) {
        ThemedJar.assumeBuilt();
        AdminHttp.master(keycloak.baseUrl()).put("/admin/realms/master", Map.of("adminTheme", "keylift"));
        try (Browser browser = Browser.start()) {
            AdminConsole console = AdminConsole.signIn(
                    browser,
                    keycloak.baseUrl(),
                    "master/keylift/timings/changes",
                    KeycloakServer.ADMIN,
                    KeycloakServer.ADMIN);
            assertThat(console.find(ROW).getText()).contains("Doubled", " → ", "×");
            assertThat(console.element("keylift-now").getText()).startsWith("version " + now + ", ");
            assertThat(console.element("keylift-before").getText()).startsWith("version " + before + ", ");
            assertThat(Accessibility.violations(browser, PAGE)).isEmpty();
            new Select(console.element("keylift-compare")).selectByValue("node");
            // Each server that ran before is one.
            console.awaitText("[data-testid=keylift-before]", text -> text.startsWith("all other nodes, "));

            console.press("[data-testid=keylift-view-in-flight]");
            assertThat(console.find("[data-testid=keylift-in-flight-table] td[data-label=Realm]")
                            .getText())
                    .isEqualTo("master");

            console.press("[data-testid=keylift-view-endpoints]");
            console.find(ROW);
            browser.run("document.querySelector('[data-testid=keylift-all-nodes]').click()");
            console.awaitText("[data-testid=keylift-note]", text -> text.contains("Nodes: "));

            console.press(ROW + " a");
            assertThat(console.find("[data-testid=keylift-time-line] svg[role=img]")
                            .getDomAttribute("aria-label"))
                    .contains(" requests, p50 up to ");
            assertThat(console.element("keylift-version-changes").getText()).contains(now);
            assertThat(console.count("[data-testid=keylift-time-line] path.keylift-series-p95"))
                    .isGreaterThan(1);
            browser.run("document.querySelector('#keylift-page details').open = true");
            assertThat(console.element("keylift-time-line-table").getText()).contains(before, now);
            assertThat(Accessibility.violations(browser, PAGE)).isEmpty();
            new Select(console.element("keylift-resolution")).selectByValue("days");
            console.awaitText("[data-testid=keylift-time-line]", text -> text.contains("Requests"));
            assertThat(browser.errors()).isEmpty();
        }
    }
}
