// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.password.remote;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.keycloak.models.credential.PasswordCredentialModel;

class RemotePasswordTest {

    private static final RemotePassword CARLA = new RemotePassword("legacy", "carla \"ü\"");

    @Test
    void theStoredFormIsReadAgain() {
        PasswordCredentialModel stored = CARLA.stored();

        assertThat(RemotePassword.of(stored)).isEqualTo(CARLA);
        assertThat(RemotePassword.of("password", stored.getSecretData(), stored.getCredentialData()))
                .isEqualTo(CARLA);
        assertThat(CARLA.toString()).doesNotContain("carla");
    }

    /** The database counts by it. */
    @Test
    void thePublicPartIsTheSameForAllUsersOfAnOldSystem() {
        assertThat(CARLA.stored().getCredentialData())
                .isEqualTo("{\"hashIterations\":1,\"algorithm\":\"keylift-remote\",\"additionalParameters\":"
                        + "{\"remote\":[\"legacy\"]}}");
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"hashIterations\":1,\"algorithm\":\"argon2\",\"additionalParameters\":{\"keylift-remote\":[\"a\"]}}",
                "{\"hashIterations\":1,\"algorithm\":\"keylift-remote\",\"additionalParameters\":{}}",
                "{\"hashIterations\":1,\"algorithm\":\"keylift-remote\"}",
                "keylift-remote"
            })
    void anyOtherCredentialIsNone(String credentialData) {
        assertThat(RemotePassword.of("password", "{\"value\":\"carla\"}", credentialData))
                .isNull();
    }

    @Test
    void aCredentialWithoutANameIsNone() {
        String data = CARLA.stored().getCredentialData();

        assertThat(RemotePassword.of("password", "{}", data)).isNull();
        assertThat(RemotePassword.of("password", "{\"value\":\"\"}", data)).isNull();
        assertThat(RemotePassword.of("password", "{\"value\":\"" + "c".repeat(256) + "\"}", data))
                .isNull();
        assertThat(RemotePassword.of("otp", CARLA.stored().getSecretData(), data))
                .isNull();
    }
}
