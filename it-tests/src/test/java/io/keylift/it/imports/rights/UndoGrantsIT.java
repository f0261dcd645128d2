// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.rights;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.SecondTier;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.removal.ReferencedObjects;
import io.keylift.it.imports.support.Callers;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.OnTunedServer;
import io.keylift.it.imports.support.RealmRows;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.TunedServer;
import io.keylift.it.imports.support.TwinRealm;
import io.keylift.it.imports.undo.UndoneRemovals;
import io.keylift.it.server.Database;
import io.keylift.it.soak.Soak;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** Law 8 for the dependents of objects that an undo gives back: the caller gets nothing that they could not grant. */
@SecondTier
@OnTunedServer
class UndoGrantsIT {

    private static final String NOT_GRANTED = "Not given back, because the caller may not grant them: ";

    private static final int DRAWS = Soak.size("draws", 8, 200);
    private static final long SEED = Soak.seed(8);

    /** Rows of a table and a role about which the Admin API is asked. */
    private static final int ASKED = 2;

    private static TwinRealm realm;
    private static Callers callers;

    @BeforeAll
    static void prepare(TunedServer server) throws IOException {
        realm = ReferencedObjects.realm(server.admin(), "undo-grants");
        realm.demandNothingOfNewUsers();
        protect("doomed");
        callers = new Callers(server.keycloak(), server.admin(), realm.name());
    }

    /** A client with a policy and a composite role of its own. */
    private static void protect(String client) throws IOException {
        ReferencedObjects.load(
                realm,
                "roles",
                "{name:'inner',client:'" + client + "'}",
                "{name:'outer',client:'" + client + "',composites:{client:{" + client + ":['inner']}}}");
        ReferencedObjects.load(
                realm,
                "policies",
                "{client:'" + client + "',name:'of-inner',type:'role',roles:[{id:'" + client + "/inner'}]}");
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

    /**
     * The caller of each draw has one role, or one fine-grained permission. Afterwards an administrator of all undoes
     * what is left.
     */
    @Test
    @Tag("soak-undo-grants")
    void law8_everybodyGivesBackWhatTheAdminApiLetsThemGrant(TunedServer server) throws IOException {
        Random random = new Random(SEED);
        List<Removal> removals = removals();
        List<Caller> all = callers();
        Map<String, Integer> compared = new TreeMap<>();
        for (int draw = 0; draw < DRAWS; ) {
            Removal removal = removals.get(random.nextInt(removals.size()));
            Caller caller = all.get(random.nextInt(all.size()));
            if (mayUndo(caller.http(), removal.kind())) {
                String job = "draw-" + draw++;
                compare(server.database(), removal, caller, job, compared);
            }
        }
        System.out.println("Rows that came back or stayed away as the Admin API would have it: " + compared);
        assertThat(compared).hasSizeGreaterThan(3);
    }

    /** A removal by one record. */
    private record Removal(String kind, String record) {}

    private record Caller(String name, AdminHttp http) {}

    private static List<Removal> removals() {
        List<Removal> removals = new ArrayList<>();
        ReferencedObjects.REMOVED.forEach(
                (kind, records) -> records.forEach(record -> removals.add(new Removal(kind.kind(), record))));
        removals.add(new Removal("users", "{username:'holder-0'}"));
        removals.add(new Removal("users", "{username:'holder-1'}"));
        return removals;
    }

    private static List<Caller> callers() {
        List<Caller> all = new ArrayList<>();
        for (String role : callers.adminRoles()) {
            if (role.startsWith("manage-")) {
                all.add(new Caller(role, callers.with(role)));
            }
        }
        for (String permission : List.of(
                "Users manage",
                "Groups manage",
                "Groups manage-membership",
                "Clients manage",
                "Clients map-roles",
                "Organizations manage")) {
            String name = "fine-" + permission.replace(' ', '-').toLowerCase(Locale.ROOT);
            String[] parts = permission.split(" ");
            new FineGrainedPermissions(callers, callers.create(name)).allow(parts[0], parts[1]);
            all.add(new Caller(permission, callers.signIn(name)));
        }
        return all;
    }

    private static boolean mayUndo(AdminHttp caller, String kind) throws IOException {
        return callers.importing(caller).post(kind, "").status() != 403
                && callers.importing(caller).post(kind + "?op=remove", "").status() != 403;
    }

    private static void compare(
            Database database, Removal removal, Caller caller, String job, Map<String, Integer> compared)
            throws IOException {
        RealmRows before = RealmRows.of(database, realm.name());
        remove(removal.kind(), removal.record(), job);
        RealmRows removed = RealmRows.of(database, realm.name());

        ImportAnswer undone = undo(caller.http(), job);
        if (undone.status() == 403) {
            // Whoever may import only some objects of the kind does not undo the jobs of others.
            assertThat(undo(realm.admin(), job).addsUp().count("added")).isEqualTo(1);
            return;
        }
        assertThat(undone.addsUp().count("read"))
                .as("%s, %s: %s", caller.name(), job, undone.lines())
                .isEqualTo(1);

        RealmRows after = RealmRows.of(database, realm.name());
        AdminApiGrants api = new AdminApiGrants(realm, caller.http(), before, removed);
        for (String table : AdminApiGrants.TABLES) {
            List<Map<String, Object>> gone = new ArrayList<>(before.of(table));
            gone.removeAll(removed.of(table));
            Collections.shuffle(gone, new Random(SEED));
            Map<Object, Integer> asked = new HashMap<>();
            for (Map<String, Object> row : gone) {
                boolean isBack = after.of(table).contains(row);
                if (asked.merge(row.get("role_id"), 1, Integer::sum) <= ASKED && isWhole(row, after)) {
                    assertThat(isBack)
                            .as("%s, %s, %s of %s: %s; %s", caller.name(), job, table, removal, row, undone.lines())
                            .isEqualTo(undone.rejects().isEmpty() && api.may(table, row));
                    compared.merge(table + (isBack ? " back" : " away"), 1, Integer::sum);
                }
            }
        }
        UndoneRemovals.restore(realm, job);
        assertSame(RealmRows.of(database, realm.name()), before);
    }

    /** But for events and revisions, sessions of the callers, and when the Admin API has changed something. */
    private static void assertSame(RealmRows now, RealmRows before) {
        for (String table : before.rows().keySet()) {
            if (!table.contains("event") && !table.contains("session") && !table.startsWith("keylift_capability_")) {
                assertThat(String.join("\n", now.texts(table, UndoGrantsIT::plain)))
                        .as(table)
                        .isEqualTo(String.join("\n", before.texts(table, UndoGrantsIT::plain)));
            }
        }
    }

    private static Map<String, Object> plain(Map<String, Object> row) {
        Map<String, Object> plain = new TreeMap<>(row);
        plain.remove("last_modified_timestamp");
        return plain;
    }

    /** Whether everything is there to which a row refers. */
    private static boolean isWhole(Map<String, Object> row, RealmRows rows) {
        Map<String, String> references = Map.of(
                "user_id",
                "user_entity",
                "role_id",
                "keycloak_role",
                "group_id",
                "keycloak_group",
                "policy_id",
                "resource_server_policy");
        return references.entrySet().stream().allMatch(reference -> {
            Object id = row.get(reference.getKey());
            return id == null || rows.of(reference.getValue()).stream().anyMatch(parent -> id.equals(parent.get("id")));
        });
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
