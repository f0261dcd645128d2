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
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Law 8 for known privilege escalations that security fixes of Keycloak's Admin API have closed: the import closes
 * them, too.
 */
@OnSharedServer
class KnownWaysInIT {

    private static final String POLICIES = "known-ways-policies";

    private static Callers realm;
    private static Callers policies;
    private static RoleRealm roles;
    private static AdminHttp delegate;
    private static String staff;
    private static String board;

    @BeforeAll
    static void realms(SharedServer server) {
        realm = FineGrainedPermissions.realm(server, "known-ways");
        realm.admin().post(realm.path("clients"), Map.of("clientId", "own", "publicClient", true));
        realm.admin().post(realm.path("client-scopes"), Map.of("name", "hidden", "protocol", "openid-connect"));
        staff = groupId("staff");
        realm.admin().post(realm.path("groups"), Map.of("name", "board"));
        board = groupId("board");
        FineGrainedPermissions permissions = new FineGrainedPermissions(realm, realm.create("delegate"));
        permissions.allowOne("Clients", realm.clientId("own"), "view", "manage");
        permissions.allow("Users", "view", "manage", "manage-group-membership");
        permissions.allow("Groups", "view", "manage", "manage-membership");
        permissions.deny("Groups", board, "view", "manage", "manage-membership");
        delegate = realm.signIn("delegate");
        roles = RoleRealm.create(server, "known-ways-roles");
        TestRealms.create(server.admin(), POLICIES);
        policies = new Callers(server, POLICIES);
    }

    private static String groupId(String name) {
        return realm.admin()
                .get(realm.path("groups?exact=true&search=" + name))
                .get(0)
                .get("id")
                .asText();
    }

    /** CVE-2026-14614. */
    @Test
    void law8_whoManagesOneClientNeitherGivesItClientScopesNorTakesThem() throws IOException {
        String own = "clients/" + realm.clientId("own");
        String hidden = Stream.of(
                        AdminHttp.JSON.convertValue(realm.admin().get(realm.path("client-scopes")), JsonNode[].class))
                .filter(scope -> scope.get("name").asText().equals("hidden"))
                .findFirst()
                .orElseThrow()
                .get("id")
                .asText();
        JsonNode before = realm.admin().get(realm.path(own));
        assertThat(status("PUT", own + "/default-client-scopes/" + hidden, null))
                .isEqualTo(403);

        assertThat(outcomes(
                        "clients?ifExists=merge", Map.of("clientId", "own", "defaultClientScopes", List.of("hidden"))))
                .containsExactly("forbidden /defaultClientScopes");
        assertThat(outcomes("clients?ifExists=overwrite", Map.of("clientId", "own", "optionalClientScopes", List.of())))
                .containsExactly("forbidden /optionalClientScopes");
        assertThat(realm.admin().get(realm.path(own))).isEqualTo(before);

        assertThat(outcomes(
                        "clients?ifExists=overwrite",
                        Map.of(
                                "clientId",
                                "own",
                                "description",
                                "With the scopes it has",
                                "defaultClientScopes",
                                before.get("defaultClientScopes"))))
                .containsExactly("updated");
    }

    /** CVE-2026-16105 and CVE-2026-16106. */
    @Test
    void law8_whoMayNotMapARoleDoesNotTakeItOutOfAnother() throws IOException {
        Callers callers = roles.callers;
        AdminHttp caller = callers.with("manage-realm");
        String composites = callers.path("roles/boss/composites");
        JsonNode before = callers.admin().get(composites);
        assertThat(caller.send("DELETE", composites, before).statusCode()).isEqualTo(403);

        Map<String, Object> none = Map.of("client", Map.of(Callers.REALM_MANAGEMENT, List.of()));
        ImportAnswer answer = callers.importing(caller)
                .post(
                        "roles?results=all&ifExists=overwrite",
                        List.of(line(Map.of("name", "boss", "composites", none))));

        assertThat(answer.outcomes().values()).containsExactly("forbidden /composites");
        assertThat(callers.admin().get(composites)).isEqualTo(before);
    }

    /** CVE-2026-3121. */
    @Test
    void law8_nobodyLoosensTheEnforcementOfAdminPermissions() throws IOException {
        String settings = realm.path("clients/" + realm.clientId("admin-permissions") + "/authz/resource-server");
        JsonNode before = realm.admin().get(settings);
        Map<String, Object> loose = Map.of("policyEnforcementMode", "DISABLED");
        assertThat(realm.admin().send("PUT", settings, loose).statusCode()).isEqualTo(400);

        ImportAnswer answer = realm.importing(realm.admin())
                .post(
                        "clients?results=all&ifExists=merge",
                        List.of(line(Map.of("clientId", "admin-permissions", "authorizationSettings", loose))));

        assertThat(answer.outcomes().values()).containsExactly("invalid /authorizationSettings");
        assertThat(realm.admin().get(settings)).isEqualTo(before);
    }

    /** CVE-2026-9099. */
    @Test
    void law8_aGroupIsNotMovedByThoseWhoMayNotManageIt() throws IOException {
        assertThat(status("POST", "groups/" + staff + "/children", Map.of("id", board, "name", "board")))
                .isEqualTo(403);

        assertThat(outcomes("groups?ifExists=overwrite", Map.of("id", board, "path", "/staff/board")))
                .containsExactly("forbidden /path");
        assertThat(realm.admin().get(realm.path("groups/" + board)).get("path").asText())
                .isEqualTo("/board");
    }

    /** CVE-2026-18571. */
    @Test
    void law8_aNewUserJoinsOnlyGroupsWhoseMembersTheCallerManages() throws IOException {
        assertThat(status("POST", "users", Map.of("username", "joins-by-api", "groups", List.of("/board"))))
                .isEqualTo(403);

        assertThat(outcomes("users", Map.of("username", "joins-in-bulk", "groups", List.of("/board"))))
                .containsExactly("forbidden /groups/0");
        assertThat(realm.userId("joins-in-bulk")).isNull();
    }

    /** CVE-2026-4629. */
    @Test
    void law8_aRoleThatAMapperPutsIntoATokenIsNoRight(SharedServer server) throws IOException {
        Map<String, Object> mapper = Map.of(
                "name",
                "all",
                "protocol",
                "openid-connect",
                "protocolMapper",
                "oidc-hardcoded-role-mapper",
                "config",
                Map.of("role", Callers.REALM_MANAGEMENT + ".realm-admin"));
        Callers callers = roles.callers;
        AdminHttp manager = callers.with("manage-clients");
        ImportAnswer added = callers.importing(manager)
                .post(
                        "clients",
                        List.of(line(Map.of(
                                "clientId",
                                "generous",
                                "publicClient",
                                true,
                                "directAccessGrantsEnabled",
                                true,
                                "protocolMappers",
                                List.of(mapper)))));
        assertThat(added.count("added")).isEqualTo(1);
        callers.create("nobody");
        AdminHttp caller = new AdminHttp(
                server.keycloak().baseUrl(),
                "known-ways-roles",
                Map.of(
                        "grant_type",
                        "password",
                        "client_id",
                        "generous",
                        "username",
                        "nobody",
                        "password",
                        Callers.PASSWORD));
        assertThat(caller.send("GET", callers.path("users"), null).statusCode()).isEqualTo(403);

        for (String kind : List.of("users", "groups", "clients", "roles")) {
            assertThat(callers.importing(caller).post(kind, "{}").status())
                    .as(kind)
                    .isEqualTo(403);
        }
    }

    /** CVE-2026-18570 and CVE-2026-18573. */
    @Test
    void law8_clientPoliciesSeeWhatARecordLeavesOutAndWhatAClientIsToBecome() throws IOException {
        policies.admin().post(policies.path("clients"), Map.of("clientId", "public", "publicClient", true));
        policies.admin()
                .send(
                        "PUT",
                        policies.path("client-policies/profiles"),
                        Map.of(
                                "profiles",
                                List.of(
                                        profile("narrow", "full-scope-disabled", Map.of("auto-configure", false)),
                                        profile(
                                                "signed",
                                                "secure-client-authenticator",
                                                Map.of(
                                                        "allowed-client-authenticators",
                                                        List.of("client-jwt"),
                                                        "default-client-authenticator",
                                                        "")))));
        policies.admin()
                .send(
                        "PUT",
                        policies.path("client-policies/policies"),
                        Map.of(
                                "policies",
                                List.of(
                                        policy("all", "any-client", Map.of(), "narrow"),
                                        policy(
                                                "confidential",
                                                "client-access-type",
                                                Map.of("type", List.of("confidential")),
                                                "signed"))));
        AdminHttp manager = policies.with("manage-clients");
        Map<String, Object> silent = Map.of("clientId", "silent", "publicClient", true);
        Map<String, Object> turned = Map.of(
                "clientId",
                "public",
                "publicClient",
                false,
                "fullScopeAllowed",
                false,
                "clientAuthenticatorType",
                "client-secret");
        assertThat(manager.send("POST", policies.path("clients"), silent).statusCode())
                .isEqualTo(400);
        assertThat(manager.send("PUT", policies.path("clients/" + policies.clientId("public")), turned)
                        .statusCode())
                .isEqualTo(400);

        ImportAnswer answer = policies.importing(manager)
                .post("clients?results=all&ifExists=merge", List.of(line(silent), line(turned)));

        assertThat(answer.outcomes().values()).hasSize(2).allMatch(outcome -> !outcome.matches("added|updated"));
        assertThat(policies.admin().get(policies.path("clients?clientId=silent")))
                .isEmpty();
        assertThat(policies.admin()
                        .get(policies.path("clients/" + policies.clientId("public")))
                        .get("publicClient")
                        .asBoolean())
                .isTrue();
    }

    private static Map<String, Object> profile(String name, String executor, Map<String, Object> configuration) {
        return Map.of("name", name, "executors", List.of(Map.of("executor", executor, "configuration", configuration)));
    }

    private static Map<String, Object> policy(
            String name, String condition, Map<String, Object> configuration, String profile) {
        return Map.of(
                "name",
                name,
                "enabled",
                true,
                "conditions",
                List.of(Map.of("condition", condition, "configuration", configuration)),
                "profiles",
                List.of(profile));
    }

    private static int status(String method, String path, Object body) {
        return delegate.send(method, realm.path(path), body).statusCode();
    }

    private static Iterable<String> outcomes(String kind, Map<String, Object> record) throws IOException {
        return realm.importing(delegate)
                .post(kind + (kind.contains("?") ? "&" : "?") + "results=all", List.of(line(record)))
                .outcomes()
                .values();
    }

    private static String line(Map<String, Object> record) {
        return AdminHttp.JSON.valueToTree(record).toString();
    }
}
