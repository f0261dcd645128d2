// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.exports;

import io.keylift.it.SharedServer;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.Callers;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.RealmRows;
import io.keylift.it.imports.support.Sql;
import io.keylift.it.imports.support.TwinRealm;
import java.io.IOException;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Realms and streams for mirrors. */
final class MirroredRealm {

    private MirroredRealm() {}

    /**
     * A realm that works.
     *
     * @param robot id of a service account that may view the realm
     */
    record Working(TwinRealm realm, String robot) {}

    /** A realm in which users have rights to administer it by roles, groups, an organization and a service account. */
    static Working working(SharedServer server) throws IOException {
        TwinRealm realm = TwinRealm.create(server, "mirror-protected", Callers.CHEAP_PASSWORDS);
        realm.demandNothingOfNewUsers();
        ImportClient imports = realm.imports();
        imports.post("roles", """
                {"name":"boss","composites":{"realm":["deputy"]}}
                {"name":"deputy","composites":{"client":{"realm-management":["view-users"]}}}
                """);
        imports.post("groups", """
                {"path":"/ops","clientRoles":{"realm-management":["manage-users"]}}
                {"path":"/ops/night"}
                {"path":"/above/ops","realmRoles":["deputy"]}
                """);
        imports.post("users", """
                {"username":"plain","enabled":true,"realmRoles":["reader"],"groups":["/guests","/everyone"]}
                {"username":"stored","enabled":true}
                {"username":"by-role","enabled":true,"realmRoles":["boss"],"groups":["/guests"]}
                {"username":"by-group","enabled":true,"groups":["/ops/night","/guests"]}
                """);
        imports.post("organizations", "{\"name\":\"plain\"}\n{\"name\":\"managing\"}\n");
        imports.post("organization-members", """
                {"organization":"managing","username":"by-group","membershipType":"MANAGED"}
                {"organization":"plain","username":"plain","membershipType":"UNMANAGED"}
                """);
        imports.post("clients", """
                {"clientId":"machine","serviceAccountsEnabled":true,"publicClient":false}
                {"clientId":"robot","serviceAccountsEnabled":true,"publicClient":false}
                """);
        String robot = realm.admin()
                .get(realm.path("clients/" + realm.clientId("robot") + "/service-account-user"))
                .get("id")
                .asText();
        String management = realm.clientId("realm-management");
        realm.admin()
                .post(
                        realm.path("users/" + robot + "/role-mappings/clients/" + management),
                        List.of(realm.admin().get(realm.path("clients/" + management + "/roles/view-realm"))));
        // Keycloak deletes a user of an unknown storage when it looks the user up, as it does for a membership.
        String stored = realm.userId("stored");
        try (Sql sql = new Sql(server.database())) {
            sql.execute("delete from user_group_membership where user_id = ?", stored);
            sql.execute("update user_entity set federation_link = 'a-storage' where id = ?", stored);
        }
        return new Working(realm, robot);
    }

    /** A realm with users whose names begin with a prefix. */
    static TwinRealm fresh(AdminHttp admin, String prefix, int users) throws IOException {
        TwinRealm fresh = TwinRealm.create(admin, "mirror-" + prefix, Callers.CHEAP_PASSWORDS);
        fresh.imports().post("users", users(prefix + "-", 0, users));
        return fresh;
    }

    /** The keys of what no record named. */
    static List<String> removed(ImportAnswer answer) {
        return answer.ofType("record").stream()
                .filter(line -> line.get("outcome").asText().equals("removed") && !line.has("line"))
                .map(line -> line.get("key").asText())
                .toList();
    }

    static String user(String name) {
        return "{\"username\":\"" + name + "\",\"enabled\":true}";
    }

    static List<String> users(String prefix, int from, int to) {
        return IntStream.range(from, to).mapToObj(i -> user(prefix + i)).toList();
    }

    /** The first fields of the records of an export. */
    static List<String> names(TwinRealm realm, String path) {
        return ExportAnswer.get(realm.admin(), realm.name(), path).records().stream()
                .map(record -> record.elements().next().asText())
                .toList();
    }

    static List<String> usernames(TwinRealm realm) {
        return names(realm, "users?fields=username");
    }

    /** The caller's own session is stored when Keycloak finds the time. */
    static Map<String, List<String>> withoutSessions(RealmRows rows) {
        Map<String, List<String>> texts = new TreeMap<>(rows.texts(Collections.emptySet(), false));
        texts.keySet().removeIf(table -> table.endsWith("_session"));
        return texts;
    }
}
