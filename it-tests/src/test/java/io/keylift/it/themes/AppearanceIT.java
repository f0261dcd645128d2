// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.themes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keylift.it.OnSharedServer;
import io.keylift.it.SecondTier;
import io.keylift.it.SharedServer;
import io.keylift.it.browser.Accessibility;
import io.keylift.it.browser.AdminConsole;
import io.keylift.it.browser.Browser;
import io.keylift.it.server.Workspace;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.Keys;

/** Accessibility, keyboard use and language of the pages. Screenshots are saved below the build directory. */
@SecondTier
@OnSharedServer
class AppearanceIT {

    private static final int WIDE = 1400;
    private static final int NARROW = 400;

    private static final String PAGE = "#keylift-page";
    private static final String NAVIGATION = "[aria-labelledby=keylift-navigation]";

    @Test
    void everyPageIsAccessibleInLightAndDarkWideAndNarrow(SharedServer server) throws IOException {
        ThemedRealm realm = ThemedRealm.create(server, "appearance");
        Map<String, String> pages = prepare(server, realm);
        try (Browser browser = Browser.start()) {
            browser.view(WIDE, 1000, false);
            AdminConsole console = realm.open(browser, "timings");
            console.element("keylift-timings");
            for (Map.Entry<String, String> page : pages.entrySet()) {
                console.visit(realm.name() + "/keylift/" + page.getKey());
                console.find(page.getValue());
                if (page.getKey().startsWith("departments/")) {
                    console.press("[data-testid=keylift-department]");
                    console.element("keylift-members");
                    console.element("keylift-member-count");
                }
                for (boolean dark : new boolean[] {false, true}) {
                    for (int width : new int[] {WIDE, NARROW}) {
                        browser.view(width, 1000, dark);
                        awaitDrawn(console, browser, width == NARROW);
                        String view =
                                page.getKey().split("/")[0] + (page.getKey().contains("/") ? "-one" : "")
                                        + (dark ? "-dark" : "-light") + "-" + width;
                        browser.screenshot(Workspace.directory("appearance").resolve(view + ".png"));
                        assertThat(Accessibility.violations(browser, PAGE))
                                .as(view)
                                .isEmpty();
                        assertThat(tooWide(browser)).as(view).isFalse();
                        assertThat(brokenFigures(browser)).as(view).isZero();
                    }
                }
                browser.view(WIDE, 1000, false);
                assertThat(Accessibility.violations(browser, NAVIGATION)).isEmpty();
            }
            assertThat(browser.run("return document.documentElement.className")).isEqualTo("");
        }
    }

    @Test
    void thePagesAreInTheLanguageOfTheConsole(SharedServer server) {
        ThemedRealm realm = ThemedRealm.create(server, "appearance-languages");
        realm.administrator("erika", "de", "realm-admin");
        realm.administrator("amelie", "fr", "realm-admin");
        Map.of("erika", List.of("Massenimport", "Neuer Import"), "amelie", List.of("Import en masse", "Nouvel import"))
                .forEach((username, words) -> {
                    try (Browser browser = Browser.start()) {
                        AdminConsole console = realm.open(browser, username, "imports");
                        console.awaitText("#nav-item-keylift-imports", words.get(0)::equals);
                        console.awaitText("#keylift-new-import", words.get(1)::equals);
                        assertThat(browser.errors()).isEmpty();
                    }
                });
    }

    @Test
    void aPageIsOpenedAndUsedByKeyboardAlone(SharedServer server) {
        ThemedRealm realm = ThemedRealm.create(server, "appearance-keyboard");
        try (Browser browser = Browser.start()) {
            AdminConsole console = realm.open(browser, "imports");
            console.find("#nav-item-keylift-timings").sendKeys(Keys.ENTER);
            console.element("keylift-sort-count").sendKeys(Keys.SPACE);
            assertThat(console.find("th[aria-sort=descending]").getText()).startsWith("Requests");
            console.find("#nav-item-keylift-imports").sendKeys(Keys.ENTER);
            console.element("keylift-lines")
                    .sendKeys("{\"username\":\"lumbergh\"}", Keys.TAB, Keys.TAB, Keys.SPACE, Keys.TAB, Keys.ENTER);
            console.find("[data-status=COMPLETED]");
            assertThat(console.element("view-header").getText()).startsWith("Import of users");
            assertThat(console.element("keylift-added").getText()).isEqualTo("1");
        }
    }

    /** @return what to wait for, by page */
    private static Map<String, String> prepare(SharedServer server, ThemedRealm realm) throws IOException {
        realm.importing(
                "organizations",
                "{\"name\":\"Globex\",\"alias\":\"globex\",\"description\":\"" + "x".repeat(200) + "\"}");
        realm.importing("departments", "{\"organization\":\"globex\",\"path\":\"/Sales/EMEA\"}");
        realm.importing("users?job=some-rejects", "{\"username\":\"milton\"}\n{\"username\":\"samir\",\"salary\":1}\n");
        server.admin()
                .put(
                        realm.path("/capabilities/sources/shop"),
                        Map.of(
                                "capabilities",
                                List.of(Map.of("name", "orders.view", "resource", "orders", "action", "view"))));
        String role = server.admin()
                .get(realm.path("/roles/offline_access"))
                .get("id")
                .asText();
        server.admin().call("PUT", realm.path("/capabilities/roles/" + role), Map.of("set", List.of("orders.view")));
        String organization = server.admin()
                .get(realm.path("/organizations"))
                .get(0)
                .get("id")
                .asText();
        Map<String, String> pages = new LinkedHashMap<>();
        pages.put("imports", "tr[data-job=some-rejects]");
        pages.put("imports/some-rejects", "[data-testid=keylift-reject-table] tbody tr");
        pages.put("departments", "[data-testid=keylift-organizations]");
        pages.put("departments/" + organization, "[data-testid=keylift-tree]");
        pages.put("capabilities", "[data-testid=keylift-roles]");
        pages.put("capabilities/" + role, "tr[data-capability]");
        pages.put("timings", "[data-testid=keylift-timings]");
        pages.put("timings/in-flight", "[data-testid=keylift-in-flight-table]");
        return pages;
    }

    /** The console folds its navigation up in a narrow window, and takes its time for it. */
    private static void awaitDrawn(AdminConsole console, Browser browser, boolean narrow) {
        String sidebar = ".pf-v5-c-page__sidebar." + (narrow ? "pf-m-collapsed" : "pf-m-expanded");
        await().until(() -> console.count(sidebar) == 1
                && browser.run("return document.getAnimations().length").equals(0L));
    }

    /** How many figures go on in a second line. */
    private static long brokenFigures(Browser browser) {
        return (Long) browser.run("const lines = cell => {"
                + "const text = document.createRange(); text.selectNodeContents(cell); return"
                + " text.getClientRects().length; };"
                + "return [...document.querySelectorAll('" + PAGE + " td.keylift-figure')]"
                + ".filter(cell => lines(cell) > 1).length");
    }

    private static boolean tooWide(Browser browser) {
        return (Boolean) browser.run("const page = document.querySelector('" + PAGE + "');"
                + "return page.scrollWidth > page.clientWidth + 1");
    }
}
