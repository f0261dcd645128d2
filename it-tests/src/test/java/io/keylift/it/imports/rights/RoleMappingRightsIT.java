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
import java.util.TreeMap;
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
        server.admin()
                .post(
                        callers.path("organizations"),
                        Map.of("name", "acme", "domains", List.of(Map.of("name", "acme.example"))));
    }

    static Stream<Arguments> callersAndFields() {
        return Stream.of(
                        realm.caller("manage-users"),
                        realm.caller("manage-users", "view-realm", "manage-clients"),
                        realm.caller("realm-admin"),
                        realm.caller("manage-users", "manage-organizations"),
                        realm.callerOfMaster("manage-users"))
                .flatMap(caller -> Stream.of("username", "group", "department")
                        .filter(field -> field.equals("department")
                                == caller.adminRoles().contains("manage-organizations"))
                        .map(field -> Arguments.of(caller, field)));
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
    @ValueSource(strings = {"username", "group", "department"})
    void law8_overwritingDoesNotTakeAwayWhatTheCallerMayNotMap(String field) throws IOException {
        Subject subject = Subject.make(callers, field);
        NamedRole admin = new NamedRole(Callers.REALM_MANAGEMENT, "realm-admin");
        callers.admin().post(subject.path() + admin.mappings(callers), List.of(admin.in(callers)));
        String before = callers.admin().get(subject.path() + "/role-mappings").toString();

        Map<String, Object> record = new TreeMap<>(Map.of(
                field,
                subject.name(),
                "realmRoles",
                List.of("auditor"),
                "clientRoles",
                Map.of(Callers.REALM_MANAGEMENT, List.of())));
        if (field.equals("department")) {
            record.put("organization", "acme");
        }
        ImportAnswer answer = callers.importing(callers.with("manage-users", "manage-organizations"))
                .post("role-mappings?results=all&ifExists=overwrite", line(record));

        assertThat(answer.outcomes().values()).containsExactly("forbidden /clientRoles/realm-management");
        assertThat(callers.admin().get(subject.path() + "/role-mappings")).hasToString(before);
    }

    /** The Admin API maps roles to a department for who may manage its organization and map the role. */
    @Test
    void law8_rolesOfADepartmentTakeRightsOnTheOrganizationAndOnTheRoles() throws IOException {
        Subject subject = Subject.make(callers, "department");
        String name = subject.name();
        NamedRole role = new NamedRole(null, "auditor");
        String mappings = subject.path() + role.mappings(callers);
        Map<String, Object> record = Map.of("organization", "acme", "path", name, "realmRoles", List.of("auditor"));
        Map<String, Object> without = Map.of("organization", "acme", "path", name, "realmRoles", List.of());
        for (String roles : List.of("manage-users", "manage-organizations", "manage-organizations,manage-users")) {
            AdminHttp caller = callers.with(roles.split(","));
            int posted =
                    caller.send("POST", mappings, List.of(role.in(callers))).statusCode();
            callers.admin().send("DELETE", mappings, List.of(role.in(callers)));
            assertThat(posted).as(roles).isEqualTo(roles.contains(",") ? 204 : 403);

            ImportAnswer mapped =
                    callers.importing(caller).post("role-mappings?results=all", role.givenTo("department", name));
            callers.admin().send("DELETE", mappings, List.of(role.in(callers)));
            ImportAnswer added =
                    callers.importing(caller).post("departments?results=all&ifExists=overwrite", line(record));
            callers.admin().post(mappings, List.of(role.in(callers)));
            ImportAnswer taken =
                    callers.importing(caller).post("departments?results=all&ifExists=overwrite", line(without));

            if (roles.equals("manage-users")) {
                assertThat(mapped.outcomes().values()).containsExactly("forbidden /organization");
                assertThat(added.status()).isEqualTo(403);
            } else {
                assertThat(mapped.status()).isEqualTo(posted == 204 ? 200 : 403);
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
        realm.admin()
                .post(
                        realm.path("organizations"),
                        Map.of("name", "acme", "domains", List.of(Map.of("name", "acme.example"))));
        String department = Subject.make(realm, "department").name();
        List<Map<String, Object>> records = List.of(
                Map.of("username", "allowed", "realmRoles", List.of("auditor")),
                Map.of("username", "allowed", "realmRoles", List.of("secret")),
                Map.of("username", "kept", "realmRoles", List.of("auditor")),
                Map.of("username", "nobody", "realmRoles", List.of("auditor")),
                Map.of("group", "/staff", "realmRoles", List.of("auditor")),
                Map.of("group", "/others", "realmRoles", List.of("auditor")),
                Map.of("organization", "acme", "department", department, "realmRoles", List.of("auditor")),
                Map.of("organization", "acme", "department", department, "realmRoles", List.of("secret")));
        List<String> lines = records.stream().map(RoleMappingRightsIT::line).toList();
        ImportClient client = realm.importing(caller);
        assertThat(client.post("role-mappings", lines).status()).isEqualTo(403);
        permissions.allow("Organizations", "view", "manage");
        assertThat(client.post("role-mappings", lines).count("rejected"))
                .as("admitted for departments, without the right to map any role")
                .isEqualTo(records.size());
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
        assertThat(verdicts).containsExactly("204", "403", "403", "403", "204", "403", "204", "403");
        assertThat(client.post("role-mappings?results=all", lines).outcomes().values())
                .containsExactly(
                        "added",
                        "forbidden /realmRoles/0",
                        "forbidden /username",
                        "forbidden /username",
                        "added",
                        "forbidden /group",
                        "added",
                        "forbidden /realmRoles/0");
    }

    /** The Admin API's answer to the caller. A query for a user that does not exist is refused as well. */
    private static String verdict(Callers realm, AdminHttp caller, Map<String, Object> record) {
        String subject;
        if (record.containsKey("department")) {
            subject = Subject.department(realm, record.get("department").toString());
        } else if (record.containsKey("group")) {
            subject = "groups/" + groupId(realm, record.get("group").toString().substring(1));
        } else {
            subject = "users/" + realm.userId((String) record.get("username"));
        }
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
     * A user, a group or a department.
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
            String groups = realm.path(
                    field.equals("group") ? "groups" : "organizations/" + realm.organizationId("acme") + "/groups");
            return new Subject(groups + "/" + realm.admin().postNew(groups, Map.of("name", name)), "/" + name);
        }

        /** Where the department of this path is. */
        static String department(Callers realm, String path) {
            String groups = "organizations/" + realm.organizationId("acme") + "/groups";
            String id = realm.admin()
                    .get(realm.path(groups + "?exact=true&search=" + path.substring(1)))
                    .at("/0/id")
                    .asText();
            return groups + "/" + id;
        }
    }

    private static String line(Map<String, Object> record) {
        return AdminHttp.JSON.valueToTree(record).toString();
    }
}
