// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.themes;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.it.OnSharedServer;
import io.keylift.it.SecondTier;
import io.keylift.it.SharedServer;
import io.keylift.it.browser.AdminConsole;
import io.keylift.it.browser.Browser;
import io.keylift.it.browser.Picture;
import java.io.IOException;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.support.ui.Select;

/** Takes the pictures of the console, each in the state that the documentation describes. */
@SecondTier
@OnSharedServer
class ScreenshotsIT {

    private static final int MANY = 300_000;

    @Test
    void everyPictureIsTaken(SharedServer server) throws IOException {
        ThemedRealm realm = ThemedRealm.create(server, "acme-pictures");
        String role = prepare(server, realm);
        try (Browser browser = Browser.start()) {
            Picture.BULK_IMPORT.prepare(browser);
            AdminConsole console = realm.open(browser, "imports");
            console.find("tr[data-job=organizations-1]");
            Picture.BULK_IMPORT.take(browser);

            Picture.DRY_RUN.prepare(browser);
            console.element("keylift-file").sendKeys(peopleWithRejects().toString());
            console.press("[data-testid=keylift-start]");
            console.find("[data-verdict=partial]");
            console.find("[data-testid=keylift-reject-table] tbody tr");
            Picture.DRY_RUN.take(browser);

            Picture.RUNNING_IMPORT.prepare(browser);
            console.press("[data-testid=keylift-back]");
            console.element("keylift-file").sendKeys(manyPeople().toString());
            browser.run("document.querySelector('[data-testid=keylift-dry-run]').click()");
            console.press("[data-testid=keylift-start]");
            console.awaitText("[data-testid=keylift-pace]", text -> text.contains("remaining"));
            Picture.RUNNING_IMPORT.takeNow(browser);
            console.press("[data-testid=keylift-cancel]");
            console.press("[data-testid=keylift-cancel-confirm]");
            console.find("[data-status=CANCELLED]");

            Picture.REMOVAL.prepare(browser);
            console.press("[data-testid=keylift-back]");
            new Select(console.element("keylift-op")).selectByValue("remove");
            console.element("keylift-lines").sendKeys("username\nbart\nlisa\nnobody\n");
            console.press("[data-testid=keylift-start]");
            console.press("[data-testid=keylift-in-earnest]");
            console.element("keylift-removal");
            Picture.REMOVAL.take(browser);
            console.press("[data-testid=keylift-removal-no]");

            Picture.DEPARTMENTS.prepare(browser);
            console.visit(realm.name() + "/keylift/departments");
            console.open("Globex");
            console.press("li[data-department='/Sales'] [data-testid=keylift-toggle]");
            console.press("li[data-department='/Sales/EMEA'] [data-testid=keylift-department]");
            console.awaitText("[data-testid=keylift-members] tbody", text -> text.contains("homer"));
            Picture.DEPARTMENTS.take(browser);

            Picture.CAPABILITIES.prepare(browser);
            console.visit(realm.name() + "/keylift/capabilities/" + role);
            console.find("tr[data-capability='stock.view']");
            console.element("keylift-catalogue");
            Picture.CAPABILITIES.take(browser);

            Picture.REQUEST_TIMINGS.prepare(browser);
            console.visit(realm.name() + "/keylift/timings");
            console.element("keylift-timings");
            Picture.REQUEST_TIMINGS.take(browser);
            assertThat(browser.errors()).isEmpty();
        }
    }

    /** @return id of a role with capabilities */
    private static String prepare(SharedServer server, ThemedRealm realm) throws IOException {
        realm.importing("organizations?job=organizations-1", """
                {"name":"Globex","alias":"globex","domains":["globex.example"]}
                {"name":"Initech","alias":"initech","domains":["initech.example"]}
                """);
        realm.importing("departments?job=departments-1", """
                {"organization":"globex","path":"/Sales/EMEA"}
                {"organization":"globex","path":"/Sales/APAC"}
                {"organization":"globex","path":"/Engineering/Reactors"}
                {"organization":"globex","path":"/Legal"}
                """);
        realm.importing("users?job=users-1", """
                {"username":"hank","email":"hank@globex.example","firstName":"Hank","lastName":"Scorpio","enabled":true,\
                "organizations":[{"alias":"globex","departments":["/Sales","/Sales/EMEA"]}]}
                {"username":"homer","email":"homer@globex.example","firstName":"Homer","lastName":"Simpson",\
                "enabled":true,"organizations":[{"alias":"globex","departments":["/Sales/EMEA"]}]}
                {"username":"bart","email":"bart@globex.example","enabled":true,"salary":1}
                {"username":"bart","email":"bart@globex.example","firstName":"Bart","lastName":"Simpson","enabled":true}
                {"username":"lisa","email":"lisa@globex.example","firstName":"Lisa","lastName":"Simpson","enabled":true}
                """);
        server.admin()
                .put(
                        realm.path("/capabilities/sources/shop"),
                        Map.of(
                                "capabilities",
                                List.of(
                                        capability("orders", "view"),
                                        capability("orders", "edit"),
                                        capability("stock", "view")),
                                "sets",
                                List.of(
                                        Map.of("name", "clerk", "members", List.of("orders.view", "stock.view")),
                                        Map.of("name", "chief", "members", List.of("clerk", "orders.edit")))));
        server.admin().post(realm.path("/roles"), Map.of("name", "warehouse"));
        String role =
                server.admin().get(realm.path("/roles/warehouse")).get("id").asText();
        server.admin().call("PUT", realm.path("/capabilities/roles/" + role), Map.of("set", List.of("clerk")));
        return role;
    }

    private static Map<String, String> capability(String resource, String action) {
        return Map.of("name", resource + "." + action, "resource", resource, "action", action);
    }

    private static Path peopleWithRejects() throws IOException {
        return UserFile.of(
                "people.ndjson",
                List.of(
                        "{\"username\":\"marge\",\"enabled\":true,\"organizations\":[{\"alias\":\"globex\"}]}",
                        "{\"username\":\"ned\",\"enabled\":true,\"organizations\":[{\"alias\":\"leftorium\"}]}",
                        "{\"username\":\"moe\",\"enabled\":true,\"realmRoles\":[\"barkeeper\"]}",
                        "{\"username\":\"homer\",\"enabled\":true}",
                        "{\"username\":\"maggie\",\"enabled\":true}"));
    }

    private static Path manyPeople() throws IOException {
        return UserFile.of("many-people.ndjson", MANY, i -> "{\"username\":\"person-" + i + "\",\"enabled\":true}");
    }
}
