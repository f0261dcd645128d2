// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.themes;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.it.OnSharedServer;
import io.keylift.it.SecondTier;
import io.keylift.it.SharedServer;
import io.keylift.it.browser.AdminConsole;
import io.keylift.it.browser.Browser;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** The departments of an organization as a tree in the console. */
@SecondTier
@OnSharedServer
class DepartmentsPageIT {

    private static final String MARKUP = "<img src=x onerror=document.title='run'>";

    @Test
    void theTreeCountsDepartmentsAndMembers(SharedServer server) throws IOException {
        ThemedRealm realm = ThemedRealm.create(server, "departments-page");
        realm.importing("organizations", "{\"name\":\"Globex\",\"alias\":\"globex\"}");
        realm.importing("departments", """
                {"organization":"globex","path":"/Sales/EMEA"}
                {"organization":"globex","path":"/Sales/APAC"}
                {"organization":"globex","path":"/%s"}
                """.formatted(MARKUP));
        realm.importing("users", """
                {"username":"hank","email":"hank@globex.example","firstName":"Hank","lastName":"Scorpio","enabled":true,
                 "organizations":[{"alias":"globex","departments":["/Sales/EMEA"]}]}
                {"username":"homer","enabled":true,"organizations":[{"alias":"globex","departments":["/Sales/EMEA","/Sales"]}]}
                """.replace(",\n ", ","));
        try (Browser browser = Browser.start()) {
            AdminConsole console = realm.open(browser, "departments");
            console.open("Globex");
            assertThat(console.element("keylift-organization-members").getText())
                    .endsWith(": 2");
            console.awaitText("li[data-department='/Sales']", text -> text.contains("Child departments: 2"));
            assertThat(console.element("keylift-tree").getText()).contains(MARKUP);
            assertThat(console.count("#keylift-page img")).isZero();
            assertThat(countsAskedFor(browser)).isZero();

            console.press("li[data-department='/Sales'] [data-testid=keylift-toggle]");
            console.awaitText("li[data-department='/Sales']", text -> text.contains("Members: 1"));
            console.awaitText("li[data-department='/Sales/EMEA']", text -> !text.contains("Members"));
            assertThat(countsAskedFor(browser)).isOne();
            console.press("li[data-department='/Sales/APAC'] [data-testid=keylift-department]");
            console.awaitText("li[data-department='/Sales/APAC']", text -> text.contains("Members: 0"));
            console.press("li[data-department='/Sales/EMEA'] [data-testid=keylift-department]");
            console.awaitText("li[data-department='/Sales/EMEA']", text -> text.contains("Members: 2"));
            assertThat(console.awaitText("[data-testid=keylift-members] tbody", text -> text.contains("homer")))
                    .contains("hank", "Hank Scorpio", "hank@globex.example");

            console.open("hank");
            assertThat(console.field("username")).isEqualTo("hank");
            assertThat(browser.errors()).isEmpty();
        }
    }

    /** Requests for members of departments since this was last asked. */
    private static long countsAskedFor(Browser browser) {
        return browser.requests().stream()
                .filter(address -> address.getPath().matches(".*/groups/[^/]+/members"))
                .count();
    }
}
