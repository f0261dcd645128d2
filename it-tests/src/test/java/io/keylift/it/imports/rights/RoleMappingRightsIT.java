// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.rights;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.Callers;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.ImportClient;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.parallel.Execution;
import org.junit.jupiter.api.parallel.ExecutionMode;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Law 8 for role mappings: which roles a caller can add to and remove from which users and groups. */
@OnSharedServer
class RoleMappingRightsIT {

    private static RoleRealm realm;
    private static Callers callers;

    @BeforeAll
    static void realm(SharedServer server) {
        realm = RoleRealm.create(server, "role-mapping-rights");
        callers = realm.callers;
    }

    static Stream<Arguments> callersAndFields() {
        return Stream.of(
                        realm.caller("manage-users"),
                        realm.caller("manage-users", "view-realm", "manage-clients"),
                        realm.caller("realm-admin"),
                        realm.callerOfMaster("manage-users"))
                .flatMap(caller -> Stream.of("username", "group").map(field -> Arguments.of(caller, field)));
    }

    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest
    @MethodSource("callersAndFields")
    void law8_aRoleIsGivenAndTakenOrForbiddenAsInTheAdminApi(RoleRealm.Caller caller, String field) throws IOException {
        Callers realm = caller.in();
        Subject given = Subject.make(realm, field);
        List<String> verdicts = new ArrayList<>();
        List<String> lines = new ArrayList<>();
        for (NamedRole role : caller.roles()) {
            int posted = caller.http()
                    .send("POST", given.path() + role.mappings(realm), List.of(role.in(realm)))
                    .statusCode();
            assertThat(posted).isIn(204, 403);
            verdicts.add(posted == 204 ? "added" : "forbidden " + role.pointer());
            lines.add(role.givenTo(field, Subject.make(realm, field).name()));
        }

        ImportAnswer answer = realm.importing(caller.http()).post("role-mappings?results=all", lines);

        assertThat(answer.outcomes().values())
                .containsExactlyElementsOf(verdicts)
                .contains("added");
        List<String> taken = new ArrayList<>();
        List<String> removals = new ArrayList<>();
        for (NamedRole role : caller.roles()) {
            String mappings = role.mappings(realm);
            List<JsonNode> roles = List.of(role.in(realm));
            Subject subject = Subject.make(realm, field);
            realm.admin().post(given.path() + mappings, roles);
            realm.admin().post(subject.path() + mappings, roles);
            int deleted =
                    caller.http().send("DELETE", given.path() + mappings, roles).statusCode();
            taken.add(deleted == 204 ? "removed" : "forbidden " + role.pointer());
            removals.add(role.givenTo(field, subject.name()));
        }

        ImportAnswer removal = realm.importing(caller.http()).post("role-mappings?op=remove&results=all", removals);

        assertThat(removal.outcomes().values()).containsExactlyElementsOf(taken).contains("removed");
    }

    @Execution(ExecutionMode.CONCURRENT)
    @ParameterizedTest
    @ValueSource(strings = {"username", "group"})
    void law8_overwritingDoesNotTakeAwayWhatTheCallerMayNotMap(String field) throws IOException {
        Subject subject = Subject.make(callers, field);
        NamedRole admin = new NamedRole(Callers.REALM_MANAGEMENT, "realm-admin");
        callers.admin().post(subject.path() + admin.mappings(callers), List.of(admin.in(callers)));
        String before = callers.admin().get(subject.path() + "/role-mappings").toString();

        ImportAnswer answer = callers.importing(callers.with("manage-users"))
                .post(
                        "role-mappings?results=all&ifExists=overwrite",
                        line(Map.of(
                                field,
                                subject.name(),
                                "realmRoles",
                                List.of("auditor"),
                                "clientRoles",
                                Map.of(Callers.REALM_MANAGEMENT, List.of()))));

        assertThat(answer.outcomes().values()).containsExactly("forbidden /clientRoles/realm-management");
        assertThat(callers.admin().get(subject.path() + "/role-mappings")).hasToString(before);
    }

    /** The Admin API maps roles to a department for who may manage its organization and map the role. */
    @Test
    void law8_rolesOfADepartmentTakeRightsOnTheOrganizationAndOnTheRoles() throws IOException {
        String organization = callers.admin()
                .postNew(
                        callers.path("organizations"),
                        Map.of("name", "acme", "domains", List.of(Map.of("name", "acme.example"))));
        String groups = callers.path("organizations/" + organization + "/groups");
        String id = callers.admin().postNew(groups, Map.of("name", "sales"));
        NamedRole role = new NamedRole(null, "auditor");
        String mappings = groups + "/" + id + role.mappings(callers);
        Map<String, Object> record = Map.of("organization", "acme", "path", "/sales", "realmRoles", List.of("auditor"));
        Map<String, Object> without = Map.of("organization", "acme", "path", "/sales", "realmRoles", List.of());
        for (String roles : List.of("manage-users", "manage-organizations", "manage-organizations,manage-users")) {
            AdminHttp caller = callers.with(roles.split(","));
            int posted = caller.send("POST", mappings, List.of(role.in(callers))).statusCode();
            callers.admin().send("DELETE", mappings, List.of(role.in(callers)));
            assertThat(posted).as(roles).isEqualTo(roles.contains(",") ? 204 : 403);

            ImportAnswer added =
                    callers.importing(caller).post("departments?results=all&ifExists=overwrite", line(record));
            callers.admin().post(mappings, List.of(role.in(callers)));
            ImportAnswer taken =
                    callers.importing(caller).post("departments?results=all&ifExists=overwrite", line(without));

            if (roles.equals("manage-users")) {
                assertThat(added.status()).isEqualTo(403);
            } else {
                assertThat(added.outcomes().values())
                        .as(roles)
                        .containsExactly(posted == 204 ? "updated" : "forbidden /realmRoles/0");
                assertThat(taken.outcomes().values())
                        .as(roles)
                        .containsExactly(posted == 204 ? "updated" : "forbidden /realmRoles");
            }
        }
    }

    /** The right to map roles is one on the user or group and one on the role. */
    @Test
    void law8_fineGrainedPermissionsCountAsTheyDoInTheAdminApi(SharedServer server) throws IOException {
        Callers realm = FineGrainedPermissions.realm(server, "role-mapping-rights-fine");
        FineGrainedPermissions permissions = new FineGrainedPermissions(realm, realm.create("caller"));
        AdminHttp caller = realm.signIn("caller");
        realm.create("allowed");
        String kept = realm.create("kept");
        realm.admin().post(realm.path("roles"), Map.of("name", "secret"));
        realm.admin().post(realm.path("groups"), Map.of("name", "others"));
        List<Map<String, Object>> records = List.of(
                Map.of("username", "allowed", "realmRoles", List.of("auditor")),
                Map.of("username", "allowed", "realmRoles", List.of("secret")),
                Map.of("username", "kept", "realmRoles", List.of("auditor")),
                Map.of("username", "nobody", "realmRoles", List.of("auditor")),
                Map.of("group", "/staff", "realmRoles", List.of("auditor")),
                Map.of("group", "/others", "realmRoles", List.of("auditor")));
        List<String> lines = records.stream().map(RoleMappingRightsIT::line).toList();
        ImportClient client = realm.importing(caller);
        assertThat(client.post("role-mappings", lines).status()).isEqualTo(403);
        String staff = groupId(realm, "staff");
        permissions.allow("Roles", "map-role");
        permissions.deny(
                "Roles", new NamedRole(null, "secret").in(realm).get("id").asText(), "map-role");

        permissions.allowOne("Groups", staff, "manage");
        permissions.allow("Users", "map-roles");
        permissions.deny("Users", kept, "map-roles");

        List<String> verdicts = new ArrayList<>();
        for (Map<String, Object> record : records) {
            verdicts.add(verdict(realm, caller, record));
        }
        assertThat(verdicts).containsExactly("204", "403", "403", "403", "204", "403");
        assertThat(client.post("role-mappings?results=all", lines).outcomes().values())
                .containsExactly(
                        "added",
                        "forbidden /realmRoles/0",
                        "forbidden /username",
                        "forbidden /username",
                        "added",
                        "forbidden /group");
    }

    /** What the Admin API says to the caller; to ask for a user that does not exist is to be refused as well. */
    private static String verdict(Callers realm, AdminHttp caller, Map<String, Object> record) {
        String subject = record.containsKey("group")
                ? "groups/" + groupId(realm, record.get("group").toString().substring(1))
                : "users/" + realm.userId((String) record.get("username"));
        NamedRole role =
                new NamedRole(null, ((List<?>) record.get("realmRoles")).get(0).toString());
        String path = realm.path(subject) + role.mappings(realm);
        int status = caller.send("POST", path, List.of(role.in(realm))).statusCode();
        if (status == 204) {
            realm.admin().send("DELETE", path, List.of(role.in(realm)));
        }
        return String.valueOf(status);
    }

    private static String groupId(Callers realm, String name) {
        return realm.admin().get(realm.path("group-by-path/" + name)).get("id").asText();
    }

    /**
     * Somebody or some group.
     *
     * @param path in the Admin API
     * @param name as records name it
     */
    private record Subject(String path, String name) {

        /** One that is new. */
        static Subject make(Callers realm, String field) {
            String name = "subject-" + UUID.randomUUID();
            if (field.equals("username")) {
                String users = realm.path("users");
                return new Subject(users + "/" + realm.admin().postNew(users, Map.of("username", name)), name);
            }
            String groups = realm.path("groups");
            return new Subject(groups + "/" + realm.admin().postNew(groups, Map.of("name", name)), "/" + name);
        }
    }

    private static String line(Map<String, Object> record) {
        return AdminHttp.JSON.valueToTree(record).toString();
    }
}
