// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.rights;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.TestRealms;
import io.keylift.it.http.AdminHttp;
import io.keylift.it.imports.support.Callers;
import io.keylift.it.imports.support.ImportAnswer;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;

/** Law 8 for removals: a job removes exactly the users whom its caller could remove through the Admin API. */
@OnSharedServer
class RemovalRightsIT {

    private static final String REALM = "removal-rights";

    private static Callers callers;

    @BeforeAll
    static void realm(SharedServer server) {
        TestRealms.createForTenant(server.admin(), REALM);
        callers = new Callers(server, REALM);
    }

    static List<String> adminRoles() {
        return callers.adminRoles();
    }

    @ParameterizedTest
    @MethodSource("adminRoles")
    void law8_aSingleAdminRoleRemovesWhomItMayRemoveThroughTheAdminApi(String role) throws IOException {
        AdminHttp caller = callers.with(role);
        String byApi = callers.create("api-" + role);
        callers.create("bulk-" + role);

        int verdict = delete(caller, callers, byApi);
        ImportAnswer answer = remove(callers, caller, "?op=remove", "bulk-" + role);

        boolean permitted = role.equals("manage-users") || role.equals("realm-admin");
        assertThat(verdict).isEqualTo(permitted ? 204 : 403);
        assertThat(answer.status()).isEqualTo(permitted ? 200 : 403);
        assertThat(callers.userId("bulk-" + role) == null).isEqualTo(permitted);
    }

    @Test
    void law8_aCallerWithoutAnyAdminRoleRemovesNobody() throws IOException {
        callers.create("safe-from-nobody");

        assertThat(remove(callers, callers.with(), "?op=remove", "safe-from-nobody")
                        .status())
                .isEqualTo(403);
        assertThat(callers.userId("safe-from-nobody")).isNotNull();
    }

    /** As in the Admin API, administrators can be removed. */
    @Test
    void law8_anAdministratorIsRemovedLikeAnybodyElse_theCallerIncluded() throws IOException {
        Callers realm = callers;
        for (String name : List.of("admin-by-api", "admin-in-bulk")) {
            String id = realm.create(name);
            String client = realm.clientId(Callers.REALM_MANAGEMENT);
            realm.admin()
                    .post(
                            realm.path("users/" + id + "/role-mappings/clients/" + client),
                            List.of(realm.admin().get(realm.path("clients/" + client + "/roles/realm-admin"))));
        }
        AdminHttp itself = realm.signIn("admin-in-bulk");
        realm.create("after-the-caller");

        int verdict = delete(realm.signIn("admin-by-api"), realm, realm.userId("admin-by-api"));
        ImportAnswer answer = realm.importing(itself)
                .post(
                        "users?op=remove&chunkSize=1&parallelism=1",
                        List.of("{\"username\":\"admin-in-bulk\"}", "{\"username\":\"after-the-caller\"}"));

        assertThat(verdict).isEqualTo(204);
        assertThat(realm.userId("admin-by-api")).isNull();
        assertThat(realm.userId("admin-in-bulk")).isNull();
        assertThat(answer.count("removed")).isEqualTo(1);
        assertThat(answer.end()).isEqualTo("FAILED caller_gone");
        assertThat(realm.userId("after-the-caller")).isNotNull();
    }

    @Test
    void law8_fineGrainedPermissionsCountForEachUser(SharedServer server) throws IOException {
        Callers fine = FineGrainedPermissions.realm(server, "fine-grained-removal");
        FineGrainedPermissions permissions = new FineGrainedPermissions(fine, fine.create("caller"));
        AdminHttp caller = fine.signIn("caller");
        String kept = fine.create("kept");
        permissions.allow("Users", "view", "manage");
        permissions.deny("Users", kept, "view", "manage");

        assertThat(delete(caller, fine, fine.create("by-api"))).isEqualTo(204);
        assertThat(delete(caller, fine, kept)).isEqualTo(403);
        fine.create("in-bulk");
        ImportAnswer dry = remove(fine, caller, "?op=remove&dryRun=true&results=all", "in-bulk", "kept", "not-there");
        ImportAnswer answer = remove(fine, caller, "?op=remove&results=all", "in-bulk", "kept", "not-there");

        assertThat(answer.outcomes())
                .isEqualTo(Map.of(1, "removed", 2, "skipped", 3, "skipped"))
                .isEqualTo(dry.outcomes());
        assertThat(fine.userId("in-bulk")).isNull();
        assertThat(fine.userId("kept")).isNotNull();
    }

    /** Who may manage one user may remove that user, and see no job but the own ones. */
    @ParameterizedTest
    @ValueSource(booleans = {true, false})
    void law8_aPermissionOnOneUserIsEnoughForThatUser(boolean mayQuery, SharedServer server) throws IOException {
        Callers fine = FineGrainedPermissions.realm(server, "fine-grained-one-" + mayQuery);
        String id = fine.create("caller");
        if (mayQuery) {
            String client = fine.clientId(Callers.REALM_MANAGEMENT);
            fine.admin()
                    .post(
                            fine.path("users/" + id + "/role-mappings/clients/" + client),
                            List.of(fine.admin().get(fine.path("clients/" + client + "/roles/query-users"))));
        }
        FineGrainedPermissions permissions = new FineGrainedPermissions(fine, id);
        AdminHttp caller = fine.signIn("caller");
        for (String name : List.of("by-api", "in-bulk")) {
            permissions.allowOne("Users", fine.create(name), "manage");
        }
        fine.create("stranger");
        fine.importing(fine.admin()).post("users?op=remove&job=of-another", "{\"username\":\"nobody\"}");

        ImportAnswer answer = remove(fine, caller, "?op=remove&results=all&job=own", "stranger", "in-bulk", "nobody");

        assertThat(delete(caller, fine, fine.userId("by-api"))).isEqualTo(204);
        assertThat(answer.status()).isEqualTo(mayQuery ? 200 : 403);
        assertThat(fine.userId("in-bulk") == null).isEqualTo(mayQuery);
        assertThat(fine.userId("stranger")).isNotNull();
        if (mayQuery) {
            assertThat(answer.outcomes()).isEqualTo(Map.of(1, "skipped", 2, "removed", 3, "skipped"));
            assertThat(fine.importing(caller).job("own").path("removed").asLong())
                    .isEqualTo(1);
        }
        assertThat(caller.send("GET", fine.path("bulk-import/jobs/of-another"), null)
                        .statusCode())
                .isEqualTo(403);
        assertThat(fine.importing(caller)
                        .post("users", "{\"username\":\"not-to-be\"}")
                        .status())
                .isEqualTo(403);
    }

    private static int delete(AdminHttp caller, Callers realm, String id) {
        return caller.send("DELETE", realm.path("users/" + id), null).statusCode();
    }

    private static ImportAnswer remove(Callers realm, AdminHttp caller, String query, String... usernames)
            throws IOException {
        return realm.importing(caller)
                .post(
                        "users" + query,
                        List.of(usernames).stream()
                                .map(name -> "{\"username\":\"" + name + "\"}")
                                .toList());
    }
}
