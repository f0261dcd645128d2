// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.exports;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.Sql;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Names of groups that Keycloak's paths tell badly: with slashes in them, and deep below others. */
@OnSharedServer
class GroupNamesIT {

    private static final String SLASHED = """
            {"groups":[{"name":"x/y"},{"name":"x","subGroups":[{"name":"y"}]},{"name":"Boats / Nord / T1"},
             {"name":"a/b","subGroups":[{"name":"c/d"}]}],
             "users":[{"username":"deep","groups":["/a/b/c/d"]},
                      {"username":"both","groups":["/x/y","/Boats / Nord / T1"]}]}""";

    private static final String DEPARTMENTS = """
            {"users":[{"username":"both"},{"username":"deep"}],
             "organizations":[{"name":"acme","alias":"acme","domains":[{"name":"acme.example"}],
              "groups":[{"id":"ID-OF-SLASHED","name":"x/y"},{"name":"x","subGroups":[{"name":"y"}]},
               {"name":"a/b","subGroups":[{"id":"ID-OF-DEEP","name":"c/d"}]}],
              "members":[{"username":"both","membershipType":"UNMANAGED","groups":["ID-OF-SLASHED"]},
               {"username":"deep","membershipType":"UNMANAGED","groups":["ID-OF-DEEP"]}]}]}""";

    @Test
    void groupsWithTheSamePathAreTwo(SharedServer server) throws IOException {
        ImportClient client = ImportClient.inNewRealm(server, "names-document");

        assertThat(document(client, SLASHED).addsUp().rejects()).isEmpty();

        assertThat(groupsOf(client, "deep")).containsExactly("c/d");
        assertThat(groupsOf(client, "both")).containsExactly("Boats / Nord / T1", "y");
        ImportAnswer again = document(client, SLASHED, "?ifExists=overwrite");
        assertThat(again.rejects()).isEmpty();
        assertThat(again.count("skipped")).isEqualTo(again.count("read"));
    }

    @Test
    void law14_membersOfAGroupWhosePathLeadsElsewhereStay(SharedServer server) throws IOException {
        ImportClient client = ImportClient.inNewRealm(server, "names-members");
        document(client, SLASHED);
        String slashed = groupId(client, "x/y");
        JsonNode user = client.admin().get(path(client, "users?username=deep")).get(0);
        client.admin().put(path(client, "users/" + user.get("id").asText() + "/groups/" + slashed), null);
        client.post("role-mappings", "{\"group\":\"/x~/y\",\"realmRoles\":[\"offline_access\"]}");

        for (String kind : List.of("users", "group-members", "role-mappings")) {
            assertUnchangedByItsExport(client, kind);
        }
        assertThat(groupsOf(client, "deep")).containsExactly("c/d", "x/y");
    }

    @Test
    void aSlashBelongsToANameIfThePathLeadsNowhereWithoutIt(SharedServer server) throws IOException {
        ImportClient client = ImportClient.inNewRealm(server, "names-one");
        client.post("groups", "{\"path\":\"/x\"}\n{\"path\":\"/x/y\",\"name\":\"x/y\"}");

        assertThat(client.post("users", "{\"username\":\"user\",\"groups\":[\"/x/y\"]}")
                        .rejects())
                .isEmpty();

        assertThat(groupsOf(client, "user")).containsExactly("x/y");
    }

    @Test
    void law14_groupsAreAsDeepAsKeycloakMakesThem(SharedServer server) throws IOException {
        int depth = 200;
        ImportClient client = ImportClient.inNewRealm(server, "names-deep");
        String path =
                "/" + IntStream.range(0, depth).mapToObj(i -> "level-" + i).collect(Collectors.joining("/"));
        ImportAnswer added =
                client.post("groups", "{\"path\":\"%s\",\"attributes\":{\"deep\":[\"yes\"]}}".formatted(path));
        assertThat(added.rejects()).isEmpty();
        assertThat(client.post("users", "{\"username\":\"user\",\"groups\":[\"%s\"]}".formatted(path))
                        .rejects())
                .isEmpty();

        String groups = records(client, "groups");
        String users = records(client, "users");

        assertThat(groups.lines()).hasSize(depth);
        ImportClient other = ImportClient.inNewRealm(server, "names-deep-copy");
        assertThat(other.post("groups?ids=ignore", groups).addsUp().count("added"))
                .isEqualTo(depth);
        assertThat(other.post("users?ids=ignore&drop=unknown-references", users)
                        .addsUp()
                        .count("added"))
                .isEqualTo(1);
        assertThat(records(other, "users").contains(path)).isTrue();
        assertThat(other.post("groups?op=remove", "{\"path\":\"/level-0\"}").count("removed"))
                .isEqualTo(1);
        assertThat(records(other, "groups")).isEmpty();
        StringBuilder nested = new StringBuilder("{\"groups\":[");
        IntStream.range(0, depth).forEach(i -> nested.append("{\"name\":\"level-%d\",\"subGroups\":[".formatted(i)));
        nested.append("]}".repeat(depth)).append("]}");
        assertThat(document(other, nested.toString()).addsUp().count("added")).isEqualTo(depth);
    }

    @Test
    void departmentsWithTheSamePathAreTwo(SharedServer server) throws IOException {
        ImportClient client = withDepartments(server, "names-departments");

        assertThat(departmentsOf(server, client, "both")).containsExactly("x/y");
        assertThat(departmentsOf(server, client, "deep")).containsExactly("c/d");
        ImportAnswer again = document(client, departments(client.realm()), "?ifExists=overwrite");
        assertThat(again.rejects()).isEmpty();
        assertThat(again.count("skipped")).isEqualTo(again.count("read"));
        String named = "{\"organization\":\"acme\",\"path\":\"/x/y\",\"name\":\"x/y\"}";
        assertThat(client.post("departments?op=remove", named).count("removed")).isEqualTo(1);
        assertThat(records(client, "departments")).contains("\"/x/y\"").doesNotContain("\"x/y\"");
        assertThat(departmentsOf(server, client, "both")).isEmpty();
    }

    @Test
    void law14_membersOfADepartmentWhosePathLeadsElsewhereStay(SharedServer server) throws IOException {
        ImportClient client = withDepartments(server, "names-department-members");
        String mapping = "{\"organization\":\"acme\",\"department\":\"/x~/y\",\"realmRoles\":[\"offline_access\"]}";
        assertThat(client.post("role-mappings", mapping).count("added")).isEqualTo(1);

        for (String kind : List.of("departments", "users", "department-members", "role-mappings")) {
            assertUnchangedByItsExport(client, kind);
        }
        assertThat(departmentsOf(server, client, "both")).containsExactly("x/y");
        assertThat(ExportAnswer.get(client.admin(), client.realm(), "department-members?organization=acme&group=/x~/y")
                        .records())
                .hasSize(1);
        ImportClient other = ImportClient.inNewRealm(server, "names-department-copy");
        for (String kind : List.of("organizations", "departments", "users")) {
            assertThat(other.post(kind + "?ids=ignore&drop=unknown-references", records(client, kind))
                            .rejects())
                    .isEmpty();
        }
        assertThat(departmentsOf(server, other, "both")).containsExactly("x/y");
        assertThat(departmentsOf(server, other, "deep")).containsExactly("c/d");
    }

    @Test
    void law14_aGroupToWhichNoPathLeadsIsNotTakenForAnother(SharedServer server) throws IOException {
        ImportClient client = ImportClient.inNewRealm(server, "names-nowhere");
        String groups = """
                {"groups":[{"name":"a/b"},{"name":"a","subGroups":[{"name":"b"}]},
                           {"name":"a~","subGroups":[{"name":"b"}]}],
                 "users":[{"username":"user"}]}""";
        assertThat(document(client, groups).rejects()).isEmpty();
        JsonNode user = client.admin().get(path(client, "users?username=user")).get(0);
        client.admin()
                .put(path(client, "users/" + user.get("id").asText() + "/groups/" + groupId(client, "a/b")), null);

        String exported =
                ExportAnswer.get(client.admin(), client.realm(), "users").body();
        assertThat(client.post("users?ifExists=overwrite", exported).rejects()).isEmpty();

        assertThat(groupsOf(client, "user")).containsExactly("a/b");
        assertThat(ExportAnswer.get(client.admin(), client.realm(), "group-members")
                        .summary()
                        .get("hidden")
                        .asInt())
                .isEqualTo(1);
    }

    private static void assertUnchangedByItsExport(ImportClient client, String kind) throws IOException {
        String exported = records(client, kind);
        for (String op : List.of("?op=verify", "?ifExists=overwrite")) {
            ImportAnswer answer = client.post(kind + op, exported).addsUp();
            assertThat(answer.rejects()).as(kind + op + exported).isEmpty();
            assertThat(answer.count("skipped") + answer.count("same"))
                    .as("%s %s %s %s", kind, op, exported, answer.lines())
                    .isEqualTo(answer.count("read"));
        }
    }

    private static ImportClient withDepartments(SharedServer server, String realm) throws IOException {
        ImportClient client = ImportClient.inNewRealm(server, realm);
        assertThat(document(client, departments(realm)).addsUp().rejects()).isEmpty();
        return client;
    }

    /** Ids are those of one realm. */
    private static String departments(String realm) {
        return DEPARTMENTS.replace("ID-OF-SLASHED", id(realm, "slashed")).replace("ID-OF-DEEP", id(realm, "deep"));
    }

    private static String id(String realm, String name) {
        return UUID.nameUUIDFromBytes((realm + name).getBytes(StandardCharsets.UTF_8))
                .toString();
    }

    private static List<String> departmentsOf(SharedServer server, ImportClient client, String username) {
        try (Sql sql = new Sql(server.database())) {
            return sql.strings(
                    "select g.name from keycloak_group g join user_group_membership m on m.group_id = g.id"
                            + " join user_entity u on u.id = m.user_id join realm r on r.id = u.realm_id"
                            + " where r.name = ? and u.username = ? and g.type = 1 and g.parent_group <> ' '"
                            + " order by g.name",
                    client.realm(),
                    username);
        }
    }

    private static ImportAnswer document(ImportClient client, String document) throws IOException {
        return document(client, document, "");
    }

    private static ImportAnswer document(ImportClient client, String document, String query) throws IOException {
        return client.post(query, "application/json", document.getBytes(StandardCharsets.UTF_8));
    }

    private static String records(ImportClient client, String kind) {
        return ExportAnswer.get(client.admin(), client.realm(), kind).whole().records().stream()
                .map(record -> record + "\n")
                .collect(Collectors.joining());
    }

    private static String path(ImportClient client, String rest) {
        return "/admin/realms/" + client.realm() + "/" + rest;
    }

    private static String groupId(ImportClient client, String name) {
        for (JsonNode group : client.admin().get(path(client, "groups"))) {
            if (group.get("name").asText().equals(name)) {
                return group.get("id").asText();
            }
        }
        throw new AssertionError("No group " + name);
    }

    private static List<String> groupsOf(ImportClient client, String username) {
        AdminHttp admin = client.admin();
        String id = admin.get(path(client, "users?username=" + username))
                .at("/0/id")
                .asText();
        return admin.get(path(client, "users/" + id + "/groups")).findValuesAsText("name").stream()
                .sorted()
                .toList();
    }
}
