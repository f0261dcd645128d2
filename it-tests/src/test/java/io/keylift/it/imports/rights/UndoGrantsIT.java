// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.rights;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.removal.ReferencedObjects;
import io.keylift.it.imports.support.Callers;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.OnTunedServer;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.TunedServer;
import io.keylift.it.imports.support.TwinRealm;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Law 8 for what hangs on the objects that an undo gives back: the caller gets nothing that they could not grant. */
@OnTunedServer
class UndoGrantsIT {

    private static final String NOT_GRANTED = "Not given back, because the caller may not grant them: ";

    private static TwinRealm realm;
    private static Callers callers;

    @BeforeAll
    static void prepare(TunedServer server) throws IOException {
        realm = ReferencedObjects.realm(server.admin(), "undo-grants");
        realm.demandNothingOfNewUsers();
        callers = new Callers(server.keycloak(), server.admin(), realm.name());
    }

    @Test
    void law8_aClientComesBackWithoutTheAdminRolesOfItsServiceAccount() throws IOException {
        ReferencedObjects.load(
                realm, "clients", "{clientId:'robot',publicClient:false,secret:'s',serviceAccountsEnabled:true}");
        String account = accountOf("robot");
        give(account, "realm-admin");
        remove("clients", "{clientId:'robot'}", "rm-robot");

        ImportAnswer undone = undo(callers.with("manage-clients"), "rm-robot");

        assertThat(undone.addsUp().count("added")).isEqualTo(1);
        assertThat(warnings(undone)).containsExactly(NOT_GRANTED + "1 role mapping of a user");
        assertThat(accountOf("robot")).isEqualTo(account);
        assertThat(adminRoles(account)).isEmpty();
        assertThat(names("users/" + account + "/role-mappings/realm")).containsExactly("default-roles-" + realm.name());
    }

    @Test
    void law8_anOrganizationComesBackWithoutItsManagedUsers() throws IOException {
        ReferencedObjects.load(realm, "organizations", "{name:'umbrella'}");
        ReferencedObjects.load(
                realm,
                "users",
                "{username:'mallory',enabled:true,organizations:[{alias:'umbrella',membershipType:'MANAGED'}],"
                        + "credentials:[{type:'password',value:'correct horse'}]}",
                "{username:'visitor',enabled:true,organizations:[{alias:'umbrella'}]}");
        give(callers.userId("mallory"), "realm-admin");
        remove("organizations", "{alias:'umbrella'}", "rm-umbrella");

        ImportAnswer undone = undo(callers.with("manage-organizations"), "rm-umbrella");

        assertThat(undone.addsUp().count("added")).isEqualTo(1);
        assertThat(warnings(undone).get(0))
                .startsWith(NOT_GRANTED + "1 user, ")
                .contains(" memberships", "1 credential of a user");
        assertThat(callers.userId("mallory")).isNull();
        assertThat(callers.userId("visitor")).isNotNull();
        assertThat(realm.admin().get(realm.path("organizations/" + realm.organizationId("umbrella") + "/members")))
                .isEmpty();
    }

    @Test
    void law8_aManagedUserComesBackWithoutTheAdminRoleThatTheCallerLacks() throws IOException {
        ReferencedObjects.load(realm, "organizations", "{name:'hive'}");
        ReferencedObjects.load(
                realm,
                "users",
                "{username:'oscar',enabled:true,organizations:[{alias:'hive',membershipType:'MANAGED'}]}");
        String oscar = callers.userId("oscar");
        give(oscar, "realm-admin");
        remove("organizations", "{alias:'hive'}", "rm-hive");

        ImportAnswer undone = undo(callers.with("manage-organizations", "manage-users"), "rm-hive");

        assertThat(warnings(undone)).containsExactly(NOT_GRANTED + "1 role mapping of a user");
        assertThat(callers.userId("oscar")).isEqualTo(oscar);
        assertThat(adminRoles(oscar)).isEmpty();
    }

    @Test
    void law8_theRolesOfAClientComeBackWithoutAdminRolesInThem() throws IOException {
        ReferencedObjects.load(realm, "clients", "{clientId:'compo'}");
        ReferencedObjects.load(realm, "roles", "{name:'boom',client:'compo'}", "{name:'plain',client:'compo'}");
        String roles = "clients/" + realm.clientId("compo") + "/roles/";
        for (JsonNode admin : List.of(management("realm-admin"), realm.admin().get(realm.path(roles + "plain")))) {
            realm.admin().post(realm.path(roles + "boom/composites"), List.of(admin));
        }
        ReferencedObjects.load(realm, "users", "{username:'nobody',enabled:true,clientRoles:{compo:['boom']}}");
        remove("clients", "{clientId:'compo'}", "rm-compo");

        ImportAnswer undone = undo(callers.with("manage-clients"), "rm-compo");

        assertThat(warnings(undone)).hasSize(1);
        assertThat(warnings(undone).get(0))
                .startsWith(NOT_GRANTED)
                .contains("1 composite role", "1 role mapping of a user");
        assertThat(names(roles + "boom/composites")).containsExactly("plain");
        assertThat(realm.admin().get(realm.path(roles + "boom/users"))).isEmpty();
    }

    /** Who manages the realm may not give roles to users, and who manages identity providers may not link users. */
    @Test
    void law8_rolesAndIdentityProvidersComeBackWithoutTheirUsers() throws IOException {
        ReferencedObjects.load(realm, "roles", "{name:'payer'}");
        ReferencedObjects.load(realm, "identity-providers", "{alias:'ledger',providerId:'oidc',config:{clientId:'a'}}");
        ReferencedObjects.load(
                realm,
                "users",
                "{username:'pays',enabled:true,realmRoles:['payer'],federatedIdentities:"
                        + "[{identityProvider:'ledger',userId:'1',userName:'n'}]}");
        remove("roles", "{name:'payer'}", "rm-payer");
        remove("identity-providers", "{alias:'ledger'}", "rm-ledger");

        ImportAnswer role = undo(callers.with("manage-realm"), "rm-payer");
        ImportAnswer provider = undo(callers.with("manage-identity-providers"), "rm-ledger");

        assertThat(warnings(role)).containsExactly(NOT_GRANTED + "1 role mapping of a user");
        assertThat(warnings(provider)).containsExactly(NOT_GRANTED + "1 link to an identity provider");
        assertThat(realm.admin().get(realm.path("roles/payer/users"))).isEmpty();
        assertThat(realm.admin().get(realm.path("users/" + callers.userId("pays") + "/federated-identity")))
                .isEmpty();
    }

    private static void remove(String kind, String record, String job) throws IOException {
        ImportAnswer removed = realm.imports()
                .post(
                        kind + "?op=remove&undo=true&job=" + job,
                        Records.json(record).toString());
        assertThat(removed.addsUp().count("removed")).as("%s", removed.lines()).isEqualTo(1);
    }

    private static ImportAnswer undo(AdminHttp caller, String job) throws IOException {
        return callers.importing(caller).post("jobs/" + job + "/undo?results=all", "");
    }

    private static List<String> warnings(ImportAnswer undone) {
        return undone.ofType("record").stream()
                .filter(line -> line.has("warnings"))
                .map(line -> line.at("/warnings/0/message").asText())
                .toList();
    }

    private static String accountOf(String client) {
        return realm.admin()
                .get(realm.path("clients/" + realm.clientId(client) + "/service-account-user"))
                .get("id")
                .asText();
    }

    private static JsonNode management(String role) {
        return realm.admin().get(realm.path("clients/" + realm.clientId(Callers.REALM_MANAGEMENT) + "/roles/" + role));
    }

    private static String managementRolesOf(String user) {
        return "users/" + user + "/role-mappings/clients/" + realm.clientId(Callers.REALM_MANAGEMENT);
    }

    private static void give(String user, String role) {
        realm.admin().post(realm.path(managementRolesOf(user)), List.of(management(role)));
    }

    private static List<String> adminRoles(String user) {
        return names(managementRolesOf(user));
    }

    private static List<String> names(String path) {
        return realm.admin().get(realm.path(path)).findValuesAsText("name");
    }
}
