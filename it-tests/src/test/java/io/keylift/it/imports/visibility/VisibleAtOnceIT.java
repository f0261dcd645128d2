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
import io.keylift.it.tenant.HashedPassword;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Law 10 for users: the Admin API, sign-ins and tokens show an import at once. Everything is requested before the
 * import as well, so that caches hold the old state.
 */
@OnSharedServer
class VisibleAtOnceIT {

    private static final String REALM = "visible";
    private static final String OLD = "an old password";
    private static final String NEW = "a new password";

    private static Callers realm;
    private static AdminHttp admin;
    private static ImportClient client;
    private static SignIn signIn;

    /** Asks for no organization, so that leaving one does not end the token. */
    private static SignIn plainSignIn;

    @BeforeAll
    static void realm(SharedServer server) throws IOException {
        TwinRealm.create(server, REALM, Map.of()).demandNothingOfNewUsers();
        realm = new Callers(server, REALM);
        admin = server.admin();
        client = realm.importing(admin);
        signIn = new SignIn(server.keycloak().baseUrl(), REALM, "shop", "openid organization:*");
        plainSignIn = new SignIn(server.keycloak().baseUrl(), REALM, "shop", "openid");
        client.post(
                "organizations",
                List.of("{'name':'acme'}", "{'name':'globex'}").stream()
                        .map(VisibleAtOnceIT::json)
                        .toList());
    }

    @Test
    void law10_aNewUserIsShownWhole() throws IOException {
        String organization = realm.path("organizations/" + realm.organizationId("acme"));
        String group = realm.path("groups/"
                + admin.get(realm.path("group-by-path/guests")).get("id").asText());
        long users = admin.get(realm.path("users/count")).asLong();
        assertThat(realm.userId("hank")).isNull();
        assertThat(names("users?email=hank@acme.example")).isEmpty();
        assertThat(names("users?q=desk:7")).isEmpty();
        assertThat(names("roles/chief/users")).isEmpty();
        assertThat(usernames(admin.get(group + "/members"))).isEmpty();
        assertThat(usernames(admin.get(organization + "/members"))).isEmpty();
        assertThat(admin.get(organization + "/members/count").asLong()).isZero();

        add("""
                {'username':'hank','email':'hank@acme.example','firstName':'Hank','lastName':'Scorpio','enabled':true,
                 'attributes':{'desk':['7'],'languages':['en','de']},'requiredActions':['UPDATE_PASSWORD'],
                 'realmRoles':['chief'],'clientRoles':{'shop':['seller']},'groups':['/guests'],
                 'federatedIdentities':[{'identityProvider':'corporate','userId':'h1','userName':'hank'}],
                 'organizations':[{'alias':'acme','membershipType':'MANAGED'}]}""");

        UserSnapshot hank = UserSnapshot.of(realm, realm.userId("hank"));
        assertThat(hank.text("firstName") + " " + hank.text("lastName")).isEqualTo("Hank Scorpio");
        assertThat(hank.text("email")).isEqualTo("hank@acme.example");
        assertThat(hank.user().path("enabled").asBoolean()).isTrue();
        assertThat(hank.user().path("requiredActions"))
                .extracting(JsonNode::asText)
                .containsExactly("UPDATE_PASSWORD");
        assertThat(hank.attributes())
                .containsEntry("desk", List.of("7"))
                .containsEntry("languages", List.of("en", "de"));
        assertThat(hank.realmRoles()).contains("chief");
        assertThat(hank.shopRoles()).containsExactly("seller");
        assertThat(hank.groups()).contains("/guests");
        assertThat(hank.identities()).containsExactly("corporate");
        assertThat(hank.organizations()).containsExactly("acme");
        assertThat(names("users?email=hank@acme.example")).containsExactly("hank");
        assertThat(names("users?q=desk:7")).containsExactly("hank");
        assertThat(names("roles/chief/users")).contains("hank");
        assertThat(usernames(admin.get(group + "/members"))).contains("hank");
        assertThat(usernames(admin.get(organization + "/members"))).containsExactly("hank");
        assertThat(admin.get(organization + "/members/count").asLong()).isEqualTo(1);
        assertThat(admin.get(realm.path("users/count")).asLong()).isEqualTo(users + 1);
    }

    /** The roles of the group are in the next token, and in no token after the user has left. */
    @Test
    void law10_aMemberOfAGroupHasItsRolesAtOnce() throws IOException {
        add(person("joins", "before.example", plain(OLD)) + "}");
        client.post("groups", json("{'path':'/crew','realmRoles':['Größe 規模']}"));
        String user = realm.path("users/" + realm.userId("joins") + "/groups");
        String members = realm.path("groups/"
                + admin.get(realm.path("group-by-path/crew")).get("id").asText() + "/members");
        String member = json("{'group':'/crew','username':'joins'}");
        assertThat(roles()).doesNotContain("Größe 規模");
        assertThat(names(user, "path")).doesNotContain("/crew");

        assertThat(client.post("group-members", member).count("added")).isEqualTo(1);

        assertThat(roles()).contains("Größe 規模");
        assertThat(names(user, "path")).contains("/crew");
        assertThat(usernames(admin.get(members))).contains("joins");

        assertThat(client.post("group-members?op=remove", member).count("removed"))
                .isEqualTo(1);

        assertThat(roles()).doesNotContain("Größe 規模");
        assertThat(names(user, "path")).doesNotContain("/crew");
        assertThat(usernames(admin.get(members))).doesNotContain("joins");
    }

    private static List<String> roles() {
        return StreamSupport.stream(
                        signIn.claims("joins", OLD).at("/realm_access/roles").spliterator(), false)
                .map(JsonNode::asText)
                .toList();
    }

    private static List<String> names(String path, String field) {
        return admin.get(path).findValuesAsText(field);
    }

    @ParameterizedTest
    @ValueSource(strings = {"plain", "hashed"})
    void law10_anImportedPasswordSignsIn(String form) throws IOException {
        String username = "signs-in-" + form;
        assertThat(signIn.isPassword(username, OLD)).isFalse();

        add(person(username, "globex.example", form.equals("plain") ? plain(OLD) : hashed(OLD))
                + ",'realmRoles':['writer'],'clientRoles':{'shop':['seller']},'organizations':[{'alias':'globex'}]}");

        JsonNode token = signIn.claims(username, OLD);
        assertThat(token.path("preferred_username").asText()).isEqualTo(username);
        assertThat(token.path("email").asText()).isEqualTo(username + "@globex.example");
        assertThat(token.at("/realm_access/roles")).extracting(JsonNode::asText).contains("writer");
        assertThat(token.at("/resource_access/shop/roles"))
                .extracting(JsonNode::asText)
                .containsExactly("seller");
        assertThat(signIn.organizations(username, OLD)).containsExactly("globex");
        assertThat(signIn.isPassword(username, NEW)).isFalse();
    }

    @ParameterizedTest
    @ValueSource(strings = {"overwrite", "merge"})
    void law10_aChangedUserIsShownChanged(String ifExists) throws IOException {
        String username = "changes-by-" + ifExists;
        add(person(username, "before.example", plain(OLD))
                + ",'attributes':{'desk':['7']},'realmRoles':['Größe 規模'],'clientRoles':{'shop':['buyer']},"
                + "'groups':['/guests'],'organizations':[{'alias':'acme'}],"
                + "'federatedIdentities':[{'identityProvider':'corporate','userId':'" + username + "'}]}");
        String id = realm.userId(username);
        UserSnapshot before = UserSnapshot.of(realm, id);
        assertThat(before.attributes()).containsEntry("desk", List.of("7"));
        assertThat(before.organizations()).containsExactly("acme");
        assertThat(before.identities()).containsExactly("corporate");
        AdminHttp signedIn = plainSignIn.as(username, OLD);
        assertThat(plainSignIn.userInfo(signedIn).path("email").asText()).isEqualTo(username + "@before.example");
        assertThat(signIn.isPassword(username, NEW)).isFalse();

        ImportAnswer answer = client.post(
                "users?ifExists=" + ifExists,
                json(person(username, "after.example", hashed(NEW))
                        + ",'attributes':{'room':['42']},'realmRoles':['writer'],'clientRoles':{'shop':['seller']},"
                        + "'groups':['/staff'],'organizations':[{'alias':'globex'}],"
                        + "'federatedIdentities':[{'identityProvider':'social','userId':'" + username + "'}]}"));

        assertThat(answer.count("updated")).isEqualTo(1);
        boolean kept = ifExists.equals("merge");
        UserSnapshot after = UserSnapshot.of(realm, id);
        assertThat(after.text("email")).isEqualTo(username + "@after.example");
        assertThat(after.attributes()).containsEntry("room", List.of("42"));
        assertThat(after.attributes().containsKey("desk")).isEqualTo(kept);
        assertReplaced(after.realmRoles(), "Größe 規模", "writer", kept);
        assertReplaced(after.shopRoles(), "buyer", "seller", kept);
        assertReplaced(after.groups(), "/guests", "/staff", kept);
        assertReplaced(after.identities(), "corporate", "social", kept);
        assertReplaced(after.organizations(), "acme", "globex", kept);
        assertThat(after.credentials()).containsExactly("password");
        assertThat(names("users?email=" + username + "@before.example")).isEmpty();
        assertThat(names("users?email=" + username + "@after.example")).containsExactly(username);

        assertThat(signIn.isPassword(username, OLD)).isFalse();
        JsonNode token = signIn.claims(username, NEW);
        assertThat(token.path("email").asText()).isEqualTo(username + "@after.example");
        assertReplaced(texts(token.at("/realm_access/roles")), "Größe 規模", "writer", kept);
        assertReplaced(signIn.organizations(username, NEW), "acme", "globex", kept);
        assertThat(plainSignIn.userInfo(signedIn).path("email").asText())
                .as("email address of one who signed in before")
                .isEqualTo(username + "@after.example");
    }

    private static void assertReplaced(Iterable<String> names, String before, String after, boolean kept) {
        assertThat(names).contains(after);
        if (kept) {
            assertThat(names).contains(before);
        } else {
            assertThat(names).doesNotContain(before);
        }
    }

    private static void add(String user) throws IOException {
        assertThat(client.post("users", json(user)).count("added")).isEqualTo(1);
    }

    /** The beginning of a record, which lacks its last brace. */
    private static String person(String username, String domain, String credential) {
        return "{'username':'" + username + "','email':'" + username + "@" + domain + "','emailVerified':true,"
                + "'firstName':'Max','lastName':'Power','enabled':true,'credentials':[" + credential + "]";
    }

    private static String plain(String password) {
        return AdminHttp.JSON
                .valueToTree(Map.of("type", "password", "value", password))
                .toString();
    }

    private static String hashed(String password) {
        HashedPassword hashed = HashedPassword.pbkdf2(password);
        return AdminHttp.JSON
                .valueToTree(Map.of(
                        "type", "password",
                        "secretData", hashed.secretData(),
                        "credentialData", hashed.credentialData()))
                .toString();
    }

    /** One line. */
    private static String json(String text) {
        return Records.json(text).toString();
    }

    private static List<String> names(String query) {
        return usernames(admin.get(realm.path(query)));
    }

    private static List<String> usernames(JsonNode users) {
        return users.findValuesAsText("username");
    }

    private static List<String> texts(JsonNode list) {
        return StreamSupport.stream(list.spliterator(), false)
                .map(JsonNode::asText)
                .toList();
    }
}
