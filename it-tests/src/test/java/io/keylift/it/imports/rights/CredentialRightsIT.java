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
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;

/** Law 8 for credentials: whoever may not reset a user's password imports none, either. */
@OnSharedServer
class CredentialRightsIT {

    private static Callers realm;
    private static AdminHttp keeper;

    @BeforeAll
    static void realm(SharedServer server) {
        realm = FineGrainedPermissions.realm(server, "credential-rights");
        realm.create("alice");
        realm.create("bob");
        FineGrainedPermissions permissions = new FineGrainedPermissions(realm, realm.create("keeper"));
        permissions.allow("Users", "view", "manage");
        permissions.deny("Users", realm.userId("alice"), "reset-password");
        keeper = realm.signIn("keeper");
    }

    @Test
    void law8_credentialsOfAnExistingUserNeedThePermissionToResetThem() throws IOException {
        assertThat(reset(keeper, "alice")).isEqualTo(403);
        assertThat(reset(keeper, "bob")).isEqualTo(204);

        ImportAnswer answer = realm.importing(keeper).post("users?ifExists=merge&results=all", """
                {"username":"alice","credentials":[{"type":"password","value":"a new one"}]}
                {"username":"bob","credentials":[{"type":"password","value":"a new one"}]}
                {"username":"carol","credentials":[{"type":"password","value":"a new one"}]}
                """);

        assertThat(answer.rejects()).hasSize(1);
        assertThat(answer.rejects().get(0).path("line").asInt()).isOne();
        assertThat(answer.rejects().get(0).path("code").asText()).isEqualTo("forbidden");
        assertThat(answer.rejects().get(0).path("pointer").asText()).isEqualTo("/credentials");
        assertThat(answer.count("updated")).isOne();
        assertThat(answer.count("added")).isOne();
        assertThat(realm.signIn("alice").token()).isNotBlank();
    }

    @Test
    void withoutCredentialsTheUserIsChanged() throws IOException {
        ImportAnswer answer = realm.importing(keeper)
                .post("users?ifExists=merge", "{\"username\":\"alice\",\"lastName\":\"Cooper\",\"credentials\":[]}");

        assertThat(answer.rejects()).isEmpty();
        assertThat(answer.count("updated")).isOne();
    }

    @Test
    void whoManagesAllUsersResetsEachPassword() throws IOException {
        AdminHttp manager = realm.with("manage-users", "view-users");
        realm.create("dave");
        new FineGrainedPermissions(realm, realm.create("other")).deny("Users", realm.userId("dave"), "reset-password");

        assertThat(reset(manager, "dave")).isEqualTo(204);
        assertThat(realm.importing(manager)
                        .post(
                                "users?ifExists=merge",
                                "{\"username\":\"dave\",\"credentials\":"
                                        + "[{\"type\":\"password\",\"value\":\"a new one\"}]}")
                        .count("updated"))
                .isOne();
    }

    private static int reset(AdminHttp caller, String user) {
        return caller.send(
                        "PUT",
                        realm.path("users/" + realm.userId(user) + "/reset-password"),
                        Map.of("type", "password", "value", Callers.PASSWORD, "temporary", false))
                .statusCode();
    }
}
