// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.jobs;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.it.OnSharedServer;
import io.keylift.it.SecondTier;
import io.keylift.it.SharedServer;
import io.keylift.it.TestRealms;
import io.keylift.it.browser.AdminConsole;
import io.keylift.it.browser.Browser;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.Records;
import io.keylift.it.server.KeycloakServer;
import java.io.IOException;
import org.junit.jupiter.api.Test;

/** Law 10 in the admin console: a console that is already open shows imported data at once. In a real browser. */
@SecondTier
@OnSharedServer
class AdminConsoleIT {

    private static final String REALM = "console";

    @Test
    void law10_theAdminConsoleShowsWhatHasBeenImported(SharedServer server) throws IOException {
        TestRealms.createForTenant(server.admin(), REALM);
        ImportClient client = new ImportClient(server.admin(), REALM);
        post(client, "organizations", "{'name':'Initech','alias':'initech'}");
        post(client, "users", "{'username':'milton','enabled':true}");
        try (Browser browser = Browser.start()) {
            AdminConsole console = AdminConsole.signIn(
                    browser, server.keycloak().baseUrl(), REALM, KeycloakServer.ADMIN, KeycloakServer.ADMIN);
            console.go("organizations");
            console.search("Globex");
            console.awaitNothingFound();
            console.go("users");
            console.search("hank");
            console.awaitNothingFound();

            post(client, "organizations", """
                    {'name':'Globex','alias':'globex','domains':['globex.example'],'attributes':{'tier':['gold']}}""");
            post(client, "users", """
                    {'username':'hank','email':'hank@globex.example','firstName':'Hank','lastName':'Scorpio',
                     'enabled':true,'attributes':{'employeeNumber':['E7'],'jobTitle':['Chief']},
                     'organizations':[{'alias':'globex'}]}""");

            console.search("hank");
            console.open("hank");
            assertThat(console.field("username")).isEqualTo("hank");
            assertThat(console.field("email")).isEqualTo("hank@globex.example");
            assertThat(console.field("firstName")).isEqualTo("Hank");
            assertThat(console.field("lastName")).isEqualTo("Scorpio");
            assertThat(console.field("employeeNumber")).isEqualTo("E7");
            assertThat(console.field("jobTitle")).isEqualTo("Chief");

            console.go("organizations");
            console.search("Globex");
            console.open("Globex");
            assertThat(console.field("name")).isEqualTo("Globex");
            assertThat(console.field("alias")).isEqualTo("globex");
            assertThat(console.field("domains0")).isEqualTo("globex.example");
            console.openTab("attributeTab");
            assertThat(console.field("attributes-key")).isEqualTo("tier");
            assertThat(console.field("attributes-value")).isEqualTo("gold");
            console.openTab("membersTab");
            console.awaitLink("hank");
            console.openTab("groupsTab");
            console.awaitNothingFound();

            post(
                    client,
                    "departments",
                    "{'organization':'globex','path':'/Volcano/Death Ray','description':'Science'}");
            console.go("organizations");
            console.search("Globex");
            console.open("Globex");
            console.openTab("groupsTab");
            console.awaitText("Volcano");

            post(client, "organizations?ifExists=merge", "{'name':'Globex','alias':'globex','description':'Not evil'}");
            post(client, "users?ifExists=merge", "{'username':'hank','email':'hank@cypress.example'}");

            console.go("organizations");
            console.search("Globex");
            console.open("Globex");
            assertThat(console.field("description")).isEqualTo("Not evil");
            console.openTab("membersTab");
            console.open("hank");
            assertThat(console.field("email")).isEqualTo("hank@cypress.example");
        }
    }

    private static void post(ImportClient client, String kind, String record) throws IOException {
        ImportAnswer answer = client.post(kind, Records.json(record).toString());
        assertThat(answer.count("added") + answer.count("updated"))
                .as("%s", answer.lines())
                .isEqualTo(1);
    }
}
