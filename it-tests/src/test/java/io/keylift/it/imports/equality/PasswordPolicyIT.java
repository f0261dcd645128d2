// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.it.imports.equality;

import static org.assertj.core.api.Assertions.assertThat;

import io.keylift.it.OnSharedServer;
import io.keylift.it.SharedServer;
import io.keylift.it.TestRealms;
import io.keylift.it.imports.support.ImportAnswer;
import io.keylift.it.imports.support.ImportClient;
import io.keylift.it.imports.support.Tokens;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Law 5: the password of an existing user must satisfy the same policies as in {@code PUT}, including those that
 * compare it with the stored user.
 */
@OnSharedServer
class PasswordPolicyIT {

    /** One user for each password, who has had {@code first} and {@code second} and has {@code third}. */
    private static final List<String> PASSWORDS = List.of(
            "first", "second", "third", "fourth", "mail4@example.org", "MAIL5@example.org", "x-user6-x", "user7");

    @ParameterizedTest
    @CsvSource({
        "history, passwordHistory(3), overwrite",
        "short-history, passwordHistory(2), merge",
        "age, passwordAge(7), merge",
        "names, notEmail and notUsername and notContainsUsername, merge",
    })
    void law5_policiesKnowTheStoredUser(String name, String policy, String ifExists, SharedServer server)
            throws IOException {
        ImportClient imported = realm("passwords-" + name, policy, server);
        String twin = "passwords-" + name + "-put";
        realm(twin, policy, server);
        List<String> expected = new ArrayList<>();
        for (int i = 0; i < PASSWORDS.size(); i++) {
            int status = put(server, twin, "user" + i, PASSWORDS.get(i));
            expected.add(status == 400 ? "password_policy /credentials/0/value" : "updated");
        }
        List<String> records = new ArrayList<>();
        for (int i = 0; i < PASSWORDS.size(); i++) {
            records.add(record(i, PASSWORDS.get(i), ""));
        }

        ImportAnswer dry = imported.post("users?dryRun=true&results=all&ifExists=" + ifExists, records);
        ImportAnswer answer = imported.post("users?results=all&ifExists=" + ifExists, records);

        assertThat(expected).contains("updated", "password_policy /credentials/0/value");
        assertThat(dry.outcomes().values()).containsExactlyElementsOf(expected);
        assertThat(answer.outcomes().values()).containsExactlyElementsOf(expected);
        Tokens tokens = Tokens.in(server, "passwords-" + name);
        assertThat(tokens.signIn("user3", "fourth", "openid").has("access_token"))
                .as("the new password")
                .isTrue();
    }

    private static ImportClient realm(String realm, String policy, SharedServer server) throws IOException {
        TestRealms.create(
                server.admin(),
                Map.of(
                        "realm",
                        realm,
                        "enabled",
                        true,
                        "passwordPolicy",
                        "hashAlgorithm(pbkdf2-sha512) and hashIterations(1) and " + policy));
        ImportClient client = new ImportClient(server.admin(), realm);
        for (String password : List.of("first", "second", "third")) {
            List<String> records = new ArrayList<>();
            for (int i = 0; i < PASSWORDS.size(); i++) {
                records.add(record(
                        i,
                        password,
                        ",\"enabled\":true,\"firstName\":\"Pat\",\"lastName\":\"Last\",\"email\":\"mail" + i
                                + "@example.org\""));
            }
            assertThat(client.post("users?ifExists=merge", records).count("rejected"))
                    .isZero();
        }
        return client;
    }

    private static String record(int user, String password, String more) {
        return "{\"username\":\"user" + user + "\",\"credentials\":[{\"type\":\"password\",\"value\":\"" + password
                + "\"}]" + more + "}";
    }

    private static int put(SharedServer server, String realm, String username, String password) {
        String users = "/admin/realms/" + realm + "/users";
        String id = server.admin()
                .get(users + "?exact=true&username=" + username)
                .get(0)
                .path("id")
                .asText();
        Map<String, String> credential = Map.of("type", "password", "value", password);
        return server.admin()
                .send("PUT", users + "/" + id, Map.of("credentials", List.of(credential)))
                .statusCode();
    }
}
