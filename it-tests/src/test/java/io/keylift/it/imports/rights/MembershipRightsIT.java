// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.rights;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.TestRealms;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.Callers;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.ImportClient;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Law 8 for memberships in organizations and groups, and for existing users. */
@OnSharedServer
class MembershipRightsIT {

    private static final String REALM = "membership-rights";

    private static Callers callers;
    private static String organization;
    private static String group;

    @BeforeAll
    static void realm(SharedServer server) {
        TestRealms.createForTenant(server.admin(), REALM);
        callers = new Callers(server, REALM);
        server.admin()
                .post(
                        callers.path("organizations"),
                        Map.of("name", "acme", "alias", "acme", "domains", List.of(Map.of("name", "acme.example"))));
        organization = callers.organizationId("acme");
        server.admin().post(callers.path("groups"), Map.of("name", "staff"));
        group = server.admin()
                .get(callers.path("groups?search=staff"))
                .get(0)
                .get("id")
                .asText();
    }

    @ParameterizedTest
    @CsvSource({
        "manage-users",
        "'manage-users,view-organizations'",
        "'manage-users,manage-organizations'",
        "realm-admin"
    })
    void law8_membershipOfAnOrganizationNeedsTheRightOnOrganizations(String roles) throws IOException {
        AdminHttp caller = callers.with(roles.split(","));
        String name = "member-" + roles.replace(',', '-');
        int verdict = caller.send(
                        "POST",
                        callers.path("organizations/" + organization + "/members"),
                        callers.create("api-" + name))
                .statusCode();

        ImportAnswer answer =
                importing(caller, "users", Map.of("username", name, "organizations", List.of(Map.of("alias", "acme"))));

        assertThat(verdict).isIn(201, 403);
        if (verdict == 201) {
            assertThat(answer.count("added")).isEqualTo(1);
            assertThat(members()).contains(name);
        } else {
            assertRejected(answer, "forbidden", "/organizations/0");
            assertThat(callers.userId(name)).isNull();
        }
        assertThat(verdict == 201).isEqualTo(roles.contains("manage-organizations") || roles.equals("realm-admin"));
    }

    @Test
    void law8_leavingAnOrganizationNeedsTheRightOnOrganizations() throws IOException {
        String user = callers.create("leaver");
        callers.admin().post(callers.path("organizations/" + organization + "/members"), user);
        Map<String, Object> leaving = Map.of("username", "leaver", "organizations", List.of());

        ImportAnswer forbidden = importing(callers.with("manage-users"), "users?ifExists=overwrite", leaving);
        assertRejected(forbidden, "forbidden", "/organizations");
        assertThat(members()).contains("leaver");

        ImportAnswer allowed =
                importing(callers.with("manage-users", "manage-organizations"), "users?ifExists=overwrite", leaving);
        assertThat(allowed.count("updated")).isEqualTo(1);
        assertThat(members()).doesNotContain("leaver");
    }

    @ParameterizedTest
    @ValueSource(strings = {"manage-users", "realm-admin"})
    void law8_whoMayChangeAUserThroughTheAdminApiMayOverwriteHim(String role) throws IOException {
        AdminHttp caller = callers.with(role);
        String name = "overwritten-by-" + role;
        String user = callers.create(name);

        ImportAnswer answer =
                importing(caller, "users?ifExists=overwrite", Map.of("username", name, "firstName", "Imported"));

        assertThat(caller.send("PUT", callers.path("users/" + user), Map.of("lastName", "Put"))
                        .statusCode())
                .isEqualTo(204);
        assertThat(answer.rejects()).isEmpty();
        assertThat(answer.count("updated")).isEqualTo(1);
        assertThat(callers.admin()
                        .get(callers.path("users/" + user))
                        .path("firstName")
                        .asText())
                .isEqualTo("Imported");
    }

    @Test
    void law8_whoMayNotChangeUsersCannotOverwriteThem() throws IOException {
        String user = callers.create("untouched");
        JsonNode before = callers.admin().get(callers.path("users/" + user));
        for (String role : List.of("view-users", "query-users", "manage-organizations", "manage-realm")) {
            AdminHttp caller = callers.with(role);
            for (String ifExists : List.of("overwrite", "merge")) {
                ImportAnswer answer = importing(
                        caller,
                        "users?ifExists=" + ifExists,
                        Map.of("username", "untouched", "enabled", false, "firstName", "Imported"));
                assertThat(answer.status()).as("%s, %s", role, ifExists).isEqualTo(403);
            }
            assertThat(caller.send("PUT", callers.path("users/" + user), Map.of("lastName", "Put"))
                            .statusCode())
                    .isEqualTo(403);
        }
        assertThat(callers.admin().get(callers.path("users/" + user))).isEqualTo(before);
    }

    /**
     * Fine-grained permissions tell the right to change a user from that to assign roles to the user, and from that to
     * manage the user's groups; and one user from the other.
     */
    @Test
    void law8_fineGrainedPermissionsCountAsTheyDoInTheAdminApi(SharedServer server) throws IOException {
        Callers fine = FineGrainedPermissions.realm(server, "fine-grained-rights");
        FineGrainedPermissions permissions = new FineGrainedPermissions(fine, fine.create("caller"));
        AdminHttp caller = fine.signIn("caller");
        String allowed = fine.create("allowed");
        String kept = fine.create("kept");

        assertThat(fine.importing(caller)
                        .post("users", "{\"username\":\"early\"}")
                        .status())
                .isEqualTo(403);

        permissions.allow("Users", "view", "manage");
        permissions.allow("Roles", "map-role");
        permissions.allow("Groups", "view", "manage-membership");
        permissions.deny("Users", kept, "view", "manage");

        Map<String, Map<String, Object>> records = new HashMap<>();
        records.put("plain", Map.of("username", "allowed", "firstName", "Imported"));
        records.put("kept", Map.of("username", "kept", "firstName", "Imported"));
        records.put("role", Map.of("username", "allowed", "realmRoles", List.of("auditor")));
        records.put("group", Map.of("username", "allowed", "groups", List.of("/staff")));
        assertThat(FineGrainedPermissions.verdicts(caller, fine, allowed, kept))
                .isEqualTo(Map.of("plain", true, "kept", false, "role", false, "group", false));
        assertThat(outcomes(fine, caller, records))
                .isEqualTo(Map.of("plain", true, "kept", false, "role", false, "group", false));

        permissions.allow("Users", "map-roles", "manage-group-membership");

        assertThat(FineGrainedPermissions.verdicts(caller, fine, allowed, kept))
                .isEqualTo(Map.of("plain", true, "kept", false, "role", true, "group", true));
        assertThat(outcomes(fine, caller, records))
                .isEqualTo(Map.of("plain", true, "kept", false, "role", true, "group", true));
    }

    /** As {@code PUT /users/{id}/groups/{groupId}}: a right on the user, and one on the group. */
    @Test
    void law8_membersOfGroupsNeedTheRightsOnTheUserAndOnTheGroup(SharedServer server) throws IOException {
        Callers fine = FineGrainedPermissions.realm(server, "fine-grained-group-members");
        FineGrainedPermissions permissions = new FineGrainedPermissions(fine, fine.create("caller"));
        AdminHttp caller = fine.signIn("caller");
        ImportClient importing = fine.importing(caller);
        String joining = fine.create("joining");
        String kept = fine.create("kept");
        fine.admin().post(fine.path("groups"), Map.of("name", "closed"));
        String line = "{\"group\":\"/%s\",\"username\":\"%s\"}\n";
        String lines = line.formatted("staff", "joining")
                + line.formatted("staff", "kept")
                + line.formatted("closed", "joining")
                + line.formatted("staff", "nobody");

        permissions.allow("Groups", "manage-membership");
        permissions.deny("Groups", groupId(fine, "closed"), "manage-membership");
        assertThat(importing.post("group-members", lines).status()).isEqualTo(403);
        assertThat(fineVerdict(caller, fine, "PUT", joining, "staff")).isFalse();

        permissions.allow("Users", "manage-group-membership");
        permissions.deny("Users", kept, "manage-group-membership");

        for (String method : List.of("PUT", "DELETE")) {
            String query = method.equals("PUT") ? "" : "&op=remove";
            ImportAnswer answer = importing.post("group-members?results=all" + query, lines);

            assertThat(answer.outcomes())
                    .as("%s", answer.lines())
                    .isEqualTo(Map.of(
                            1, method.equals("PUT") ? "added" : "removed",
                            2, "forbidden /username",
                            3, "forbidden /group",
                            4, "forbidden /username"));
            assertThat(fineVerdict(caller, fine, method, joining, "staff")).isTrue();
            assertThat(fineVerdict(caller, fine, method, kept, "staff")).isFalse();
            assertThat(fineVerdict(caller, fine, method, joining, "closed")).isFalse();
        }
    }

    /** As {@code POST /users} and {@code DELETE /users/{id}/groups/{groupId}} after it. */
    @Test
    void law8_aNewUserIsKeptOutOfADefaultGroupWithTheRightsToLeaveIt(SharedServer server) throws IOException {
        Callers fine = FineGrainedPermissions.realm(server, "fine-grained-default-group");
        FineGrainedPermissions permissions = new FineGrainedPermissions(fine, fine.create("caller"));
        AdminHttp caller = fine.signIn("caller");
        ImportClient importing = fine.importing(caller);
        fine.admin().put(fine.path("default-groups/" + groupId(fine, "staff")), null);
        permissions.allow("Users", "manage");

        assertThat(fineVerdict(caller, fine, "DELETE", fine.create("by-post"), "staff"))
                .isFalse();
        assertThat(importing.post("users?results=all", """
                        {"username":"plain"}
                        {"username":"kept-out","groups":[]}
                        """).outcomes())
                .isEqualTo(Map.of(1, "added", 2, "forbidden /groups"));
        assertThat(memberships(fine, "plain")).containsExactly("staff");

        permissions.allow("Users", "manage-group-membership");
        permissions.allow("Groups", "manage-membership");

        assertThat(fineVerdict(caller, fine, "DELETE", fine.create("by-post-too"), "staff"))
                .isTrue();
        assertThat(importing
                        .post("users?results=all", "{\"username\":\"kept-out\",\"groups\":[]}")
                        .outcomes())
                .isEqualTo(Map.of(1, "added"));
        assertThat(memberships(fine, "kept-out")).isEmpty();
    }

    private static List<String> memberships(Callers realm, String user) {
        return realm.admin()
                .get(realm.path("users/" + realm.userId(user) + "/groups"))
                .findValuesAsText("name");
    }

    private static boolean fineVerdict(AdminHttp caller, Callers realm, String method, String user, String group) {
        String path = realm.path("users/" + user + "/groups/" + groupId(realm, group));
        return caller.send(method, path, null).statusCode() == 204;
    }

    private static String groupId(Callers realm, String name) {
        return realm.admin()
                .get(realm.path("groups?search=" + name))
                .get(0)
                .get("id")
                .asText();
    }

    /** As the calls for single things of a user: those for roles and for groups have rights of their own. */
    @Test
    void law8_changesOfUsersNeedTheRightsOfTheirCalls(SharedServer server) throws IOException {
        Callers fine = FineGrainedPermissions.realm(server, "fine-grained-user-changes");
        FineGrainedPermissions permissions = new FineGrainedPermissions(fine, fine.create("caller"));
        ImportClient importing = fine.importing(fine.signIn("caller"));
        fine.create("changed");
        String kept = fine.create("kept");
        String lines = """
                {"username":"changed","add":{"realmRoles":["auditor"]}}
                {"username":"changed","remove":{"groups":["/staff"]},"add":{"realmRoles":["auditor"]}}
                {"username":"changed","remove":{"requiredActions":["VERIFY_EMAIL"]}}
                {"username":"kept","remove":{"realmRoles":["auditor"]}}
                {"username":"nobody","add":{"realmRoles":["auditor"]}}
                """;
        assertThat(importing.post("user-changes", lines).status()).isEqualTo(403);

        permissions.allow("Users", "map-roles");
        permissions.deny("Users", kept, "map-roles");
        List<String> ofNoRole = List.copyOf(
                importing.post("user-changes?results=all", lines).outcomes().values());
        permissions.allow("Roles", "map-role");
        List<String> ofRoles = List.copyOf(
                importing.post("user-changes?results=all", lines).outcomes().values());
        permissions.allow("Users", "manage-group-membership");
        permissions.allow("Groups", "manage-membership");
        List<String> ofGroups = List.copyOf(
                importing.post("user-changes?results=all", lines).outcomes().values());
        permissions.allow("Users", "manage");
        List<String> ofAll = List.copyOf(
                importing.post("user-changes?results=all", lines).outcomes().values());

        String nobody = "forbidden /add/realmRoles";
        String keptRole = "forbidden /remove/realmRoles";
        assertThat(ofNoRole)
                .containsExactly(
                        "forbidden /add/realmRoles/0", "forbidden /remove/groups", "forbidden ", keptRole, nobody);
        assertThat(ofRoles).containsExactly("updated", "forbidden /remove/groups", "forbidden ", keptRole, nobody);
        assertThat(ofGroups).containsExactly("skipped", "skipped", "forbidden ", keptRole, nobody);
        assertThat(ofAll).containsExactly("skipped", "skipped", "skipped", keptRole, nobody);
    }

    /** Whoever may manage an organization may still not say who is in its departments. */
    @Test
    void law8_departmentsNeedTheRightToManageTheGroupsOfTheUser(SharedServer server) throws IOException {
        Callers fine = FineGrainedPermissions.realm(server, "fine-grained-departments");
        fine.admin().put(fine.path(""), Map.of("organizationsEnabled", true));
        fine.admin()
                .post(
                        fine.path("organizations"),
                        Map.of("name", "acme", "domains", List.of(Map.of("name", "a.example"))));
        String home = "organizations/" + fine.organizationId("acme");
        ImportClient importing = new ImportClient(fine.admin(), "fine-grained-departments");
        assertThat(importing
                        .post("departments", "{\"organization\":\"acme\",\"path\":\"/sales\"}")
                        .count("added"))
                .isEqualTo(1);
        String department =
                fine.admin().get(fine.path(home + "/groups")).get(0).get("id").asText();
        FineGrainedPermissions permissions = new FineGrainedPermissions(fine, fine.create("caller"));
        AdminHttp caller = fine.signIn("caller");
        String member = fine.create("member");
        fine.admin().post(fine.path(home + "/members"), member);
        permissions.allow("Users", "view", "manage");
        permissions.allow("Organizations", "view", "manage");
        String path = fine.path(home + "/groups/" + department + "/members/" + member);
        Map<String, Object> organization = Map.of("alias", "acme", "departments", List.of("/sales"));
        Map<String, Map<String, Object>> records =
                Map.of("department", Map.of("username", "member", "organizations", List.of(organization)));

        assertThat(caller.send("PUT", path, null).statusCode()).isEqualTo(403);
        assertThat(outcomes(fine, caller, records)).isEqualTo(Map.of("department", false));

        permissions.allow("Users", "manage-group-membership");

        assertThat(outcomes(fine, caller, records)).isEqualTo(Map.of("department", true));
        assertThat(caller.send("DELETE", path, null).statusCode()).isEqualTo(204);
        assertThat(caller.send("PUT", path, null).statusCode()).isEqualTo(204);
    }

    private static Map<String, Boolean> outcomes(
            Callers realm, AdminHttp caller, Map<String, Map<String, Object>> records) throws IOException {
        Map<String, Boolean> outcomes = new HashMap<>();
        for (Map.Entry<String, Map<String, Object>> record : records.entrySet()) {
            ImportAnswer answer = realm.importing(caller)
                    .post(
                            "users?ifExists=merge",
                            AdminHttp.JSON.valueToTree(record.getValue()).toString());
            boolean done = answer.rejects().isEmpty();
            if (done) {
                assertThat(answer.end()).isEqualTo("COMPLETED");
            } else {
                assertThat(answer.rejects())
                        .singleElement()
                        .satisfies(reject ->
                                assertThat(reject.get("code").asText()).isEqualTo("forbidden"));
            }
            outcomes.put(record.getKey(), done);
        }
        return outcomes;
    }

    private static ImportAnswer importing(AdminHttp caller, String kind, Map<String, Object> record)
            throws IOException {
        return callers.importing(caller)
                .post(kind, AdminHttp.JSON.valueToTree(record).toString());
    }

    private static void assertRejected(ImportAnswer answer, String code, String pointer) {
        assertThat(answer.rejects()).singleElement().satisfies(reject -> {
            assertThat(reject.get("code").asText()).isEqualTo(code);
            assertThat(reject.get("pointer").asText()).isEqualTo(pointer);
        });
    }

    private static List<String> members() {
        return callers.admin()
                .get(callers.path("organizations/" + organization + "/members?max=100"))
                .findValuesAsText("username");
    }
}
