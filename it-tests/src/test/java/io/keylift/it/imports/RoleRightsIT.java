// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.SharedServer;
import io.keylift.it.SharedServerExtension;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.tenant.TenantRealm;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.extension.ExtendWith;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Law 8, second half: which roles a caller may give, and take away, by importing users. */
@ExtendWith(SharedServerExtension.class)
class RoleRightsIT {

    private static final String REALM = "role-rights";
    private static final String APPLICATION = "shop";

    private static Callers callers;
    private static Callers master;

    @BeforeAll
    static void realm(SharedServer server) {
        TenantRealm.create(server.admin(), REALM);
        callers = new Callers(server, REALM);
        master = new Callers(server, "master");
        AdminHttp admin = server.admin();
        admin.post(callers.path("clients"), Map.of("clientId", APPLICATION));
        String shop = callers.clientId(APPLICATION);
        admin.post(callers.path("clients/" + shop + "/roles"), Map.of("name", "seller"));
        // Bears the name of an admin role and gives nobody any right.
        admin.post(callers.path("clients/" + shop + "/roles"), Map.of("name", "manage-realm"));
        admin.post(callers.path("roles"), Map.of("name", "boss"));
        admin.post(
                callers.path("roles/boss/composites"), List.of(role(callers, Callers.REALM_MANAGEMENT, "realm-admin")));
    }

    /** Somebody who has just these roles of the client that manages the realm. */
    record Caller(String realm, List<String> adminRoles) {

        Callers in() {
            return realm.equals(REALM) ? callers : master;
        }

        AdminHttp http() {
            return in().withRolesOf(
                            in() == master ? "master-realm" : Callers.REALM_MANAGEMENT,
                            adminRoles.toArray(String[]::new));
        }

        /** Roles of all sorts that there are in this realm. */
        List<Mapping> roles() {
            List<Mapping> roles = new ArrayList<>();
            if (in() == master) {
                Stream.of("admin", "create-realm", "offline_access")
                        .forEach(role -> roles.add(new Mapping(null, role)));
                for (String client : List.of("master-realm", REALM + "-realm")) {
                    Stream.of("manage-users", "manage-realm", "view-realm", "impersonation")
                            .forEach(role -> roles.add(new Mapping(client, role)));
                }
            } else {
                callers.adminRoles().forEach(role -> roles.add(new Mapping(Callers.REALM_MANAGEMENT, role)));
                Stream.of("seller", "manage-realm").forEach(role -> roles.add(new Mapping(APPLICATION, role)));
                Stream.of("auditor", "boss").forEach(role -> roles.add(new Mapping(null, role)));
            }
            return roles;
        }
    }

    /** A role that a record gives, of a client or, without one, of the realm. */
    record Mapping(String client, String role) {

        Map<String, Object> record(String username) {
            return client == null
                    ? Map.of("username", username, "realmRoles", List.of(role))
                    : Map.of("username", username, "clientRoles", Map.of(client, List.of(role)));
        }

        String line(String username) {
            return AdminHttp.JSON.valueToTree(record(username)).toString();
        }

        String pointer() {
            return client == null ? "/realmRoles/0" : "/clientRoles/" + client + "/0";
        }

        String verdict(boolean given) {
            return pointer() + " " + role + (given ? " given" : " forbidden");
        }
    }

    static List<Caller> callers() {
        return List.of(
                new Caller(REALM, List.of("manage-users")),
                new Caller(REALM, List.of("manage-users", "view-realm")),
                new Caller(REALM, List.of("manage-users", "manage-clients", "manage-realm")),
                new Caller(REALM, List.of("realm-admin")),
                new Caller("master", List.of("manage-users")),
                new Caller("master", List.of("manage-users", "view-realm")));
    }

    @ParameterizedTest
    @MethodSource("callers")
    void law8_aRoleIsImportedOrForbiddenAsTheAdminApiMapsOrForbidsIt(Caller caller) throws IOException {
        Callers realm = caller.in();
        String prefix = "mapped-" + UUID.randomUUID() + "-";
        String victim = realm.create(prefix + "by-the-admin-api");
        List<Mapping> mappings = caller.roles();
        List<String> verdicts = new ArrayList<>();
        List<String> lines = new ArrayList<>();
        for (Mapping mapping : mappings) {
            int status = map(realm, caller.http(), mapping, victim, "POST");
            assertThat(status).as("%s", mapping).isIn(204, 403);
            verdicts.add(mapping.verdict(status == 204));
            lines.add(mapping.line(prefix + lines.size()));
        }

        // All in one chunk: those that are allowed are imported whatever becomes of their neighbours.
        ImportAnswer answer = realm.importing(caller.http()).post("users", lines);

        List<String> outcomes = new ArrayList<>();
        for (int i = 0; i < mappings.size(); i++) {
            Mapping mapping = mappings.get(i);
            String user = realm.userId(prefix + i);
            if (user == null) {
                assertForbidden(reject(answer, i + 1), mapping);
            } else {
                assertThat(roles(realm, user)).contains(mapping.role());
            }
            outcomes.add(mapping.verdict(user != null));
        }
        assertThat(outcomes).isEqualTo(verdicts).anyMatch(outcome -> outcome.endsWith("given"));
    }

    private static void assertForbidden(JsonNode reject, Mapping mapping) {
        assertThat(reject.get("code").asText()).isEqualTo("forbidden");
        assertThat(reject.get("pointer").asText()).isEqualTo(mapping.pointer());
        assertThat(reject.get("message").asText()).contains(mapping.role());
    }

    @Test
    void law8_aCallerWhoMayNotMapRealmAdminCannotImportSomebodyWhoHasIt() throws IOException {
        List<String> lines = new ArrayList<>();
        lines.add("{\"username\":\"before\"}");
        for (String role : List.of("realm-admin", "manage-realm")) {
            lines.add(new Mapping(Callers.REALM_MANAGEMENT, role).line("would-be-" + role));
        }
        lines.add("{\"username\":\"behind\"}");

        ImportAnswer answer = callers.importing(callers.with("manage-users")).post("users", lines);

        assertThat(answer.rejects())
                .extracting(reject -> reject.get("code").asText() + " "
                        + reject.get("pointer").asText() + " "
                        + reject.get("line").asInt())
                .containsExactly(
                        "forbidden /clientRoles/realm-management/0 2", "forbidden /clientRoles/realm-management/0 3");
        assertThat(answer.rejects().get(0).get("message").asText()).contains("realm-admin");
        assertThat(answer.count("added")).isEqualTo(2);
        assertThat(callers.userId("before")).isNotNull();
        assertThat(callers.userId("behind")).isNotNull();
        assertThat(callers.userId("would-be-realm-admin")).isNull();
        assertThat(callers.userId("would-be-manage-realm")).isNull();
    }

    @Test
    void law8_masterKeepsItsAdminRolesFromWhoOnlyManagesItsUsers() throws IOException {
        AdminHttp caller = master.withRolesOf("master-realm", "manage-users");
        List<Mapping> mappings = List.of(
                new Mapping(null, "admin"),
                new Mapping(null, "create-realm"),
                new Mapping("master-realm", "manage-realm"),
                new Mapping(REALM + "-realm", "manage-users"));
        List<String> lines = new ArrayList<>();
        for (Mapping mapping : mappings) {
            lines.add(mapping.line("kept-from-" + lines.size()));
        }

        ImportAnswer answer = master.importing(caller).post("users", lines);

        for (int i = 0; i < mappings.size(); i++) {
            assertForbidden(reject(answer, i + 1), mappings.get(i));
        }
        assertThat(answer.count("added")).isZero();
    }

    @ParameterizedTest
    @CsvSource({"overwrite, POST", "merge, POST", "overwrite, DELETE"})
    void law8_anExistingUsersRolesChangeAsTheAdminApiLetsThemChange(String ifExists, String method) throws IOException {
        AdminHttp caller = callers.with("manage-users");
        Mapping admin = new Mapping(Callers.REALM_MANAGEMENT, "realm-admin");
        String name = "changed-" + ifExists + "-" + method.toLowerCase();
        String user = callers.create(name);
        Map<String, Object> record = admin.record(name);
        if (method.equals("DELETE")) {
            callers.admin()
                    .post(
                            callers.path("users/" + user + "/role-mappings/clients/"
                                    + callers.clientId(Callers.REALM_MANAGEMENT)),
                            List.of(role(callers, Callers.REALM_MANAGEMENT, "realm-admin")));
            record = Map.of("username", name, "clientRoles", Map.of(Callers.REALM_MANAGEMENT, List.of()));
        }
        List<String> before = roles(callers, user);

        ImportAnswer answer = callers.importing(caller)
                .post(
                        "users?ifExists=" + ifExists,
                        AdminHttp.JSON.valueToTree(record).toString());

        assertThat(map(callers, caller, admin, user, method)).isEqualTo(403);
        assertThat(answer.rejects()).singleElement().satisfies(reject -> {
            assertThat(reject.get("code").asText()).isEqualTo("forbidden");
            assertThat(reject.get("pointer").asText()).startsWith("/clientRoles");
        });
        assertThat(roles(callers, user)).isEqualTo(before);
    }

    /** Status of the Admin API's answer to the caller who gives, or takes away, the role. */
    private static int map(Callers realm, AdminHttp caller, Mapping mapping, String user, String method) {
        String path = "users/" + user + "/role-mappings/"
                + (mapping.client() == null ? "realm" : "clients/" + realm.clientId(mapping.client()));
        return caller.send(method, realm.path(path), List.of(role(realm, mapping.client(), mapping.role())))
                .statusCode();
    }

    private static JsonNode role(Callers realm, String client, String name) {
        String container = client == null ? "" : "clients/" + realm.clientId(client) + "/";
        return realm.admin().get(realm.path(container + "roles/" + name));
    }

    /** Names of all roles, realm and client, that a user has directly. */
    private static List<String> roles(Callers realm, String user) {
        return realm.admin().get(realm.path("users/" + user + "/role-mappings")).findValuesAsText("name");
    }

    private static JsonNode reject(ImportAnswer answer, int line) {
        return answer.rejects().stream()
                .filter(reject -> reject.get("line").asInt() == line)
                .findFirst()
                .orElseThrow(() -> new AssertionError("Line " + line + " is neither imported nor rejected"));
    }
}
