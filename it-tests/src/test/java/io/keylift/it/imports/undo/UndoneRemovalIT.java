// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.undo;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.kinds.KindContract;
import io.keylift.it.imports.removal.ReferencedObjects;
import io.keylift.it.imports.removal.ReferencedUsers;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.OnTunedServer;
import io.keylift.it.imports.support.Sql;
import io.keylift.it.imports.support.TunedServer;
import io.keylift.it.imports.support.TwinRealm;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;

/** Dependents of removed objects come back with them. */
@OnTunedServer
class UndoneRemovalIT {

    @Test
    void law15_whatHangsOnARemovedObjectComesBack(TunedServer server) throws IOException {
        TwinRealm realm = ReferencedObjects.realm(server.admin(), "undone-hanging");
        UndoneRemovals removals = new UndoneRemovals(server.database(), realm);
        for (Map.Entry<KindContract, List<String>> kind : ReferencedObjects.REMOVED.entrySet()) {
            removals.remove(kind.getKey().kind(), kind.getValue());
        }
        removals.remove("policies", ofVault("of-role", "of-group", "of-client"));
        removals.remove("scopes", ofVault("open"));

        removals.undo();
    }

    @Test
    void law15_whatHangsOnARemovedCapabilityOrSetComesBack(TunedServer server) throws IOException {
        TwinRealm realm = ReferencedObjects.realmWithCapabilities(server.admin(), "undone-capabilities");
        UndoneRemovals removals = new UndoneRemovals(server.database(), realm);
        removals.remove("capabilities", List.of("{name:'doomed',source:'base'}"));
        removals.remove("capability-sets", List.of("{name:'doomed-set',source:'base'}"));

        removals.undo();
    }

    /** All roles and groups of the realm go in one chunk each. */
    @Test
    void law15_whatHangsOnObjectsThatAMirrorRemovesComesBack(TunedServer server) throws IOException {
        TwinRealm realm = ReferencedObjects.realm(server.admin(), "undone-mirrored");
        UndoneRemovals removals = new UndoneRemovals(server.database(), realm);
        removals.mirror("roles", "{name:'only'}");
        removals.mirror("groups", "{path:'/only'}");

        removals.undo();
    }

    @Test
    void law15_whatHangsOnARemovedUserComesBack(TunedServer server) throws IOException {
        UndoneRemovals removals = users(server, "undone-users", UndoneRemovals::remove);

        removals.undo();
    }

    /** Chunks of users are undone at the same time. Their users refer to each other, and are in the same policies. */
    @Test
    void law13_whatUsersOfSeveralChunksShareComesBack(TunedServer server) throws IOException {
        UndoneRemovals removals = users(server, "undone-one-by-one", UndoneRemovals::removeOneByOne);

        removals.undo();
    }

    /** How users are removed. */
    @FunctionalInterface
    private interface Way {
        void remove(UndoneRemovals removals, String kind, List<String> records) throws IOException;
    }

    /** Removes users who own resources, share them, are watched, lead departments, and have rows of every table. */
    private static UndoneRemovals users(TunedServer server, String realmName, Way way) throws IOException {
        TwinRealm realm = TwinRealm.create(server.admin(), realmName, Map.of("adminPermissionsEnabled", true))
                .withOrganizations("home", "away");
        ReferencedUsers.load(server.keycloak().baseUrl(), server.database(), realm);
        List<String> leaving = realm.admin().get(realm.path("users?max=1000")).findValuesAsText("username").stream()
                .filter(name -> !ReferencedUsers.KEPT.contains(name) && !name.equals("managed"))
                .map(name -> "{username:'" + name + "'}")
                .toList();
        try (Sql sql = new Sql(server.database())) {
            // Sessions do not come back.
            sql.execute(
                    "delete from offline_user_session where realm_id = (select id from realm where name = ?)",
                    realm.name());
            // Nothing comes back that refers to nothing.
            sql.execute("delete from fed_user_group_membership where group_id = 'g'");
            sql.execute("delete from fed_user_role_mapping where role_id = 'r'");
            sql.execute("delete from offline_client_session where user_session_id not in"
                    + " (select user_session_id from offline_user_session)");
        }
        UndoneRemovals removals = new UndoneRemovals(server.database(), realm);
        removals.remove(
                "organization-members",
                List.of("{organization:'home',username:'managed'}", "{organization:'home',username:'leading'}"));
        way.remove(removals, "users", leaving);
        return removals;
    }

    /** A user and a group with the role were removed, and a user got another role. */
    @Test
    void law15_whatSomebodyChangedMeanwhileStays(TunedServer server) throws IOException {
        TwinRealm realm = ReferencedObjects.realm(server.admin(), "undone-meanwhile");
        String kept = realm.userId("holder-2");
        UndoneRemovals removals = new UndoneRemovals(server.database(), realm);
        removals.remove("roles", List.of("{name:'doomed'}"));
        removals.remove("groups", List.of("{path:'/doomed'}"));
        realm.admin().delete(realm.path("users/" + realm.userId("holder-1")));
        realm.admin().delete(realm.path("groups/" + ReferencedObjects.groupId(realm, "staying")));
        ReferencedObjects.load(realm, "roles", "{name:'replacement'}");
        ReferencedObjects.load(realm, "role-mappings", "{username:'holder-2',realmRoles:['replacement']}");

        ImportAnswer groups = removals.undoLast();
        ImportAnswer roles = removals.undoLast();

        String gone = "Not given back, because what they refer to was removed: ";
        assertThat(warnings(realm, groups)).containsExactly("/doomed: " + gone + "1 membership");
        assertThat(warnings(realm, roles))
                .containsExactly("doomed: " + gone + "1 role mapping of a user, 1 role mapping of a group");
        assertThat(names(realm, "users/" + kept + "/role-mappings/realm")).contains("doomed", "replacement");
        assertThat(names(realm, "users/" + kept + "/groups")).contains("one");
        assertThat(realm.admin().get(realm.path("roles/doomed/users?max=100")).findValuesAsText("username"))
                .hasSize(11)
                .doesNotContain("holder-1");
        try (Sql sql = new Sql(server.database())) {
            for (String dangling : List.of(
                    "user_role_mapping m left join user_entity o on o.id = m.user_id",
                    "user_group_membership m left join user_entity o on o.id = m.user_id",
                    "group_role_mapping m left join keycloak_group o on o.id = m.group_id")) {
                assertThat(sql.number("select count(*) from " + dangling + " where o.id is null"))
                        .as(dangling)
                        .isZero();
            }
        }
    }

    /** The objects with a warning. The list of rejects has them, too, with hashes of their keys. */
    private static List<String> warnings(TwinRealm realm, ImportAnswer undo) {
        String job = undo.lines().get(0).get("id").asText();
        List<JsonNode> warned = undo.ofType("record").stream()
                .filter(line -> line.has("warnings"))
                .toList();
        assertThat(realm.admin()
                        .send("GET", realm.path("bulk-import/jobs/" + job + "/rejects"), null)
                        .body()
                        .lines()
                        .map(AdminHttp::parse)
                        .map(line -> line.get("line") + " " + line.get("code") + " " + line.get("message")))
                .isEqualTo(warned.stream()
                        .map(line -> line.get("line") + " " + line.at("/warnings/0/code") + " "
                                + line.at("/warnings/0/message"))
                        .toList());
        assertThat(undo.summary().at("/warnings/0/code").asText()).isEqualTo("rows_not_restored");
        assertThat(realm.imports().job(job).get("warnings"))
                .isEqualTo(undo.summary().get("warnings"));
        return warned.stream()
                .map(line -> line.get("key").asText() + ": "
                        + line.at("/warnings/0/message").asText())
                .toList();
    }

    private static List<String> ofVault(String... names) {
        return Stream.of(names)
                .map(name -> "{client:'vault',name:'" + name + "'}")
                .toList();
    }

    private static List<String> names(TwinRealm realm, String path) {
        return realm.admin().get(realm.path(path)).findValuesAsText("name");
    }
}
