// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.equality;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.imports.support.ImportClient;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;

/** Members, role mappings and owners who are users of a user storage. */
@OnSharedServer
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StorageMembersIT {

    private static final Map<String, String> READ_ONLY = Map.of("editMode", "READ_ONLY");

    @AutoClose
    private StorageRealms realms;

    @BeforeAll
    void start(SharedServer server) {
        realms = new StorageRealms(server);
    }

    @Test
    void membersRolesAndOwnersOfUsersWhomTheDirectoryHas() throws IOException {
        realms.ldap().add("member");
        assertAreFound(realms.withDirectory("found-in-directory", READ_ONLY), "member");

        assertThat(realms.rows("found-in-directory", "member")).isOne();
    }

    @Test
    void membersRolesAndOwnersOfUsersWithoutRows() throws IOException {
        assertAreFound(realms.farAway("found-far-away"), "far-member");

        assertThat(realms.rows("found-far-away", "far-member")).isZero();
    }

    private void assertAreFound(ImportClient client, String username) throws IOException {
        String realm = "/admin/realms/" + client.realm();
        client.post("roles", List.of("{\"name\":\"reader\"}"));
        client.post("groups", List.of("{\"path\":\"/staff/emea\"}"));
        client.post("organizations", List.of("{\"name\":\"acme\"}"));
        client.post("departments", List.of("{\"organization\":\"acme\",\"path\":\"/Sales\"}"));
        client.post(
                "clients",
                List.of("{\"clientId\":\"vault\",\"serviceAccountsEnabled\":true,"
                        + "\"authorizationServicesEnabled\":true}"));
        Map<String, String> records = new LinkedHashMap<>();
        records.put("organization-members", "{\"organization\":\"acme\",\"username\":\"" + username + "\"}");
        records.put(
                "department-members",
                "{\"organization\":\"acme\",\"department\":\"/Sales\",\"username\":\"" + username + "\"}");
        records.put("group-members", "{\"group\":\"/staff/emea\",\"username\":\"" + username + "\"}");
        records.put("role-mappings", "{\"username\":\"" + username + "\",\"realmRoles\":[\"reader\"]}");
        records.put("resources", "{\"client\":\"vault\",\"name\":\"box\",\"owner\":{\"name\":\"" + username + "\"}}");
        records.put(
                "policies",
                "{\"client\":\"vault\",\"name\":\"box\",\"type\":\"user\",\"users\":[\"" + username + "\"]}");
        for (Map.Entry<String, String> record : records.entrySet()) {
            String path = record.getKey() + "?results=all";
            // First dry: nothing is written, not even a row of the user.
            assertThat(client.post(path + "&dryRun=true", List.of(record.getValue()))
                            .outcomes())
                    .as("dry %s", record)
                    .isIn(Map.of(1, "added"), Map.of(1, "updated"));
            assertThat(client.post(path, List.of(record.getValue())).outcomes())
                    .as("%s", record)
                    .isIn(Map.of(1, "added"), Map.of(1, "updated"));
            assertThat(client.post(path + "&ifExists=skip", List.of(record.getValue()))
                            .outcomes())
                    .as("%s again", record)
                    .isEqualTo(Map.of(1, "skipped"));
        }
        String change = "{\"username\":\"" + username + "\",\"add\":{\"realmRoles\":[\"reader\"]}}";
        assertThat(client.post("user-changes?results=all", List.of(change)).outcomes())
                .isEqualTo(Map.of(1, "invalid "));
        String id = username.startsWith("far-")
                ? "f:"
                        + realms.admin()
                                .get(realm + "/components?name=far%20away")
                                .at("/0/id")
                                .asText() + ":" + username
                : realms.id(client.realm(), username);
        assertThat(realms.admin()
                        .get(realm + "/users/" + id + "/role-mappings/realm")
                        .findValuesAsText("name"))
                .contains("reader");
        String organization =
                realms.admin().get(realm + "/organizations").at("/0/id").asText();
        assertThat(realms.admin()
                        .get(realm + "/organizations/" + organization + "/members/" + id)
                        .get("username")
                        .asText())
                .isEqualTo(username);
        assertThat(realms.sql()
                        .number("select count(*) from resource_server_resource where name = 'box' and owner = ?", id))
                .isOne();
        String users = "[\"" + id + "\"]";
        assertThat(realms.sql().number("select count(*) from policy_config where name = 'users' and value = ?", users))
                .isOne();
        // A member of a group below is none of the group.
        assertThat(client.post(
                                "group-members",
                                List.of(records.get("group-members").replace("/emea", "")))
                        .count("added"))
                .isOne();
        assertThat(realms.admin().get(realm + "/users/" + id + "/groups").findValuesAsText("path"))
                .containsExactlyInAnyOrder("/staff", "/staff/emea");
        for (String kind : List.of("role-mappings", "group-members", "department-members", "organization-members")) {
            String path = kind + "?op=remove&results=all";
            assertThat(client.post(path, List.of(records.get(kind))).outcomes())
                    .as("removal of %s", kind)
                    .isEqualTo(Map.of(1, "removed"));
            assertThat(client.post(path, List.of(records.get(kind))).outcomes())
                    .as("removal of %s again", kind)
                    .isEqualTo(Map.of(1, "skipped"));
        }
    }
}
