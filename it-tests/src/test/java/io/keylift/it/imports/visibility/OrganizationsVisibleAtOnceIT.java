// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.visibility;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.Callers;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.SignIn;
import io.keylift.it.imports.support.TwinRealm;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** Law 10 for organizations: the Admin API and tokens show an import at once, whatever was requested before. */
@OnSharedServer
class OrganizationsVisibleAtOnceIT {

    private static final String REALM = "visible-organizations";
    private static final String PASSWORD = "a password";

    private static Callers realm;
    private static AdminHttp admin;
    private static ImportClient client;
    private static SignIn signIn;

    @BeforeAll
    static void realm(SharedServer server) {
        TwinRealm.create(server, REALM, Map.of()).demandNothingOfNewUsers();
        realm = new Callers(server, REALM);
        admin = server.admin();
        client = realm.importing(admin);
        signIn = new SignIn(server.keycloak().baseUrl(), REALM, "shop", "openid organization:*");
    }

    @Test
    void law10_aNewOrganizationIsShownWhole() throws IOException {
        long organizations = admin.get(realm.path("organizations/count")).asLong();
        assertThat(found("search=Initech")).isEmpty();
        assertThat(found("exact=true&search=initech.example")).isEmpty();
        assertThat(found("q=tier:platinum")).isEmpty();

        post("organizations", """
                {'name':'Initech Inc','alias':'initech','enabled':true,'description':'TPS reports',
                 'redirectUrl':'https://initech.example/in','attributes':{'tier':['platinum']},
                 'domains':[{'name':'initech.example','verified':true},{'name':'initrode.example'}]}""");

        JsonNode initech = admin.get(realm.path("organizations/" + realm.organizationId("initech.example")));
        assertThat(initech.path("name").asText()).isEqualTo("Initech Inc");
        assertThat(initech.path("alias").asText()).isEqualTo("initech");
        assertThat(initech.path("description").asText()).isEqualTo("TPS reports");
        assertThat(initech.path("redirectUrl").asText()).isEqualTo("https://initech.example/in");
        assertThat(initech.at("/attributes/tier/0").asText()).isEqualTo("platinum");
        assertThat(initech.path("domains").findValuesAsText("name"))
                .containsExactlyInAnyOrder("initech.example", "initrode.example");
        assertThat(found("search=Initech")).containsExactly("initech");
        assertThat(found("q=tier:platinum")).containsExactly("initech");
        assertThat(admin.get(realm.path("organizations/count")).asLong()).isEqualTo(organizations + 1);
    }

    @ParameterizedTest
    @ValueSource(strings = {"overwrite", "merge"})
    void law10_aChangedOrganizationIsShownChanged(String ifExists) throws IOException {
        String alias = "changes-by-" + ifExists;
        String before = ifExists + "-before.example";
        String after = ifExists + "-after.example";
        post(
                "organizations",
                "{'name':'Before " + alias + "','alias':'" + alias + "','description':'one','domains':['" + before
                        + "'],'attributes':{'tier':['gold']}}");
        String path = realm.path("organizations/" + realm.organizationId(before));
        assertThat(give(before)).isFalse();
        post("users", member("member-of-" + alias, "[{'alias':'" + alias + "'}]"));
        assertThat(signIn.organizations("member-of-" + alias, PASSWORD)).containsExactly(alias);
        assertThat(admin.get(path).path("description").asText()).isEqualTo("one");
        assertThat(found("exact=true&search=" + after)).isEmpty();

        post(
                "organizations?ifExists=" + ifExists,
                "{'name':'After " + alias + "','alias':'" + alias + "','description':'two','domains':['" + after
                        + "'],'attributes':{'size':['large']}}");

        boolean kept = ifExists.equals("merge");
        JsonNode shown = admin.get(path);
        assertThat(shown.path("name").asText()).isEqualTo("After " + alias);
        assertThat(shown.path("description").asText()).isEqualTo("two");
        assertThat(shown.at("/attributes/size/0").asText()).isEqualTo("large");
        assertThat(shown.path("attributes").has("tier")).isEqualTo(kept);
        assertThat(shown.path("domains").findValuesAsText("name"))
                .isEqualTo(kept ? List.of(before, after) : List.of(after));
        assertThat(found("exact=true&search=" + after)).containsExactly(alias);
        assertThat(give(after)).isFalse();
        assertThat(give(before)).isEqualTo(!kept);
    }

    @Test
    void law10_aDisabledOrganizationIsInNoTokenAnyMore() throws IOException {
        post("organizations", "{'name':'Kwik-E-Mart','alias':'kwik'}");
        post("users", member("apu", "[{'alias':'kwik'}]"));
        assertThat(signIn.organizations("apu", PASSWORD)).containsExactly("kwik");

        post("organizations?ifExists=overwrite", "{'name':'Kwik-E-Mart','alias':'kwik','enabled':false}");

        assertThat(signIn.organizations("apu", PASSWORD)).isEmpty();
    }

    @Test
    void law10_theFirstOrganizationOfARealmIsInTokens(SharedServer server) throws IOException {
        String name = "visible-first";
        TwinRealm.create(server, name, Map.of()).demandNothingOfNewUsers();
        ImportClient first = new ImportClient(admin, name);
        SignIn visitor = new SignIn(server.keycloak().baseUrl(), name, "shop", "openid organization:*");
        post(first, "users", member("moe", "[]"));
        assertThat(visitor.organizations("moe", PASSWORD)).isEmpty();

        post(first, "organizations", "{'name':'bar'}");
        post(first, "users?ifExists=merge", "{'username':'moe','organizations':[{'alias':'bar'}]}");

        assertThat(visitor.organizations("moe", PASSWORD)).containsExactly("bar");
    }

    /** A user with a password. */
    private static String member(String username, String organizations) {
        return "{'username':'" + username + "','email':'" + username + "@people.example','emailVerified':true,"
                + "'firstName':'Max','lastName':'Power','enabled':true,'organizations':" + organizations
                + ",'credentials':[{'type':'password','value':'" + PASSWORD + "'}]}";
    }

    private static void post(String kind, String record) throws IOException {
        post(client, kind, record);
    }

    private static void post(ImportClient client, String kind, String record) throws IOException {
        ImportAnswer answer = client.post(kind, Records.json(record).toString());
        assertThat(answer.count(kind.contains("ifExists") ? "updated" : "added"))
                .as("%s", answer.lines())
                .isEqualTo(1);
    }

    /** Aliases of the organizations a query finds. */
    private static List<String> found(String query) {
        return admin.get(realm.path("organizations?" + query)).findValuesAsText("alias");
    }

    /** Lets another organization have this domain; whether it may. */
    private static boolean give(String domain) {
        HttpResponse<String> answer = admin.send(
                "POST",
                realm.path("organizations"),
                Map.of("name", "claims " + domain, "alias", "claims-" + domain, "domains", List.of(domain)));
        if (answer.statusCode() == 201) {
            return true;
        }
        assertThat(answer.body()).contains("already linked to organization");
        return false;
    }
}
