// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.rights;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.capabilities.CapabilityRealm;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.Callers;
import io.keylift.it.imports.support.ImportAnswer;
import java.io.IOException;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/**
 * Law 8: assigning a capability requires permission for that capability, in addition to permission for the role or
 * user.
 */
@OnSharedServer
class CapabilityGivingIT {

    private static final String NAME = "capability-giving";

    private static CapabilityRealm realm;
    private static Callers callers;

    @BeforeAll
    static void realm(SharedServer server) {
        callers = FineGrainedPermissions.realm(server, NAME);
        realm = new CapabilityRealm(server.admin(), NAME);
        client("own");
        client("other");
        realm.source("payments", List.of("payments.approve", "payments.view"), Map.of());
        realm.source("own", List.of("own.view"), Map.of("own.all", List.of("own.view", "payments.view")));
        realm.source("other", List.of("other.view"), Map.of());
    }

    private static String client(String clientId) {
        realm.admin().post(realm.path("clients"), Map.of("clientId", clientId));
        return callers.clientId(clientId);
    }

    private static String clientRole(String clientId, String role) {
        String roles = realm.path("clients/" + callers.clientId(clientId) + "/roles");
        realm.admin().post(roles, Map.of("name", role));
        return realm.admin().get(roles + "/" + role).get("id").asText();
    }

    private static HttpResponse<String> patch(AdminHttp caller, String subject, Object body) {
        return caller.send("PATCH", realm.path("capabilities/" + subject), body);
    }

    private static List<String> imported(AdminHttp caller, String kind, String... lines) throws IOException {
        ImportAnswer answer = callers.importing(caller)
                .post(
                        kind + (kind.contains("?") ? "&" : "?") + "results=all",
                        String.join("\n", lines).replace('\'', '"') + "\n");
        return List.copyOf(answer.addsUp().outcomes().values());
    }

    @Test
    void law8_aDelegateOfOneRoleGivesNoUserCapabilities() throws IOException {
        String delegate = callers.create("help-desk");
        FineGrainedPermissions permissions = new FineGrainedPermissions(callers, delegate);
        String newsletter = realm.role("newsletter");
        permissions.allow("Users", "view", "map-roles");
        permissions.allowOne("Roles", newsletter, "map-role");
        AdminHttp caller = callers.signIn("help-desk");
        String mappings = realm.path("users/" + delegate + "/role-mappings/realm");
        assertThat(caller.send("POST", mappings, List.of(realm.admin().get(realm.path("roles/auditor"))))
                        .statusCode())
                .isEqualTo(403);
        realm.send("PATCH", "capabilities/users/" + delegate, Map.of("add", List.of("payments.view")));

        HttpResponse<String> added =
                patch(caller, "users/" + delegate, Map.of("add", List.of("payments.view", "payments.approve")));

        assertThat(added.statusCode()).as(added.body()).isEqualTo(403);
        assertThat(AdminHttp.parse(added.body()).at("/field").asText()).isEqualTo("/add/1");
        assertThat(AdminHttp.parse(added.body()).at("/params/0").asText()).isEqualTo("forbidden");
        assertThat(imported(
                        caller,
                        "user-capabilities",
                        "{'username':'help-desk','add':['payments.approve']}",
                        "{'username':'help-desk','set':['payments.view','own.view']}",
                        "{'username':'help-desk','set':['payments.view']}",
                        "{'username':'help-desk','remove':['payments.view','payments.approve']}"))
                .containsExactly("forbidden /add/0", "forbidden /set/1", "skipped", "updated");
        realm.send("PATCH", "capabilities/users/" + delegate, Map.of("add", List.of("payments.view")));
        assertThat(imported(
                        caller,
                        "user-capabilities?op=remove",
                        "{'username':'help-desk','add':['payments.view','payments.approve']}"))
                .containsExactly("removed");
        assertThat(realm.effective(delegate)).isEmpty();
    }

    @Test
    void law8_aDelegateOfOneClientGivesWhatIsOfThisClient() throws IOException {
        FineGrainedPermissions permissions = new FineGrainedPermissions(callers, callers.create("client-delegate"));
        permissions.allowOne("Clients", callers.clientId("own"), "manage");
        String role = clientRole("own", "all");
        AdminHttp caller = callers.signIn("client-delegate");

        HttpResponse<String> foreign =
                patch(caller, "roles/" + role, Map.of("add", List.of("own.view", "payments.approve")));
        HttpResponse<String> otherClient = patch(caller, "roles/" + role, Map.of("add", List.of("other.view")));
        HttpResponse<String> own =
                patch(caller, "roles/" + role, Map.of("add", List.of("own.view", "own.all", "unheard")));

        assertThat(foreign.statusCode()).as(foreign.body()).isEqualTo(403);
        assertThat(otherClient.statusCode()).isEqualTo(403);
        assertThat(own.statusCode()).as(own.body()).isEqualTo(403); // as for one that exists and is not of this client
        assertThat(realm.assigned(role)).isEmpty();
        assertThat(patch(caller, "roles/" + role, Map.of("add", List.of("own.all")))
                        .statusCode())
                .isEqualTo(200);
        assertThat(imported(
                        caller,
                        "role-capabilities",
                        "{'role':'all','client':'own','add':['own.view','payments.approve']}",
                        "{'role':'all','client':'own','add':['own.view']}",
                        "{'role':'all','client':'own','set':['other.view']}",
                        "{'role':'all','client':'own','set':[]}"))
                .containsExactly("forbidden /add/1", "updated", "forbidden /set/0", "updated");
    }

    /** The source is that of the client it had when it was new, whatever another is called later. */
    @Test
    void law8_aClientThatIsRenamedDoesNotBecomeASource() {
        String renamed = client("renamed");
        FineGrainedPermissions permissions = new FineGrainedPermissions(callers, callers.create("renamer"));
        permissions.allowOne("Clients", renamed, "manage");
        String role = clientRole("renamed", "all");
        AdminHttp caller = callers.signIn("renamer");

        realm.admin().put(realm.path("clients/" + renamed), Map.of("clientId", "payments"));
        realm.source("payments", List.of("payments.approve", "payments.view"), Map.of());

        assertThat(patch(caller, "roles/" + role, Map.of("add", List.of("payments.approve")))
                        .statusCode())
                .isEqualTo(403);
    }

    @Test
    void adminPermissionsDoNotDependOnCapabilities() {
        String policies = realm.path(
                "clients/" + callers.clientId("admin-permissions") + "/authz/resource-server/policy/capability");

        HttpResponse<String> answer = realm.admin()
                .send("POST", policies, Map.of("name", "approvers", "capabilities", List.of("payments.approve")));

        assertThat(answer.statusCode()).as(answer.body()).isEqualTo(400);
        assertThat(realm.admin().get(policies)).isEmpty();
    }
}
