// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.kinds;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.imports.support.Records;
import io.keylift.it.imports.support.TwinRealm;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;

/** Roles of users, groups and departments. */
public final class RoleMappingsContract extends MappingsContract {

    /** Others are made by {@link #prepareRecords}. */
    private static final int USERS = 60;

    @Override
    public String kind() {
        return "role-mappings";
    }

    @Override
    public Set<String> permittedRoles() {
        return Set.of("realm-admin", "manage-users");
    }

    @Override
    public void prepare(TwinRealm realm) {
        // The second range is that of the examples.
        List<Map<String, Object>> users = IntStream.concat(IntStream.range(0, USERS), IntStream.range(200, 210))
                .<Map<String, Object>>mapToObj(
                        number -> Map.of("username", "holder-" + number, "email", "holder-" + number + "@example.org"))
                .toList();
        realm.admin().post(realm.path("partialImport"), Map.of("ifResourceExists", "FAIL", "users", users));
        realm.withOrganizations("acme", "globex");
        for (String organization : List.of("acme", "globex")) {
            String groups = "organizations/" + realm.organizationId(organization) + "/groups";
            GroupCalls calls = new GroupCalls(realm, groups);
            for (String path : List.of("/sales", "/sales/emea", "/Zoë & Söhne")) {
                calls.create(Records.json("{path:'" + path + "'}"));
            }
        }
    }

    @Override
    public void prepareRecords(TwinRealm realm, int first, int count) {
        MemberRecords.addUsers(realm, "holder-", first, count);
    }

    @Override
    public List<ObjectNode> examples() {
        return Records.read("role-mappings.txt");
    }

    /** The first numbers go to users, one in four by e-mail address. */
    @Override
    public ObjectNode record(int number) {
        ObjectNode record = Records.json("{realmRoles:['reader'],clientRoles:{shop:['buyer','seller']}}");
        String user = "holder-" + number;
        return number % 4 == 3 ? record.put("email", user + "@example.org") : record.put("username", user);
    }

    @Override
    String mappings(TwinRealm realm, JsonNode record) {
        return subject(realm, record) + "/role-mappings";
    }

    private static String subject(TwinRealm realm, JsonNode record) {
        if (record.hasNonNull("department")) {
            String id = realm.organizationId(record.get("organization").asText());
            if (id.isEmpty()) {
                return "organizations/unknown/groups/unknown";
            }
            String groups = "organizations/" + id + "/groups";
            String department =
                    new GroupCalls(realm, groups).find(record.get("department").asText());
            return groups + "/" + (department == null ? "unknown" : department);
        }
        if (record.hasNonNull("group")) {
            String path = record.get("group").asText().replaceFirst("^/", "");
            HttpResponse<String> found = realm.admin()
                    .send(
                            "GET",
                            realm.path(
                                    "group-by-path/" + TwinRealm.encoded(path).replace("%2F", "/")),
                            null);
            return "groups/"
                    + (found.statusCode() == 200
                            ? Records.json(found.body()).get("id").asText()
                            : "unknown");
        }
        String search = record.hasNonNull("username")
                ? "username=" + TwinRealm.encoded(record.get("username").asText())
                : "email=" + TwinRealm.encoded(record.get("email").asText());
        return "users/"
                + realm.admin()
                        .get(realm.path("users?exact=true&" + search))
                        .at("/0/id")
                        .asText("unknown");
    }

    @Override
    public List<String> views(TwinRealm realm, ObjectNode record) {
        String user = record.has("username")
                ? record.get("username").asText()
                : record.get("email").asText().replaceFirst("@.*", "");
        return AdminApiPaths.of(realm, "roles/reader/users?max=1000")
                .and("clients/" + realm.clientId("shop") + "/roles/buyer/users?max=1000")
                .andUser(realm.userId(user))
                .paths();
    }

    @Override
    public Set<String> tables() {
        return Set.of("user_role_mapping", "group_role_mapping");
    }
}
