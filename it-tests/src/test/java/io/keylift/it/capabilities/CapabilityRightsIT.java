// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.capabilities;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.Callers;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Law 8 for capabilities: Keycloak's own permissions decide about each call. */
@OnSharedServer
class CapabilityRightsIT {

    private static CapabilityRealm realm;
    private static Callers callers;
    private static Map<String, String> ids;

    @BeforeAll
    static void realm(SharedServer server) {
        realm = CapabilityRealm.create(server, "capability-rights");
        callers = new Callers(server, "capability-rights");
        realm.admin().post(realm.path("clients"), Map.of("clientId", "app"));
        realm.source("app", List.of("a.view"), Map.of());
        String client = realm.admin()
                .get(realm.path("clients?clientId=app"))
                .at("/0/id")
                .asText();
        realm.admin().post(realm.path("clients/" + client + "/roles"), Map.of("name", "of-app"));
        JsonNode ofApp = realm.admin().get(realm.path("clients/" + client + "/roles/of-app"));
        ids = Map.of(
                "realm-role",
                realm.role("of-realm"),
                "client-role",
                ofApp.get("id").asText(),
                "user",
                realm.user("uma"));
    }

    @ParameterizedTest
    @CsvSource({
        // caller, may read and may change the assignments of: a role of the realm, a role of a client, a user
        "manage-realm,   true, true,   false, false, false, false",
        "view-realm,     true, false,  false, false, false, false",
        "manage-clients, false, false, true, true,   false, false",
        "view-clients,   false, false, true, false,  false, false",
        "manage-users,   false, false, false, false, true, true",
        "view-users,     false, false, false, false, true, false",
        "view-events,    false, false, false, false, false, false",
        "realm-admin,    true, true,   true, true,   true, true"
    })
    void law8_assignmentsAreReadByWhoMayViewAndChangedByWhoMayManage(
            String right,
            boolean readRealmRole,
            boolean changeRealmRole,
            boolean readClientRole,
            boolean changeClientRole,
            boolean readUser,
            boolean changeUser) {
        AdminHttp caller = callers.with(right);

        check(caller, "roles/" + ids.get("realm-role"), readRealmRole, changeRealmRole);
        check(caller, "roles/" + ids.get("client-role"), readClientRole, changeClientRole);
        check(caller, "users/" + ids.get("user"), readUser, changeUser);
        assertThat(status(caller, "GET", "users/" + ids.get("user") + "/effective", null))
                .isEqualTo(readUser ? 200 : 403);
    }

    private static void check(AdminHttp caller, String subject, boolean read, boolean change) {
        assertThat(status(caller, "GET", subject, null)).as("GET " + subject).isEqualTo(read ? 200 : 403);
        int expected = change ? 200 : 403;
        assertThat(status(caller, "PUT", subject, Map.of("set", List.of("a.view"))))
                .as("PUT " + subject)
                .isEqualTo(expected);
        assertThat(status(caller, "PATCH", subject, Map.of("add", List.of("a.view"))))
                .as("PATCH " + subject)
                .isEqualTo(expected);
        assertThat(status(caller, "DELETE", subject, null))
                .as("DELETE " + subject)
                .isEqualTo(expected);
    }

    private static int status(AdminHttp caller, String method, String path, Object body) {
        return caller.send(method, realm.path("capabilities/" + path), body).statusCode();
    }

    @ParameterizedTest
    @CsvSource({"manage-realm, 200", "view-realm, 403", "manage-users, 403", "manage-clients, 403"})
    void law8_onlyWhoManagesTheRealmTakesOverCatalogues(String right, int status) {
        assertThat(status(
                        callers.with(right),
                        "PUT",
                        "sources/app",
                        CapabilityRealm.manifest(List.of("a.view"), Map.of())))
                .isEqualTo(status);
    }

    @Test
    void law8_inABatchEachRoleIsAskedFor() {
        Map<String, Object> batch = Map.of(
                "changes",
                List.of(
                        Map.of("id", ids.get("client-role"), "set", List.of("a.view")),
                        Map.of("id", ids.get("realm-role"), "set", List.of("a.view"))));

        assertThat(status(callers.with("manage-clients"), "POST", "roles:batch", batch))
                .isEqualTo(403);
        assertThat(status(callers.with("manage-clients", "manage-realm"), "POST", "roles:batch", batch))
                .isEqualTo(200);
    }

    @Test
    void law8_aDecisionIsForWhoMayViewItsSubject() {
        Map<String, Object> request = Map.of(
                "subject", Map.of("type", "user", "id", "uma"),
                "action", Map.of("name", "view"),
                "resource", Map.of("type", "a"));

        assertThat(status(callers.with("view-realm"), "POST", "evaluate", request))
                .isEqualTo(403);
        assertThat(status(callers.with("view-users"), "POST", "evaluate", request))
                .isEqualTo(200);
    }

    @Test
    void law8_rolesOfAnotherRealmAreNotThere(SharedServer server) {
        CapabilityRealm other = CapabilityRealm.create(server, "capability-rights-other");
        String role = other.role("foreign");
        String user = other.user("foreigner");
        Object put = Map.of("set", List.of("a.view"));

        assertThat(status(realm.admin(), "PUT", "roles/" + role, put)).isEqualTo(404);
        assertThat(status(realm.admin(), "PUT", "users/" + user, put)).isEqualTo(404);
        assertThat(status(
                        realm.admin(),
                        "POST",
                        "roles:batch",
                        Map.of("changes", List.of(Map.of("id", role, "set", List.of("a.view"))))))
                .isEqualTo(404);
        assertThat(other.send("PUT", "capabilities/roles/" + role, put).statusCode())
                .isEqualTo(400);
    }

    @Test
    void changesLeaveAdminEvents() {
        realm.admin()
                .put(
                        realm.path("events/config"),
                        Map.of("adminEventsEnabled", true, "adminEventsDetailsEnabled", true));
        String role = realm.role("watched");

        realm.assign(role, "a.view");
        realm.assign(role, "a.view");

        JsonNode events = realm.admin().get(realm.path("admin-events?resourcePath=capabilities/roles/" + role));
        assertThat(events).hasSize(1);
        assertThat(events.at("/0/resourceType").asText()).isEqualTo("CAPABILITY_ASSIGNMENT");
        assertThat(events.at("/0/representation").asText()).contains("a.view");
        assertThat(events.at("/0/authDetails/userId").asText()).isNotEmpty();
    }
}
