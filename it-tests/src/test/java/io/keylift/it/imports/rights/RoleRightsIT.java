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
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;

/** Law 8, second half: which roles a caller can add and remove by importing users. */
@OnSharedServer
class RoleRightsIT {

    private static final String REALM = "role-rights";

    private static RoleRealm realm;
    private static Callers callers;

    @BeforeAll
    static void realm(SharedServer server) {
        realm = RoleRealm.create(server, REALM);
        callers = realm.callers;
    }

    static List<RoleRealm.Caller> callers() {
        return List.of(
                realm.caller("manage-users"),
                realm.caller("manage-users", "view-realm"),
                realm.caller("manage-users", "manage-clients", "manage-realm"),
                realm.caller("realm-admin"),
                realm.callerOfMaster("manage-users"),
                realm.callerOfMaster("manage-users", "view-realm"));
    }

    @ParameterizedTest
    @MethodSource("callers")
    void law8_aRoleIsImportedOrForbiddenAsTheAdminApiMapsOrForbidsIt(RoleRealm.Caller caller) throws IOException {
        Callers realm = caller.in();
        String prefix = "mapped-" + UUID.randomUUID() + "-";
        String victim = realm.create(prefix + "by-the-admin-api");
        List<NamedRole> mappings = caller.roles();
        List<String> verdicts = new ArrayList<>();
        List<String> lines = new ArrayList<>();
        for (NamedRole mapping : mappings) {
            int status = map(realm, caller.http(), mapping, victim, "POST");
            assertThat(status).as("%s", mapping).isIn(204, 403);
            verdicts.add(verdict(mapping, status == 204));
            lines.add(mapping.givenTo("username", prefix + lines.size()));
        }

        // All in one chunk: those that are allowed are imported whatever becomes of their neighbours.
        ImportAnswer answer = realm.importing(caller.http()).post("users", lines);

        List<String> outcomes = new ArrayList<>();
        for (int i = 0; i < mappings.size(); i++) {
            NamedRole mapping = mappings.get(i);
            String user = realm.userId(prefix + i);
            if (user == null) {
                assertForbidden(reject(answer, i + 1), mapping);
            } else {
                assertThat(roles(realm, user)).contains(mapping.name());
            }
            outcomes.add(verdict(mapping, user != null));
        }
        assertThat(outcomes).isEqualTo(verdicts).anyMatch(outcome -> outcome.endsWith("given"));
    }

    private static void assertForbidden(JsonNode reject, NamedRole mapping) {
        assertThat(reject.get("code").asText()).isEqualTo("forbidden");
        assertThat(reject.get("pointer").asText()).isEqualTo(mapping.pointer());
        assertThat(reject.get("message").asText()).contains(mapping.name());
    }

    @Test
    void law8_aCallerWhoMayNotMapRealmAdminCannotImportSomebodyWhoHasIt() throws IOException {
        List<String> lines = new ArrayList<>();
        lines.add("{\"username\":\"before\"}");
        for (String role : List.of("realm-admin", "manage-realm")) {
            lines.add(new NamedRole(Callers.REALM_MANAGEMENT, role).givenTo("username", "would-be-" + role));
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
        Callers master = realm.master;
        AdminHttp caller = master.withRolesOf("master-realm", "manage-users");
        List<NamedRole> mappings = List.of(
                new NamedRole(null, "admin"),
                new NamedRole(null, "create-realm"),
                new NamedRole("master-realm", "manage-realm"),
                new NamedRole(REALM + "-realm", "manage-users"));
        List<String> lines = new ArrayList<>();
        for (NamedRole mapping : mappings) {
            lines.add(mapping.givenTo("username", "kept-from-" + lines.size()));
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
        NamedRole admin = new NamedRole(Callers.REALM_MANAGEMENT, "realm-admin");
        String name = "changed-" + ifExists + "-" + method.toLowerCase();
        String user = callers.create(name);
        String record = admin.givenTo("username", name);
        if (method.equals("DELETE")) {
            callers.admin()
                    .post(
                            callers.path("users/" + user + "/role-mappings/clients/"
                                    + callers.clientId(Callers.REALM_MANAGEMENT)),
                            List.of(admin.in(callers)));
            record = "{\"username\":\"" + name + "\",\"clientRoles\":{\"" + Callers.REALM_MANAGEMENT + "\":[]}}";
        }
        List<String> before = roles(callers, user);

        ImportAnswer answer = callers.importing(caller).post("users?ifExists=" + ifExists, record);

        assertThat(map(callers, caller, admin, user, method)).isEqualTo(403);
        assertThat(answer.rejects()).singleElement().satisfies(reject -> {
            assertThat(reject.get("code").asText()).isEqualTo("forbidden");
            assertThat(reject.get("pointer").asText()).startsWith("/clientRoles");
        });
        assertThat(roles(callers, user)).isEqualTo(before);
    }

    /** Status of the Admin API's answer to the caller who gives, or takes away, the role. */
    private static int map(Callers realm, AdminHttp caller, NamedRole mapping, String user, String method) {
        String path = realm.path("users/" + user) + mapping.mappings(realm);
        return caller.send(method, path, List.of(mapping.in(realm))).statusCode();
    }

    private static String verdict(NamedRole role, boolean given) {
        return role.pointer() + " " + role.name() + (given ? " given" : " forbidden");
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
