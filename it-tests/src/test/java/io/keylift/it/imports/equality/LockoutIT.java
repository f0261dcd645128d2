// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.equality;

import static org.assertj.core.api.Assertions.assertThat;
import static org.awaitility.Awaitility.await;

import com.fasterxml.jackson.databind.JsonNode;
import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.TestRealms;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.Tokens;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/** Law 5: a record that enables a user locked out by failed sign-ins unlocks the user, as {@code PUT} does. */
@OnSharedServer
class LockoutIT {

    private static final String PASSWORD = "correct horse battery staple";

    @ParameterizedTest
    @CsvSource({"true, merge", "true, overwrite", "false, merge"})
    void law5_whoeverIsEnabledCanSignInAgain(boolean permanent, String ifExists, SharedServer server)
            throws IOException {
        String realm = "lockout-" + permanent + "-" + ifExists;
        TestRealms.create(
                server.admin(),
                Map.of(
                        "realm",
                        realm,
                        "enabled",
                        true,
                        "bruteForceProtected",
                        true,
                        "permanentLockout",
                        permanent,
                        "failureFactor",
                        2));
        ImportClient client = new ImportClient(server.admin(), realm);
        String person =
                "{\"username\":\"locked\",\"enabled\":true,\"email\":\"locked@example.org\",\"firstName\":\"Lo\","
                        + "\"lastName\":\"Cked\"%s}";
        client.post("users", List.of(person.formatted(",\"credentials\":[{\"value\":\"" + PASSWORD + "\"}]")));
        Tokens tokens = Tokens.in(server, realm);
        assertThat(signIn(tokens, PASSWORD)).isTrue();
        // A sign-in that succeeds makes up for those that failed.
        for (int i = 0; i < 4; i++) {
            assertThat(signIn(tokens, "wrong")).isFalse();
        }
        assertThat(signIn(tokens, PASSWORD)).as("locked out").isFalse();
        if (permanent) {
            // Keycloak disables the user later, on another thread.
            String users = "/admin/realms/" + realm + "/users?username=locked";
            await().until(() -> !server.admin().get(users).get(0).get("enabled").asBoolean());
        }

        ImportAnswer answer = client.post("users?ifExists=" + ifExists, List.of(person.formatted("")));

        assertThat(answer.count("updated")).as("%s", answer.lines()).isEqualTo(1);
        tokens.signInAgain("locked", PASSWORD, "openid");
        JsonNode user = server.admin()
                .get("/admin/realms/" + realm + "/users?username=locked")
                .get(0);
        assertThat(user.path("attributes").has("disabledReason")).isFalse();
        assertThat(client.post("users?ifExists=" + ifExists, List.of(person.formatted("")))
                        .count("skipped"))
                .isEqualTo(1);
    }

    private static boolean signIn(Tokens tokens, String password) {
        return tokens.signIn("locked", password, "openid").has("access_token");
    }
}
