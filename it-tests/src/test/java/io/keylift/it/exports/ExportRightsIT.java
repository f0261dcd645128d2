// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.exports;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.rights.FineGrainedPermissions;
import io.keylift.it.imports.support.Callers;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.Sql;
import io.keylift.it.imports.support.TwinRealm;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Law 8 for exports: a caller reads by an export only objects that the Admin API would show. */
@OnSharedServer
class ExportRightsIT {

    private static final String REALM = "export-rights";

    private static TwinRealm realm;
    private static Callers callers;

    @BeforeAll
    static void realm(SharedServer server) throws IOException {
        realm = TwinRealm.create(server, REALM, Callers.CHEAP_PASSWORDS).withOrganizations("home");
        realm.demandNothingOfNewUsers();
        callers = new Callers(server, REALM);
        realm.imports().post("groups", "{\"path\":\"/staff\",\"realmRoles\":[\"visitor\"]}");
        realm.imports().post("departments", """
                {"organization":"home","path":"/kitchen","realmRoles":["visitor"],\
                "clientRoles":{"account":["view-profile"]}}
                """);
        realm.imports().post("clients", """
                {"clientId":"keeper","protocol":"openid-connect","secret":"a-secret-of-a-client","publicClient":false,\
                "attributes":{"saml.signing.private.key":"a-private-key","client.secret.rotated":"a-rotated-secret"}}
                """);
        realm.imports().post("identity-providers", """
                {"alias":"linked","providerId":"oidc","organization":"home",\
                "config":{"clientId":"a","clientSecret":"a-secret-of-a-provider"}}
                {"alias":"vault","providerId":"oidc","config":{"clientSecret":"${vault.partner}"}}
                """);
        realm.imports().post("roles", "{\"name\":\"whole\",\"composites\":{\"realm\":[\"visitor\"]}}");
        realm.imports().post("users", """
                {"username":"jane","email":"jane@example.org","enabled":true,"groups":["/staff"],\
                "realmRoles":["reader"],"clientRoles":{"account":["view-profile"]},\
                "organizations":[{"alias":"home"}],\
                "clientConsents":[{"clientId":"keeper","grantedClientScopes":["email","keeper","special"],\
                "createdDate":1700000000000,"lastUpdatedDate":1700000000001}],\
                "credentials":[{"type":"password","value":"a-password-of-jane"}]}
                """);
    }

    /** The Admin API's list decides who may export at all. */
    @ParameterizedTest
    @CsvSource({
        "users, users",
        "groups, groups",
        "organizations, organizations",
        "departments, organizations",
        "roles, roles",
        "clients, clients",
        "scope-mappings, clients",
        "client-scopes, default-default-client-scopes",
        "identity-providers, identity-provider/instances",
        "capabilities, roles",
        "capability-sets, roles"
    })
    void law8_whoMayNotListMayNotExport(String kind, String list) {
        List<String> roles = callers.adminRoles();
        assertThat(roles).hasSizeGreaterThan(15);
        for (String role : roles) {
            AdminHttp caller = callers.with(role);
            int listed = caller.send("GET", realm.path(list), null).statusCode();
            boolean byClients = kind.equals("roles") && (role.equals("view-clients") || role.equals("manage-clients"));

            int exported = ExportAnswer.get(caller, REALM, kind).status();

            // The roles of clients have a list of their own, which those who may view clients may read.
            assertThat(exported).as("%s by %s", kind, role).isEqualTo(byClients ? 200 : listed);
        }
    }

    /** A consent shows a client; the Admin API asks for the right to view the user alone. */
    @Test
    void law8_consentsOfAUserTakeTheRightToViewTheClient() throws IOException {
        ExportAnswer hidden = export(callers.with("view-users", "view-realm", "view-organizations"), "users");
        assertThat(user(hidden, "jane").has("clientConsents")).isFalse();
        assertThat(hidden.summary().get("hidden").asInt()).isPositive();

        ObjectNode jane = user(callers.with("view-users", "view-clients"), "jane");
        assertThat(jane.get("clientConsents")).hasToString("""
                [{"clientId":"keeper","createdDate":1700000000000,\
                "grantedClientScopes":["email","keeper","special"],"lastUpdatedDate":1700000000001}]""");
        assertThat(realm.imports()
                        .post(
                                "users?ifExists=overwrite",
                                jane.retain("username", "clientConsents").toString())
                        .count("skipped"))
                .isEqualTo(1);
    }

    @Test
    void law8_whoMayOnlySearchUsersReadsNone() {
        ExportAnswer answer = export(callers.with("query-users"), "users");

        assertThat(answer.status()).isEqualTo(200);
        assertThat(answer.records()).isEmpty();
    }

    /** Rights on users are none on roles and organizations, as in the Admin API. */
    @Test
    void law8_rolesAndOrganizationsOfAUserTakeRightsOfTheirOwn() {
        ObjectNode all = user(callers.with("realm-admin"), "jane");
        assertThat(all.get("realmRoles")).extracting(node -> node.asText()).contains("reader");
        assertThat(all.at("/clientRoles/account"))
                .extracting(node -> node.asText())
                .contains("view-profile");
        assertThat(all.at("/organizations/0/alias").asText()).isEqualTo("home");

        ExportAnswer answer = export(callers.with("view-users"), "users");
        ObjectNode some = user(answer, "jane");

        assertThat(some.has("realmRoles")).isFalse();
        assertThat(some.get("clientRoles")).isEmpty();
        assertThat(some.has("organizations")).isFalse();
        assertThat(some.get("groups")).isEqualTo(all.get("groups")).isNotEmpty();
        assertThat(answer.summary().get("hidden").asInt()).isGreaterThanOrEqualTo(3);

        ObjectNode more = user(callers.with("view-users", "view-realm", "view-organizations"), "jane");
        assertThat(more.get("realmRoles")).isEqualTo(all.get("realmRoles"));
        assertThat(more.get("clientRoles")).isEmpty();
        assertThat(more.get("organizations")).isEqualTo(all.get("organizations"));
    }

    @ParameterizedTest
    @CsvSource({"groups, /staff, view-users", "departments, /kitchen, view-organizations"})
    void law8_rolesOfAGroupTakeRightsOnRoles(String kind, String path, String role) {
        ObjectNode all = record(export(callers.with("realm-admin"), kind), "path", path);
        assertThat(all.get("realmRoles")).hasSize(1);
        assertThat(all.get("clientRoles")).hasSize(kind.equals("groups") ? 0 : 1);

        ObjectNode some = record(export(callers.with(role), kind), "path", path);

        assertThat(some.has("realmRoles")).isFalse();
        assertThat(some.get("clientRoles")).isEmpty();
    }

    /** Each subject is shown by the permission that shows its roles in the Admin API. */
    @Test
    void law8_roleMappingsOfEachSubjectTakeTheRightToViewIt() {
        List<ObjectNode> all = roleMappings("realm-admin");
        assertThat(all).hasSizeGreaterThanOrEqualTo(3);

        assertThat(roleMappings("view-organizations", "view-realm", "view-clients"))
                .isNotEmpty()
                .containsExactlyElementsOf(
                        all.stream().filter(one -> one.has("department")).toList());
        assertThat(roleMappings("view-users", "view-realm", "view-clients"))
                .containsExactlyElementsOf(
                        all.stream().filter(one -> !one.has("department")).toList());
        assertThat(export(callers.with("view-realm"), "role-mappings").status()).isEqualTo(403);
    }

    /** A client or client scope by the permission to view it, and its roles by that to view them. */
    @Test
    void law8_rolesInAScopeTakeRightsOnRoles() {
        ExportAnswer all = export(callers.with("view-clients", "view-realm"), "scope-mappings");
        assertThat(record(all, "client", "account-console").at("/clientRoles/account"))
                .isNotEmpty();
        assertThat(record(all, "clientScope", "offline_access").get("realmRoles"))
                .hasSize(1);

        ExportAnswer some = export(callers.with("view-clients"), "scope-mappings");

        assertThat(record(some, "client", "account-console"))
                .isEqualTo(record(all, "client", "account-console").without("realmRoles"));
        assertThat(record(some, "clientScope", "offline_access").has("realmRoles"))
                .isFalse();
        assertThat(export(callers.with("query-clients"), "scope-mappings").records())
                .isEmpty();
    }

    /** The role mappings that a caller with these roles reads, without those of the test's callers. */
    private static List<ObjectNode> roleMappings(String... roles) {
        return export(callers.with(roles), "role-mappings").records().stream()
                .filter(one -> !one.path("username").asText().startsWith("caller-"))
                .toList();
    }

    @Test
    void law8_identityProvidersAreShownWithoutSecretsAndWithOrganizationsToWhoMayViewThose() {
        ExportAnswer all = export(callers.with("view-identity-providers", "view-organizations"), "identity-providers");
        ExportAnswer some = export(callers.with("view-identity-providers"), "identity-providers");

        assertThat(record(all, "alias", "linked").get("organization").asText()).isEqualTo("home");
        assertThat(record(all, "alias", "linked").get("config").toString()).isEqualTo("{\"clientId\":\"a\"}");
        assertThat(record(all, "alias", "vault").get("organization").asText()).isEmpty();
        assertThat(record(all, "alias", "vault").at("/config/clientSecret").asText())
                .isEqualTo("${vault.partner}");
        assertThat(record(some, "alias", "linked").has("organization")).isFalse();
        assertThat(record(some, "alias", "vault")).isEqualTo(record(all, "alias", "vault"));
        assertThat(some.summary().get("hidden").asInt()).isEqualTo(1);
    }

    @Test
    void law8_scopesOfAClientTakeRightsOnScopes() {
        assertThat(record(export(callers.with("view-clients"), "clients"), "clientId", "keeper")
                        .get("defaultClientScopes"))
                .isNotEmpty();
        assertThat(export(callers.with("query-clients"), "clients").records()).isEmpty();
    }

    @Test
    void law8_anAttributeThatTheProfileHidesFromAdministratorsStaysHidden(SharedServer server) throws IOException {
        TwinRealm hiding = TwinRealm.create(server, "export-profile", Map.of());
        ObjectNode profile = (ObjectNode) hiding.admin().get(hiding.path("users/profile"));
        profile.withArray("attributes")
                .addPOJO(Map.of(
                        "name", "diary", "permissions", Map.of("view", List.of("user"), "edit", List.of("user"))));
        hiding.admin().put(hiding.path("users/profile"), profile);
        hiding.imports().post("users", "{\"username\":\"anna\"}");
        String id = hiding.userId("anna");
        try (Sql sql = new Sql(server.database())) {
            sql.execute("insert into user_attribute (id, name, value, user_id) values ('diary-of-anna', 'diary',"
                    + " 'Dear diary', '" + id + "')");
        }

        ExportAnswer answer = ExportAnswer.get(hiding.admin(), hiding.name(), "users");

        assertThat(answer.body()).contains("anna").doesNotContain("Dear diary");
        assertThat(answer.summary().get("hidden").asInt()).isEqualTo(1);
    }

    @Test
    void law8_fineGrainedPermissionsDecideOnEachRecord(SharedServer server) throws IOException {
        Callers fine = FineGrainedPermissions.realm(server, "export-fine");
        AdminHttp caller = fine.with("query-users", "query-groups", "query-clients");
        String callerId = fine.admin()
                .get("/admin/realms/export-fine/users?search=caller-")
                .at("/0/id")
                .asText();
        String seen = fine.create("seen");
        fine.create("unseen");
        FineGrainedPermissions permissions = new FineGrainedPermissions(fine, callerId);
        permissions.allowOne("Users", seen, "view");
        permissions.allowOne("Clients", fine.clientId("account"), "view");
        String group = fine.admin()
                .get("/admin/realms/export-fine/groups?search=staff")
                .at("/0/id")
                .asText();
        permissions.allowOne("Groups", group, "view");

        assertThat(ExportAnswer.get(caller, "export-fine", "users").records())
                .extracting(user -> user.get("username").asText())
                .containsExactly("seen");
        assertThat(ExportAnswer.get(caller, "export-fine", "clients").records())
                .extracting(client -> client.get("clientId").asText())
                .containsExactly("account");
        assertThat(ExportAnswer.get(caller, "export-fine", "groups").records())
                .extracting(one -> one.get("path").asText())
                .containsExactly("/staff");
        assertThat(ExportAnswer.get(caller, "export-fine", "roles").status()).isEqualTo(403);
    }

    /** A membership shows a group and a user. */
    @Test
    void law8_membersOfAGroupTakeTheRightToViewTheMembersAndTheUser(SharedServer server) throws IOException {
        String name = "export-fine-members";
        Callers fine = FineGrainedPermissions.realm(server, name);
        AdminHttp caller = fine.with("query-groups");
        String callerId =
                fine.admin().get(fine.path("users?search=caller-")).at("/0/id").asText();
        fine.importing(fine.admin()).post("groups", "{\"path\":\"/closed\"}");
        String seen = fine.create("seen");
        String unseen = fine.create("unseen");
        ImportAnswer members = fine.importing(fine.admin()).post("group-members", """
                {"group":"/staff","username":"seen"}
                {"group":"/closed","username":"seen"}
                {"group":"/staff","username":"unseen"}
                """);
        assertThat(members.count("added")).isEqualTo(3);
        FineGrainedPermissions permissions = new FineGrainedPermissions(fine, callerId);

        permissions.allowOne("Users", seen, "view");
        assertThat(ExportAnswer.get(caller, name, "group-members").records()).isEmpty();

        permissions.allowOne("Groups", groupId(fine, "staff"), "view-members");
        permissions.deny("Users", unseen, "view");

        assertThat(ExportAnswer.get(caller, name, "group-members").records())
                .containsExactly(Records.json("{group:'/staff',username:'seen'}"));
    }

    private static String groupId(Callers realm, String name) {
        return realm.admin()
                .get(realm.path("groups?search=" + name))
                .at("/0/id")
                .asText();
    }

    @ParameterizedTest
    @CsvSource({"clients", "users"})
    void law9_noSecretComesOut(String kind) {
        String body = export(realm.admin(), kind).whole().body();

        assertThat(body)
                .contains(kind.equals("users") ? "jane" : "keeper")
                .doesNotContain(
                        "a-secret-of-a-client",
                        "a-secret-of-a-provider",
                        "a-private-key",
                        "a-rotated-secret",
                        "secretData",
                        "a-password");
    }

    private static ExportAnswer export(AdminHttp caller, String kind) {
        return ExportAnswer.get(caller, REALM, kind);
    }

    private static ObjectNode user(AdminHttp caller, String username) {
        return user(export(caller, "users"), username);
    }

    private static ObjectNode user(ExportAnswer answer, String username) {
        return record(answer, "username", username);
    }

    private static ObjectNode record(ExportAnswer answer, String field, String value) {
        return answer.records().stream()
                .filter(one -> one.path(field).asText().equals(value))
                .findAny()
                .orElseThrow(() -> new AssertionError(answer.response() + answer.body()));
    }
}
