// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.themes;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.it.OnSharedServer;
import io.keylift.it.SecondTier;
import io.keylift.it.SharedServer;
import io.keylift.it.browser.AdminConsole;
import io.keylift.it.browser.Browser;
import io.keylift.it.readme.Documentation;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.WebElement;

/** The page of request timings in a real console. */
@SecondTier
@OnSharedServer
class TimingsPageIT {

    /** An endpoint that no page of the console asks for. */
    private static final String LOADED = "GET /realms/{realm}";

    private static final String ROW = "tr[data-endpoint='" + LOADED + "']";

    @Test
    void theFiguresFollowTheLoad(SharedServer server) throws IOException {
        Set<String> ofASignIn = Documentation.read().page("docs/timings.md").column("Time of a sign-in", 1);
        ThemedRealm realm = ThemedRealm.create(server, "timings-page");
        try (Browser browser = Browser.start()) {
            AdminConsole console = realm.open(browser, "timings");
            console.element("keylift-timings");
            assertThat(console.count(ROW)).isZero();
            assertThat(ofASignIn).hasSize(3);
            for (String endpoint : ofASignIn) {
                // The row of token requests has the grant type in its name, too.
                console.find("tr[data-endpoint^='" + endpoint + "']");
            }

            load(server, realm, 7);
            assertThat(console.awaitText(ROW + " td[data-label=Requests]", text -> !text.isEmpty()))
                    .isEqualTo("7");
            load(server, realm, 5);
            console.awaitText(ROW + " td[data-label=Requests]", "12"::equals);
            assertThat(console.find(ROW + " [role=img]").getDomAttribute("aria-label"))
                    .contains("Other ", "ms");

            console.press("[data-testid=keylift-sort-count]");
            assertThat(console.find("th[aria-sort=descending]").getText()).startsWith("Requests");
            assertThat(counts(console)).isSortedAccordingTo((a, b) -> b - a).hasSizeGreaterThan(3);
            console.press("[data-testid=keylift-sort-count]");
            assertThat(console.find("th[aria-sort=ascending]").getText()).startsWith("Requests");
            assertThat(counts(console)).isSorted();

            console.element("keylift-filter").sendKeys("get /REALMS/{realm}");
            console.awaitText("[data-testid=keylift-timings] tbody", text -> !text.contains("/admin/"));
            assertThat(console.count(ROW)).isEqualTo(1);

            assertThat(console.find(ROW + " td[data-label=Allocated]").getText())
                    .matches("[\\d,.]+ [kM]B");
            assertThat(console.count(ROW + " a, [data-testid=keylift-view-changes]"))
                    .as("parts of the history, in a realm other than master")
                    .isZero();

            console.press("[data-testid=keylift-view-in-flight]");
            assertThat(console.find("[data-testid=keylift-in-flight-table] tbody tr:last-child")
                            .getText())
                    .contains("/request-timings/in-flight");
            assertThat(console.element("keylift-in-flight-count").getText())
                    .matches("Requests in flight at .+: \\d+\\.");
            assertThat(console.count("[data-testid=keylift-in-flight] li[data-phase]"))
                    .isPositive();

            assertThat(browser.errors()).isEmpty();
            assertThat(browser.requests())
                    .extracting(URI::getAuthority)
                    .containsOnly(server.keycloak().baseUrl().getAuthority());
        }
    }

    private static List<Integer> counts(AdminConsole console) {
        return console.element("keylift-timings").findElements(By.cssSelector("td[data-label=Requests]")).stream()
                .map(WebElement::getText)
                .map(Integer::valueOf)
                .toList();
    }

    private static void load(SharedServer server, ThemedRealm realm, int requests) {
        for (int i = 0; i < requests; i++) {
            server.admin().get("/realms/" + realm.name());
        }
    }
}
