// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.equality;

import static io.keylift.it.imports.equality.StorageRealms.HASHED;
import static io.keylift.it.imports.equality.StorageRealms.person;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.LdapServer;
import io.keylift.it.imports.support.Sql;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Realms with an LDAP user storage, whose usernames are taken. New users go where the Admin API sends them. */
@OnSharedServer
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StorageUsersIT {

    private static final Map<String, String> READ_ONLY = Map.of("editMode", "READ_ONLY");
    private static final Map<String, String> REGISTERING = Map.of("syncRegistrations", "true");

    private StorageRealms realms;
    private LdapServer ldap;
    private SharedServer server;
    private AdminHttp admin;
    private Sql sql;

    @BeforeAll
    void start(SharedServer shared) {
        server = shared;
        admin = server.admin();
        realms = new StorageRealms(server);
        ldap = realms.ldap();
        sql = realms.sql();
    }

    @AfterAll
    void stop() {
        realms.close();
    }

    @ParameterizedTest
    @ValueSource(strings = {"true", "false"})
    void namesOfTheDirectoryAreTaken(String importEnabled) throws IOException {
        String realm = "taken-names-" + importEnabled;
        ldap.add(realm);
        ImportClient client =
                realms.withDirectory(realm, Map.of("editMode", "READ_ONLY", "importEnabled", importEnabled));
        List<String> records = List.of(
                "{\"username\":\"" + realm + "\"}",
                "{\"username\":\"another\",\"email\":\"" + realm + "@example.org\"}",
                "{\"username\":\"" + realm + "@example.org\"}",
                "{\"username\":\"fresh\",\"email\":\"fresh@example.org\"}");

        ImportAnswer dry = client.post("users?dryRun=true&results=all", records);
        ImportAnswer answer = client.post("users?results=all", records);

        assertThat(answer.outcomes())
                .containsExactly(
                        Map.entry(1, "exists /username"),
                        Map.entry(2, "conflict /email"),
                        Map.entry(3, "conflict /username"),
                        Map.entry(4, "added"));
        assertThat(dry.outcomes()).isEqualTo(answer.outcomes());
        assertThat(answer.rejects().get(0).get("message").asText()).contains("user storage directory");
        assertThat(realms.rows(realm, realm)).isZero();
        for (int i = 0; i < 3; i++) {
            assertThat(realms.addByAdminApi(realm, records.get(i))).isEqualTo(409);
        }
    }

    @ParameterizedTest
    @CsvSource({"skip, skipped", "overwrite, 'invalid '", "merge, 'invalid '"})
    void whatBecomesOfARecordOfADirectorysUser(String ifExists, String outcome) throws IOException {
        String realm = "if-in-directory-" + ifExists;
        ldap.add(realm);
        ImportClient client = realms.withDirectory(realm, READ_ONLY);

        ImportAnswer answer = client.post(
                "users?results=all&ifExists=" + ifExists, List.of("{\"username\":\"" + realm + "\",\"enabled\":true}"));

        assertThat(answer.outcomes()).containsExactly(Map.entry(1, outcome));
        assertThat(realms.rows(realm, realm)).isZero();
    }

    @Test
    void aRecordOfTheStoragesOwnUserIsWrittenAsARow() throws IOException {
        ImportClient client = ImportClient.inNewRealm(server, "linked");
        String storage = ldap.add("linked").addTo(admin, "linked", READ_ONLY);

        ImportAnswer answer = client.post(
                "users?results=all",
                List.of("{\"username\":\"linked\",\"email\":\"linked@example.org\",\"federationLink\":\"" + storage
                        + "\"}"));

        assertThat(answer.outcomes()).containsExactly(Map.entry(1, "added"));
        assertThat(realms.rows("linked", "linked")).isOne();
    }

    @ParameterizedTest
    @ValueSource(strings = {"true", "false"})
    void newUsersGoToTheDirectory(String importEnabled) throws IOException {
        String realm = "registering-" + importEnabled;
        ImportClient client =
                realms.withDirectory(realm, Map.of("syncRegistrations", "true", "importEnabled", importEnabled));
        String names = ",\"firstName\":\"Ada\",\"lastName\":\"Byron\",\"enabled\":true,"
                + "\"credentials\":[{\"type\":\"password\",\"value\":\"a-secret\"}]}";
        String ours = realm + "-ours";
        String theirs = realm + "-theirs";

        ImportAnswer dry = client.post("users?dryRun=true&results=all", List.of(person(ours, names)));
        boolean written = ldap.has(ours);
        ImportAnswer answer = client.post("users?results=all", List.of(person(ours, names)));
        int status = realms.addByAdminApi(realm, person(theirs, names));

        assertThat(dry.outcomes()).containsExactly(Map.entry(1, "added"));
        assertThat(written).isFalse();
        assertThat(answer.outcomes()).containsExactly(Map.entry(1, "added"));
        assertThat(status).isEqualTo(201);
        assertThat(ldap.knows(ours, "a-secret")).isTrue();
        for (String attribute : List.of("mail", "cn", "sn")) {
            assertThat(ldap.values(ours, attribute))
                    .as(attribute)
                    .isEqualTo(ldap.values(theirs, attribute).stream()
                            .map(value -> value.replace(theirs, ours))
                            .toList());
        }
        assertThat(realms.shown(realm, ours))
                .isEqualTo(realms.shown(realm, theirs).replace(theirs, ours));
        assertThat(answer.ofType("record").get(0).get("id").asText()).isEqualTo(realms.id(realm, ours));
        assertThat(client.post("users?results=all", List.of(person(ours, names)))
                        .outcomes())
                .containsExactly(Map.entry(1, "exists /username"));
    }

    @Test
    void aStorageChoosesTheIdsOfItsUsersUnlessTheseAreStrict() throws IOException {
        ImportClient client = realms.withDirectory("chosen-ids", REGISTERING);
        String taken = "{\"username\":\"other\",\"federationLink\":\""
                + admin.get("/admin/realms/chosen-ids/components?type=org.keycloak.storage.UserStorageProvider")
                        .at("/0/id")
                        .asText()
                + "\",\"credentials\":[" + HASHED.replace("{\"type\"", "{\"id\":\"taken-hash\",\"type\"") + "]}";
        String given =
                ",\"firstName\":\"Ada\",\"lastName\":\"Byron\",\"enabled\":true,\"id\":\"chosen\",\"credentials\":["
                        + HASHED.replace("{\"type\"", "{\"id\":\"taken-hash\",\"type\"") + "]}";
        assertThat(client.post("users", List.of(taken)).count("added")).isOne();

        ImportAnswer strict = client.post("users?results=all", List.of(person("chosen-ids-strict", given)));
        ImportAnswer preferred = client.post("users?results=all&ids=prefer", List.of(person("chosen-ids", given)));

        assertThat(strict.outcomes().get(1)).startsWith("conflict /credentials/0/id");
        assertThat(preferred.outcomes()).containsExactly(Map.entry(1, "added"));
        assertThat(preferred.ofType("record").get(0).get("id").asText())
                .isEqualTo(realms.id("chosen-ids", "chosen-ids"))
                .isNotEqualTo("chosen");
        assertThat(ldap.has("chosen-ids")).isTrue();
    }

    @Test
    void aWholePersonInTheDirectory() throws IOException {
        ImportClient client = realms.withDirectory("whole-person", REGISTERING);
        client.post("roles", List.of("{\"name\":\"reader\"}"));
        client.post("groups", List.of("{\"path\":\"/staff\"}"));
        client.post("organizations", List.of("{\"name\":\"acme\"}"));
        client.post("departments", List.of("{\"organization\":\"acme\",\"path\":\"/Sales\"}"));

        ImportAnswer answer = client.post(
                "users?results=all&events=record",
                List.of(person(
                        "whole",
                        ",\"realmRoles\":[\"reader\"],\"groups\":[\"/staff\"],"
                                + "\"requiredActions\":[\"UPDATE_PASSWORD\"],"
                                + "\"organizations\":[{\"alias\":\"acme\",\"departments\":[\"/Sales\"]}]}")));

        assertThat(answer.outcomes()).containsExactly(Map.entry(1, "added"));
        assertThat(ldap.has("whole")).isTrue();
        String id = realms.id("whole-person", "whole");
        String user = "/admin/realms/whole-person/users/" + id;
        assertThat(admin.get(user + "/role-mappings/realm").findValuesAsText("name"))
                .contains("reader");
        assertThat(admin.get(user + "/groups").findValuesAsText("name")).containsExactly("staff");
        assertThat(admin.get(user).get("requiredActions").toString()).contains("UPDATE_PASSWORD");
        assertThat(sql.strings(
                        "select g.name from user_group_membership m join keycloak_group g on g.id = m.group_id"
                                + " where m.user_id = ? and g.type = 1",
                        id))
                .hasSize(2)
                .contains("Sales");
    }

    /** Of default actions, a record with a list takes away those that it does not need itself. */
    @Test
    void aTemporaryPasswordInTheDirectoryHasToBeChanged() throws IOException {
        ImportClient client = realms.withDirectory("temporary-password", REGISTERING);
        String action = "/admin/realms/temporary-password/authentication/required-actions/UPDATE_PASSWORD";
        admin.put(action, ((ObjectNode) admin.get(action)).put("defaultAction", true));

        ImportAnswer answer = client.post(
                "users?results=all",
                List.of(
                        person("plain", ",\"requiredActions\":[]}"),
                        person(
                                "temporary",
                                ",\"requiredActions\":[],\"credentials\":[{\"type\":\"password\","
                                        + "\"value\":\"correct horse\",\"temporary\":true}]}")));

        assertThat(answer.outcomes().values()).containsOnly("added");
        assertThat(requiredActions("plain")).isEmpty();
        assertThat(requiredActions("temporary")).hasSize(1);
    }

    private JsonNode requiredActions(String user) {
        return admin.get("/admin/realms/temporary-password/users/" + realms.id("temporary-password", user))
                .get("requiredActions");
    }
}
