// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.visibility;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.SignIn;
import io.keylift.it.imports.support.TwinRealm;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * Law 10 for roles and role mappings: lists, look-ups, effective roles and tokens show an import at once. Everything is
 * requested before the import as well, so that caches hold the old state.
 */
@OnSharedServer
class RolesVisibleAtOnceIT {

    private static final String REALM = "roles-visible";
    private static final String PASSWORD = "a password to sign in";

    private static TwinRealm realm;
    private static AdminHttp admin;
    private static SignIn signIn;

    @BeforeAll
    static void realm(SharedServer server) {
        realm = TwinRealm.create(server, REALM, Map.of());
        realm.demandNothingOfNewUsers();
        admin = server.admin();
        signIn = new SignIn(server.keycloak().baseUrl(), REALM, "shop", "openid");
    }

    @ParameterizedTest
    @ValueSource(strings = {"", "shop"})
    void law10_aNewRoleIsListedAndFoundByItsName(String client) throws IOException {
        String roles = client.isEmpty() ? "roles" : "clients/" + realm.clientId(client) + "/roles";
        String name = "new-role-" + client;
        Set<String> before = names(roles);
        assertThat(status(roles + "/" + name)).isEqualTo(404);
        assertThat(names(roles + "?search=" + name)).isEmpty();

        imports(
                "roles",
                "{name:'" + name + "',description:'New',attributes:{a:['1']},composites:{realm:['reader']}"
                        + (client.isEmpty() ? "}" : ",client:'" + client + "'}"));

        Set<String> after = new TreeSet<>(before);
        after.add(name);
        assertThat(names(roles)).isEqualTo(after);
        assertThat(names(roles + "?search=" + name)).containsExactly(name);
        JsonNode role = admin.get(realm.path(roles + "/" + name));
        assertThat(role.get("description").asText()).isEqualTo("New");
        assertThat(role.at("/attributes/a/0").asText()).isEqualTo("1");
        assertThat(role.get("composite").asBoolean()).isTrue();
        assertThat(names(roles + "/" + name + "/composites")).containsExactly("reader");
        assertThat(admin.get(realm.path("roles-by-id/" + role.get("id").asText()))
                        .get("name")
                        .asText())
                .isEqualTo(name);
    }

    @Test
    void law10_aChangedRoleIsShownChangedToThoseWhoHaveIt() throws IOException {
        admin.post(realm.path("roles"), Map.of("name", "outer"));
        admin.post(realm.path("roles"), Map.of("name", "inner"));
        compose("outer", "inner");
        String holder = person("holder", "outer");
        String group = realm.path("groups/"
                + admin.get(realm.path("group-by-path/guests")).get("id").asText());
        admin.post(group + "/role-mappings/realm", List.of(admin.get(realm.path("roles/outer"))));
        String member = person("member");
        admin.put(member + "/groups/" + group.substring(group.lastIndexOf('/') + 1), "{}");
        for (String person : List.of(holder, member)) {
            assertThat(effective(person)).contains("outer", "inner").doesNotContain("writer", "deep");
        }
        assertThat(token("holder")).contains("outer", "inner").doesNotContain("writer", "seller", "deep");
        assertThat(token("member")).contains("outer", "inner").doesNotContain("writer", "seller", "deep");

        imports(
                "roles?ifExists=overwrite",
                "{name:'outer',description:'Changed',attributes:{a:['2']},"
                        + "composites:{realm:['writer','deep'],client:{shop:['seller']}}}",
                "{name:'deep'}");

        JsonNode outer = admin.get(realm.path("roles/outer"));
        assertThat(outer.get("description").asText()).isEqualTo("Changed");
        assertThat(outer.at("/attributes/a/0").asText()).isEqualTo("2");
        assertThat(names("roles/outer/composites")).containsExactly("deep", "seller", "writer");
        for (String person : List.of(holder, member)) {
            assertThat(effective(person)).contains("outer", "writer", "deep").doesNotContain("inner");
        }
        assertThat(token("holder"))
                .contains("outer", "writer", "deep", "seller")
                .doesNotContain("inner");
        assertThat(token("member"))
                .contains("outer", "writer", "deep", "seller")
                .doesNotContain("inner");
    }

    @Test
    void law10_whatTheDefaultRoleGetsEverybodyHas() throws IOException {
        person("everybody");
        assertThat(token("everybody")).doesNotContain("for-everybody");

        imports(
                "roles?ifExists=merge",
                "{name:'default-roles-" + REALM + "',composites:{realm:['for-everybody']}}",
                "{name:'for-everybody'}");

        assertThat(token("everybody")).contains("for-everybody");
    }

    @Test
    void law10_whatIsMappedToAUserIsInItsNextToken() throws IOException {
        String mapped = person("mapped", "visitor");
        assertThat(names(mapped + "/role-mappings/realm")).contains("visitor");
        assertThat(token("mapped")).contains("visitor").doesNotContain("writer", "seller");
        assertThat(names("roles/writer/users", "username")).doesNotContain("mapped");

        imports("role-mappings", "{username:'mapped',realmRoles:['writer'],clientRoles:{shop:['seller']}}");

        assertThat(names(mapped + "/role-mappings/realm")).contains("visitor", "writer");
        assertThat(effective(mapped)).contains("visitor", "writer");
        assertThat(token("mapped")).contains("visitor", "writer", "seller");
        assertThat(names("roles/writer/users", "username")).contains("mapped");

        imports("role-mappings?ifExists=overwrite", "{email:'mapped@visible.example',realmRoles:['Größe 規模']}");

        assertThat(names(mapped + "/role-mappings/realm")).contains("Größe 規模").doesNotContain("visitor", "writer");
        assertThat(token("mapped")).contains("Größe 規模", "seller").doesNotContain("writer");

        imports("role-mappings?op=remove", "{username:'mapped',realmRoles:['Größe 規模'],clientRoles:{shop:['seller']}}");

        assertThat(names(mapped + "/role-mappings/realm")).doesNotContain("Größe 規模");
        assertThat(token("mapped")).doesNotContain("Größe 規模", "seller");
    }

    @Test
    void law10_whatIsMappedToAGroupItsMembersHave() throws IOException {
        String group = realm.path("groups/"
                + admin.get(realm.path("group-by-path/staff/apac")).get("id").asText());
        String member = person("staff-member");
        admin.put(member + "/groups/" + group.substring(group.lastIndexOf('/') + 1), "{}");
        assertThat(names(group + "/role-mappings/realm")).isEmpty();
        assertThat(effective(member)).doesNotContain("writer");
        assertThat(token("staff-member")).doesNotContain("writer", "seller");
        assertThat(names("roles/writer/groups")).doesNotContain("apac");

        imports("role-mappings", "{group:'/staff/apac',realmRoles:['writer'],clientRoles:{shop:['seller']}}");

        assertThat(names(group + "/role-mappings/realm")).containsExactly("writer");
        assertThat(effective(member)).contains("writer");
        assertThat(token("staff-member")).contains("writer", "seller");
        assertThat(names("roles/writer/groups")).contains("apac");

        imports("role-mappings?op=remove", "{group:'/staff/apac',realmRoles:['writer']}");

        assertThat(names(group + "/role-mappings/realm")).isEmpty();
        assertThat(effective(member)).doesNotContain("writer");
        assertThat(token("staff-member")).contains("seller").doesNotContain("writer");
    }

    /** Imports lines each of which has to do something. */
    private static void imports(String kind, String... lines) throws IOException {
        ImportAnswer answer = realm.imports()
                .post(
                        kind,
                        Records.lines(List.of(lines).stream().map(Records::json).toList()));
        assertThat(answer.addsUp().count("rejected") + answer.count("skipped"))
                .as("%s", answer.lines())
                .isZero();
    }

    /** Creates a user with these realm roles, and returns the path. */
    private static String person(String name, String... roles) {
        admin.post(
                realm.path("users"),
                Map.of(
                        "username",
                        name,
                        "email",
                        name + "@visible.example",
                        "emailVerified",
                        true,
                        "firstName",
                        "Vi",
                        "lastName",
                        "Sible",
                        "enabled",
                        true,
                        "credentials",
                        List.of(Map.of("type", "password", "value", PASSWORD))));
        String path = realm.path("users/" + realm.userId(name));
        admin.post(
                path + "/role-mappings/realm",
                List.of(roles).stream()
                        .map(role -> admin.get(realm.path("roles/" + role)))
                        .toList());
        return path;
    }

    private static void compose(String role, String part) {
        admin.post(realm.path("roles/" + role + "/composites"), List.of(admin.get(realm.path("roles/" + part))));
    }

    private static Set<String> effective(String user) {
        return names(user + "/role-mappings/realm/composite");
    }

    /** All roles, of the realm and of the client, in a new token. */
    private static Set<String> token(String username) {
        JsonNode claims = signIn.claims(username, PASSWORD);
        return List.of(claims.at("/realm_access/roles"), claims.at("/resource_access/shop/roles")).stream()
                .flatMap(roles -> StreamSupport.stream(roles.spliterator(), false))
                .map(JsonNode::asText)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static Set<String> names(String path) {
        return names(path, "name");
    }

    private static Set<String> names(String path, String field) {
        String whole = path.startsWith("/") ? path : realm.path(path);
        return new TreeSet<>(admin.get(whole).findValuesAsText(field));
    }

    private static int status(String path) {
        return admin.send("GET", realm.path(path), null).statusCode();
    }
}
