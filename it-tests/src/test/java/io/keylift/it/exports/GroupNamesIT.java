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
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;

/** Names of groups that Keycloak's paths tell badly: with slashes in them, and deep below others. */
@OnSharedServer
class GroupNamesIT {

    private static final String SLASHED = """
            {"groups":[{"name":"x/y"},{"name":"x","subGroups":[{"name":"y"}]},{"name":"Boats / Nord / T1"},
             {"name":"a/b","subGroups":[{"name":"c/d"}]}],
             "users":[{"username":"deep","groups":["/a/b/c/d"]},{"username":"both","groups":["/x/y","/Boats / Nord / T1"]}]}""";

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
            String exported = records(client, kind);
            for (String op : List.of("?op=verify", "?ifExists=overwrite")) {
                ImportAnswer answer = client.post(kind + op, exported).addsUp();
                assertThat(answer.rejects()).as(kind + op + exported).isEmpty();
                assertThat(answer.count("skipped") + answer.count("same"))
                        .as("%s %s %s %s", kind, op, exported, answer.lines())
                        .isEqualTo(answer.count("read"));
            }
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
