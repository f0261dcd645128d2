// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.themes;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.browser.AdminConsole;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpHeaders;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.openqa.selenium.By;
import org.openqa.selenium.support.ui.Select;

/** Each user sees the permitted pages, with the console's own sign-in and content security policy. */
@OnSharedServer
class AccessIT extends OneBrowser {

    private static final String ENTRIES = "[id^=nav-item-keylift-]";

    @Test
    void whoMayNothingSeesNothing(SharedServer server) {
        ThemedRealm realm = ThemedRealm.create(server, "access-none");
        realm.administrator("viewer", "en", "view-users", "view-clients");
        AdminConsole console = realm.open(browser, "viewer", "imports");
        for (String page : List.of("imports", "departments", "capabilities", "timings")) {
            console.visit(realm.name() + "/keylift/" + page);
            console.element("keylift-forbidden");
            assertThat(console.count("#keylift-page :is(table, form, ul, dl)"))
                    .as(page)
                    .isZero();
        }
        assertThat(console.count(ENTRIES)).isZero();
        // The page does not even ask for things that the server would refuse.
        assertThat(browser.errors()).isEmpty();
        console.go("users");
        console.awaitLink("viewer");
        assertThat(console.count("#keylift-page h1")).isZero();
    }

    @Test
    void whoMayReadTheRealmSeesItsTimingsAndCapabilities(SharedServer server) {
        ThemedRealm realm = ThemedRealm.create(server, "access-reader");
        realm.administrator("reader", "en", "view-realm");
        AdminConsole console = realm.open(browser, "reader", "timings");
        console.element("keylift-timings");
        assertThat(console.count(ENTRIES)).isEqualTo(2);
        console.go("keylift-capabilities");
        console.element("keylift-roles");
        console.open("offline_access");
        console.element("keylift-read-only");
        assertThat(console.count("[data-testid=keylift-catalogue], [data-testid=keylift-remove]"))
                .isZero();
        assertThat(browser.errors()).isEmpty();
    }

    @Test
    void whoMayManagePeopleImportsThemAndNothingElse(SharedServer server) {
        ThemedRealm realm = ThemedRealm.create(server, "access-people");
        realm.administrator("manager", "en", "manage-users");
        AdminConsole console = realm.open(browser, "manager", "imports");
        List<String> kinds = new Select(console.element("keylift-kind"))
                .getOptions().stream().map(option -> option.getText()).toList();
        assertThat(kinds).contains("users", "groups").doesNotContain("organizations", "clients", "roles");
        assertThat(console.count(ENTRIES)).isEqualTo(1);
        assertThat(browser.errors()).isEmpty();
    }

    @Test
    void whoMaySeeOrganizationsAloneSeesNoPeople(SharedServer server) throws IOException {
        ThemedRealm realm = ThemedRealm.create(server, "access-organizations");
        realm.importing("organizations", "{\"name\":\"Globex\",\"alias\":\"globex\"}");
        realm.importing("departments", "{\"organization\":\"globex\",\"path\":\"/Sales/EMEA\"}");
        realm.administrator("organizer", "en", "view-organizations");
        AdminConsole console = realm.open(browser, "organizer", "departments");
        console.open("Globex");
        console.awaitText(
                "[data-testid=keylift-tree]", text -> text.contains("Sales") && text.contains("Child departments: 1"));
        assertThat(console.count("[data-testid=keylift-department], [data-testid=keylift-member-count]"))
                .isZero();
        assertThat(console.count(ENTRIES)).isEqualTo(1);
        assertThat(browser.errors()).isEmpty();
    }

    @Test
    void keycloaksOwnPagesAndPolicyAreAsTheyWere(SharedServer server) throws Exception {
        ThemedRealm realm = ThemedRealm.create(server, "access-policy");
        HttpHeaders ours = consoleHeaders(server, realm.name());
        HttpHeaders keycloaks = consoleHeaders(server, "master");
        for (String header :
                List.of("Content-Security-Policy", "X-Frame-Options", "Referrer-Policy", "X-Content-Type-Options")) {
            assertThat(ours.allValues(header))
                    .as(header)
                    .isEqualTo(keycloaks.allValues(header))
                    .isNotEmpty();
        }
        AdminConsole console = realm.open(browser, "timings");
        console.element("keylift-timings");
        console.go("users");
        console.awaitLink("chief");
        assertThat(console.find("#kc-main-content-page-container h1").getText()).isEqualTo("Users");
        console.go("keylift-timings");
        console.element("keylift-timings");
        assertThat(console.find("#keylift-page").findElements(By.tagName("h1"))).hasSize(1);
        assertThat(console.find(".pf-v5-c-nav__link.pf-m-current").getText()).isEqualTo("Request timings");
        assertThat(browser.errors()).isEmpty();
    }

    private static HttpHeaders consoleHeaders(SharedServer server, String realm)
            throws IOException, InterruptedException {
        URI console = server.keycloak().baseUrl().resolve("/admin/" + realm + "/console/");
        return HttpClient.newHttpClient()
                .send(HttpRequest.newBuilder(console).build(), BodyHandlers.discarding())
                .headers();
    }
}
