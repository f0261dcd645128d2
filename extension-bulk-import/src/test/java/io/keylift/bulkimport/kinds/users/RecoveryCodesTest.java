// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.users;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.keycloak.credential.CredentialModel;
import org.keycloak.models.credential.RecoveryAuthnCodesCredentialModel;

class RecoveryCodesTest {

    @Test
    void codesThatKeycloakMakesAreGood() throws UnusableCredentialException {
        RecoveryAuthnCodesCredentialModel codes =
                RecoveryAuthnCodesCredentialModel.createFromValues(List.of("ABCD", "EFGH"), 1L, null);

        RecoveryCodes.check(codes);
        codes.removeRecoveryAuthnCode();
        RecoveryCodes.check(codes);

        assertThat(RecoveryCodes.hashes(codes)).hasSize(1);
    }

    @ParameterizedTest
    @ValueSource(
            strings = {
                "{\"codes\":[]}",
                "{\"codes\":[{\"number\":1,\"encodedHashedValue\":\"\"}]}",
                "{\"codes\":[{\"number\":1,\"encodedHashedValue\":\"QUJD\"}]}",
                "{\"codes\":[{\"number\":1,\"encodedHashedValue\":\"A\"}]}"
            })
    void codesThatCannotBeComparedAreNot(String secretData) {
        UnusableCredentialException cause = catchThrowableOfType(
                UnusableCredentialException.class, () -> RecoveryCodes.check(codes(secretData, "{}")));

        assertThat(cause.field()).isEqualTo("secretData");
    }

    /** The message of the exception quotes the data, so the caller replaces it. */
    @ParameterizedTest
    @ValueSource(strings = {"null", "{}", "{\"codes\":[null]}", "{\"codes\":[{\"number\":1}]}", "[]"})
    void dataOfAnotherFormFails(String secretData) {
        assertThatThrownBy(() -> RecoveryCodes.check(codes(secretData, "{}"))).isInstanceOf(RuntimeException.class);
    }

    @Test
    void theDataAreReadWhenACodeIsUsed() {
        RecoveryAuthnCodesCredentialModel codes =
                RecoveryAuthnCodesCredentialModel.createFromValues(List.of("ABCD"), 1L, null);

        UnusableCredentialException cause = catchThrowableOfType(
                UnusableCredentialException.class, () -> RecoveryCodes.check(codes(codes.getSecretData(), "null")));

        assertThat(cause.field()).isEqualTo("credentialData");
    }

    private static CredentialModel codes(String secretData, String credentialData) {
        CredentialModel model = new CredentialModel();
        model.setSecretData(secretData);
        model.setCredentialData(credentialData);
        return model;
    }
}
