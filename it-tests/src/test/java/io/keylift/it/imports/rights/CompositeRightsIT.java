// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.rights;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.Callers;
import io.keylift.it.imports.support.ImportAnswer;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Law 8 for roles: where a caller can create and change roles, and which composites the caller can use. */
@OnSharedServer
class CompositeRightsIT {

    private static RoleRealm realm;
    private static Callers callers;

    @BeforeAll
    static void realm(SharedServer server) {
        realm = RoleRealm.create(server, "composite-rights");
        callers = realm.callers;
    }

    static List<RoleRealm.Caller> callers() {
        return List.of(
                realm.caller("manage-realm"),
                realm.caller("manage-realm", "manage-clients"),
                realm.caller("manage-realm", "view-users", "query-groups"),
                realm.caller("realm-admin"),
                realm.callerOfMaster("manage-realm"),
                realm.callerOfMaster("manage-realm", "manage-clients"));
    }

    @ParameterizedTest
    @MethodSource("callers")
    void law8_aRoleBecomesPartOfAnotherOrIsForbiddenAsInTheAdminApi(RoleRealm.Caller caller) throws IOException {
        Callers realm = caller.in();
        String prefix = "made-" + UUID.randomUUID() + "-";
        List<String> verdicts = new ArrayList<>();
        List<String> lines = new ArrayList<>();
        for (NamedRole role : caller.roles()) {
            int number = lines.size();
            Map<String, Object> api = new TreeMap<>(Map.of("name", prefix + "api-" + number));
            api.putAll(Map.of("composite", true, "composites", composites(role)));
            int status = caller.http().send("POST", realm.path("roles"), api).statusCode();
            assertThat(status).as("%s", role).isIn(201, 403);
            verdicts.add(role + (status == 201 ? " composed" : " forbidden"));
            lines.add(line(Map.of("name", prefix + number, "composites", composites(role))));
        }

        ImportAnswer answer = realm.importing(caller.http()).post("roles?results=all", lines);

        List<String> outcomes = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            NamedRole role = caller.roles().get(i);
            String outcome = answer.outcomes().get(i + 1);
            boolean composed = outcome.equals("added");
            if (!composed) {
                assertThat(outcome).isEqualTo("forbidden " + pointer(role));
            }
            String path = realm.path("roles/" + prefix + i);
            assertThat(realm.admin().send("GET", path, null).statusCode()).isEqualTo(composed ? 200 : 404);
            outcomes.add(role + (composed ? " composed" : " forbidden"));
        }
        assertThat(outcomes).isEqualTo(verdicts).anyMatch(verdict -> verdict.endsWith(" composed"));
    }

    /** The usual way to more rights than one has. */
    @ParameterizedTest
    @ValueSource(strings = {"fail", "overwrite", "merge"})
    void law8_nobodyMakesARoleOfHisOwnAPartOfRealmAdmin(String ifExists) throws IOException {
        AdminHttp caller = callers.with("manage-realm", "manage-clients");
        NamedRole target = new NamedRole(null, "mine-" + ifExists);
        NamedRole seller = new NamedRole("shop", "seller");
        if (!ifExists.equals("fail")) {
            callers.admin().post(callers.path("roles"), record(target));
        }
        Map<String, Object> record = record(target);
        record.put("composites", composites(new NamedRole(Callers.REALM_MANAGEMENT, "realm-admin")));
        Map<String, Object> turned = record(new NamedRole(Callers.REALM_MANAGEMENT, "view-users"));
        turned.put("composites", composites(seller));

        ImportAnswer answer = callers.importing(caller)
                .post(
                        "roles?results=all&ifExists=" + ifExists,
                        List.of(line(Map.of("name", "before-" + ifExists)), line(record), line(turned)));

        assertThat(answer.outcomes().values())
                .containsExactly("added", "forbidden /composites/client/realm-management/0", "forbidden /client");
        assertThat(callers.admin()
                        .get(callers.path(new NamedRole(Callers.REALM_MANAGEMENT, "view-users").container(callers)
                                + "roles/view-users/composites"))
                        .findValuesAsText("name"))
                .doesNotContain("seller");
    }

    /** Where a caller may make and change roles. */
    static List<NamedRole> targets() {
        return List.of(
                new NamedRole(null, "auditor"),
                new NamedRole(null, "admin"),
                new NamedRole(null, "fresh"),
                new NamedRole("shop", "seller"),
                new NamedRole("shop", "fresh"),
                new NamedRole(Callers.REALM_MANAGEMENT, "manage-users"),
                new NamedRole(Callers.REALM_MANAGEMENT, "fresh"),
                new NamedRole("account", "view-profile"));
    }

    @ParameterizedTest
    @ValueSource(strings = {"manage-realm", "manage-clients", "manage-realm manage-clients", "realm-admin"})
    void law8_rolesAreMadeAndChangedWhereTheAdminApiLetsThem(String adminRoles) throws IOException {
        AdminHttp caller = callers.with(adminRoles.split(" "));
        List<String> verdicts = new ArrayList<>();
        List<String> lines = new ArrayList<>();
        String suffix = "-by-" + adminRoles.replace(" ", "-");
        for (NamedRole target : targets()) {
            boolean fresh = target.name().equals("fresh");
            NamedRole api = fresh ? new NamedRole(target.client(), "api" + suffix) : target;
            String path = callers.path(target.container(callers) + "roles");
            Map<String, Object> body = Map.of("name", api.name(), "description", "By " + adminRoles);
            int status = caller.send(fresh ? "POST" : "PUT", fresh ? path : path + "/" + target.name(), body)
                    .statusCode();
            assertThat(status).isIn(201, 204, 403);
            verdicts.add(target + (status != 403 ? " written" : " forbidden"));
            Map<String, Object> record =
                    fresh ? record(new NamedRole(target.client(), "bulk" + suffix)) : record(target);
            record.put("description", "In bulk by " + adminRoles);
            lines.add(line(record));
        }

        ImportAnswer answer = callers.importing(caller).post("roles?results=all&ifExists=merge", lines);

        List<String> outcomes = new ArrayList<>();
        for (int i = 0; i < lines.size(); i++) {
            boolean written = answer.outcomes().get(i + 1).matches("added|updated");
            if (!written) {
                assertThat(answer.outcomes().get(i + 1)).startsWith("forbidden ");
            }
            outcomes.add(targets().get(i) + (written ? " written" : " forbidden"));
        }
        assertThat(outcomes).isEqualTo(verdicts).anyMatch(outcome -> outcome.endsWith("written"));
    }

    @Test
    void law8_whoMayNotSeeClientsIsNotToldWhichThereAre() throws IOException {
        List<String> lines = List.of(
                line(Map.of("name", "seller", "client", "shop")),
                line(Map.of("name", "fresh", "client", "shop")),
                line(Map.of("name", "fresh", "client", "none")));

        ImportAnswer answer = callers.importing(callers.with("manage-realm")).post("roles?results=all", lines);

        assertThat(answer.outcomes().values()).hasSize(3).containsOnly("forbidden /client");
        assertThat(answer.rejects().stream()
                        .map(reject -> reject.get("message").asText())
                        .distinct())
                .hasSize(1);
    }

    /** Fine-grained permissions let the caller manage one client and no other. */
    @Test
    void law8_whoManagesOneClientMakesRolesOfThatClient(SharedServer server) throws IOException {
        Callers realm = FineGrainedPermissions.realm(server, "composite-rights-fine");
        for (String client : List.of("own", "other")) {
            realm.admin().post(realm.path("clients"), Map.of("clientId", client));
            realm.admin().post(realm.path("clients/" + realm.clientId(client) + "/roles"), Map.of("name", "there"));
        }
        String id = realm.create("manager");
        AdminHttp caller = realm.signIn("manager");
        assertThat(realm.importing(caller)
                        .post("roles", line(Map.of("name", "early", "client", "own")))
                        .status())
                .isEqualTo(403);
        FineGrainedPermissions permissions = new FineGrainedPermissions(realm, id);
        permissions.allowOne("Clients", realm.clientId("own"), "manage", "map-roles-composite");
        List<Map<String, Object>> records = List.of(
                Map.of("name", "new", "client", "own"),
                Map.of("name", "of-own", "client", "own", "composites", composites(new NamedRole("own", "there"))),
                Map.of("name", "of-other", "client", "own", "composites", composites(new NamedRole("other", "there"))),
                Map.of("name", "of-realm", "client", "own", "composites", composites(new NamedRole(null, "auditor"))),
                Map.of("name", "new", "client", "other"),
                Map.of("name", "new"));
        List<Integer> statuses = new ArrayList<>();
        for (Map<String, Object> record : records) {
            Map<String, Object> body = new TreeMap<>(record);
            body.put("name", "api-" + record.get("name"));
            body.put("composite", record.containsKey("composites"));
            String client = (String) body.remove("client");
            String path = (client == null ? "" : "clients/" + realm.clientId(client) + "/") + "roles";
            statuses.add(caller.send("POST", realm.path(path), body).statusCode());
        }

        ImportAnswer answer = realm.importing(caller)
                .post(
                        "roles?results=all",
                        records.stream().map(CompositeRightsIT::line).toList());

        assertThat(statuses).containsExactly(201, 201, 403, 403, 403, 403);
        assertThat(answer.outcomes().values())
                .containsExactly(
                        "added",
                        "added",
                        "forbidden /composites/client/other/0",
                        "forbidden /composites/realm/0",
                        "forbidden /client",
                        "forbidden /name");
    }

    /** A record for this role. */
    private static Map<String, Object> record(NamedRole role) {
        Map<String, Object> record = new TreeMap<>(Map.of("name", role.name()));
        if (role.client() != null) {
            record.put("client", role.client());
        }
        return record;
    }

    /** The {@code composites} of a role that contains this one. */
    private static Map<String, Object> composites(NamedRole role) {
        List<String> names = List.of(role.name());
        return role.client() == null ? Map.of("realm", names) : Map.of("client", Map.of(role.client(), names));
    }

    private static String pointer(NamedRole role) {
        return "/composites/" + (role.client() == null ? "realm/0" : "client/" + role.client() + "/0");
    }

    private static String line(Map<String, Object> record) {
        return AdminHttp.JSON.valueToTree(record).toString();
    }
}
