// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.removal;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.Callers;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.Tokens;
import io.keylift.it.imports.support.TwinRealm;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Law 10 for removed users: no response contains them, their tokens are invalid, and a new user with the same id
 * inherits nothing. Everything is requested before the removal as well, so that Keycloak's caches hold the old state.
 */
@OnSharedServer
class RemovedAtOnceIT {

    private static final String REALM = "removed-at-once";
    private static final String PASSWORD = "a password that was known";

    private static AdminHttp admin;
    private static Callers realm;
    private static ImportClient client;
    private static Tokens tokens;

    @BeforeAll
    static void realm(SharedServer server) throws IOException {
        TwinRealm.create(server, REALM, Map.of("bruteForceProtected", true, "failureFactor", 2))
                .withOrganizations("home", "away")
                .demandNothingOfNewUsers();
        realm = new Callers(server, REALM);
        admin = server.admin();
        client = realm.importing(admin);
        tokens = Tokens.in(server, REALM);
    }

    /** A user record that is the same each time, including the id. */
    private static String person(String name, String id, String more) {
        return Records.json("{'username':'" + name + "','id':'" + id + "','email':'" + name + "@removed.example',"
                        + "'emailVerified':true,'firstName':'Max','lastName':'Power','enabled':true,"
                        + "'credentials':[{'type':'password','value':'" + PASSWORD + "'}]" + more + "}")
                .toString();
    }

    private static void add(String person) throws IOException {
        assertThat(client.post("users", person).count("added")).isEqualTo(1);
    }

    private static void remove(String name) throws IOException {
        assertThat(client.post("users?op=remove", "{\"username\":\"" + name + "\"}")
                        .count("removed"))
                .isEqualTo(1);
    }

    private static int status(String path) {
        return admin.send("GET", realm.path(path), null).statusCode();
    }

    private static List<String> names(String path) {
        return admin.get(realm.path(path)).findValuesAsText("username");
    }

    @Test
    void law10_aRemovedUserIsShownNowhere() throws IOException {
        add(person(
                "hank",
                "hank-0815",
                ",'realmRoles':['chief'],'groups':['/guests'],'organizations':[{'alias':'home'}],"
                        + "'federatedIdentities':[{'identityProvider':'corporate','userId':'h1','userName':'hank'}]"));
        String members = "organizations/" + realm.organizationId("home") + "/members";
        String group = "groups/"
                + admin.get(realm.path("group-by-path/guests")).get("id").asText() + "/members";
        List<String> places = List.of(
                "users?username=hank&exact=true",
                "users?email=hank@removed.example",
                "users?idpAlias=corporate&idpUserId=h1",
                "users?search=hank",
                "roles/chief/users",
                group,
                members);
        assertThat(status("users/hank-0815")).isEqualTo(200);
        assertThat(status("users/hank-0815/federated-identity")).isEqualTo(200);
        assertThat(status("users/hank-0815/consents")).isEqualTo(200);
        assertThat(admin.get(realm.path("organizations/members/hank-0815/organizations")))
                .hasSize(1);
        places.forEach(place -> assertThat(names(place)).as(place).contains("hank"));
        long count = admin.get(realm.path("users/count")).asLong();
        long home = admin.get(realm.path(members + "/count")).asLong();

        remove("hank");

        assertThat(status("users/hank-0815")).isEqualTo(404);
        assertThat(status("users/hank-0815/federated-identity")).isEqualTo(404);
        assertThat(status(members + "/hank-0815")).isEqualTo(404);
        places.forEach(place -> assertThat(names(place)).as(place).doesNotContain("hank"));
        assertThat(admin.get(realm.path("users/count")).asLong()).isEqualTo(count - 1);
        assertThat(admin.get(realm.path(members + "/count")).asLong()).isEqualTo(home - 1);
    }

    @Test
    void law10_whatARemovedUserHeldIsWorthNothing() throws IOException {
        add(person("leaver", "leaver-0815", ""));
        JsonNode online = tokens.signIn("leaver", PASSWORD, "openid");
        JsonNode offline = tokens.signInAgain("leaver", PASSWORD, "openid offline_access");
        assertThat(tokens.isActive(online)).isTrue();
        assertThat(tokens.isActive(offline)).isTrue();
        assertThat(tokens.userInfoStatus(online)).isEqualTo(200);
        JsonNode refreshed = tokens.refresh(online);
        assertThat(refreshed.has("access_token")).isTrue();
        assertThat(sessions("leaver-0815")).isEqualTo(List.of("leaver"));

        remove("leaver");

        assertWorthless(online, refreshed, offline);
        assertThat(tokens.signIn("leaver", PASSWORD, "openid").path("error").asText())
                .isEqualTo("invalid_grant");
    }

    @Test
    void law10_whoeverGetsTheIdOfARemovedUserInheritsNothing() throws IOException {
        add(person("heir", "heir-0815", ",'organizations':[{'alias':'home'}]"));
        JsonNode online = tokens.signIn("heir", PASSWORD, "openid");
        JsonNode offline = tokens.signInAgain("heir", PASSWORD, "openid offline_access");
        String organizations = realm.path("organizations/members/heir-0815/organizations");
        assertThat(admin.get(organizations).findValuesAsText("alias")).containsExactly("home");

        remove("heir");
        add(person("heir", "heir-0815", ",'organizations':[{'alias':'away'}]"));

        assertWorthless(online, online, offline);
        assertThat(sessions("heir-0815")).isEmpty();
        assertThat(admin.get(organizations).findValuesAsText("alias")).containsExactly("away");
        assertThat(tokens.isActive(tokens.signIn("heir", PASSWORD, "openid"))).isTrue();
    }

    @Test
    void law10_failuresOfARemovedUserAreForgotten() throws IOException {
        add(person("locked", "locked-0815", ""));
        for (int i = 0; i < 3; i++) {
            tokens.signIn("locked", "wrong", "openid");
        }
        String failures = realm.path("attack-detection/brute-force/users/locked-0815");
        assertThat(admin.get(failures).path("numFailures").asInt()).isGreaterThanOrEqualTo(2);
        assertThat(tokens.signIn("locked", PASSWORD, "openid").has("error")).isTrue();

        remove("locked");
        add(person("locked", "locked-0815", ""));

        assertThat(admin.get(failures).path("numFailures").asInt()).isZero();
        assertThat(tokens.signIn("locked", PASSWORD, "openid").has("access_token"))
                .isTrue();
    }

    private static List<String> sessions(String id) {
        return admin.get(realm.path("users/" + id + "/sessions")).findValuesAsText("username");
    }

    private static void assertWorthless(JsonNode online, JsonNode refreshed, JsonNode offline) {
        for (JsonNode held : List.of(online, refreshed, offline)) {
            assertThat(tokens.isActive(held)).isFalse();
            assertThat(tokens.userInfoStatus(held)).isEqualTo(401);
            assertThat(tokens.refresh(held).path("error").asText()).isEqualTo("invalid_grant");
        }
    }
}
