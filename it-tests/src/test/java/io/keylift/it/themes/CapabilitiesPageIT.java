// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.themes;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import io.keylift.it.OnSharedServer;
import io.keylift.it.SecondTier;
import io.keylift.it.SharedServer;
import io.keylift.it.browser.AdminConsole;
import io.keylift.it.browser.Browser;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** Assigns capabilities to roles in the console, and removes them. */
@SecondTier
@OnSharedServer
class CapabilitiesPageIT {

    private static final String ROLE = "warehouse";

    @Test
    void aRoleIsGivenASetAndLosesIt(SharedServer server) {
        ThemedRealm realm = ThemedRealm.create(server, "capabilities-page");
        String assignments = prepare(server, realm);
        try (Browser browser = Browser.start()) {
            AdminConsole console = realm.open(browser, "capabilities");
            console.element("keylift-search").sendKeys("WAREHOUSE");
            await().until(() -> console.count("[data-testid=keylift-roles] tbody tr") == 1);
            console.open(ROLE);

            console.press("li[data-capability=chief] [data-testid=keylift-add]");
            assertThat(console.awaitText("tr[data-capability=chief]", text -> text.contains("assigned")))
                    .contains("Set");
            assertThat(console.find("tr[data-capability='stock.view']").getText())
                    .contains("through chief");
            assertThat(console.count("tr[data-capability='stock.view'] [data-testid=keylift-remove]"))
                    .isZero();
            assertThat(server.admin().get(assignments).findValuesAsText("name")).containsExactly("chief");

            server.admin().call("PATCH", assignments, Map.of("add", List.of("orders.view")));
            console.press("li[data-capability=clerk] [data-testid=keylift-add]");
            assertThat(console.element("keylift-change-failed").getText()).contains("Another administrator");
            // Where the administrator looks, though the button is far below the page's head.
            assertThat(browser.run("const place = document.querySelector('[data-testid=keylift-change-failed]')"
                            + ".getBoundingClientRect(); return place.top >= 0 && place.bottom <= innerHeight"))
                    .isEqualTo(true);
            console.awaitText("tr[data-capability='orders.view']", text -> text.contains("assigned"));
            assertThat(server.admin().get(assignments).findValuesAsText("name"))
                    .containsExactly("chief", "orders.view");

            console.press("tr[data-capability=chief] [data-testid=keylift-remove]");
            console.press("[data-testid=keylift-remove-confirm]");
            await().until(() -> console.count("tr[data-capability]") == 1);
            assertThat(server.admin().get(assignments).findValuesAsText("name")).containsExactly("orders.view");
            assertThat(browser.errors()).isNotEmpty().allMatch(error -> error.contains("412"));
        }
    }

    @Test
    void rolesOfAClientAreFoundByItsId(SharedServer server) {
        ThemedRealm realm = ThemedRealm.create(server, "capabilities-client");
        try (Browser browser = Browser.start()) {
            AdminConsole console = realm.open(browser, "capabilities");
            console.element("keylift-client").sendKeys("account");
            assertThat(console.awaitText("[data-testid=keylift-roles] tbody", text -> text.contains("manage-account")))
                    .contains("view-profile")
                    .doesNotContain("offline_access");
            // A name of which more follows is proposed.
            await().until(() -> console.count("option[value=account-console]") == 1);
            console.element("keylift-client").clear();
            console.element("keylift-client").sendKeys("ccount-cons");
            console.press("[data-testid=keylift-similar-client]");
            await().until(() ->
                    "account-console".equals(console.element("keylift-client").getDomProperty("value")));
            assertThat(browser.errors()).isEmpty();
        }
    }

    /** @return path of what is assigned to the role */
    private static String prepare(SharedServer server, ThemedRealm realm) {
        server.admin()
                .put(
                        realm.path("/capabilities/sources/shop"),
                        Map.of(
                                "capabilities",
                                List.of(Map.of("name", "orders.view"), Map.of("name", "stock.view")),
                                "sets",
                                List.of(
                                        Map.of("name", "clerk", "members", List.of("orders.view", "stock.view")),
                                        Map.of("name", "chief", "members", List.of("clerk")))));
        server.admin().post(realm.path("/roles"), Map.of("name", ROLE));
        String id = server.admin().get(realm.path("/roles/" + ROLE)).get("id").asText();
        return realm.path("/capabilities/roles/" + id);
    }
}
