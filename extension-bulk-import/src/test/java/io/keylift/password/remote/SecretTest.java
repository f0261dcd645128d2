// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.password.remote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.nio.CharBuffer;
import org.junit.jupiter.api.Test;

class SecretTest {

    @Test
    void aSecretOfTheVaultIsAsLongAsOneOfAFile() throws NoAnswerException {
        Secret key = Secret.inVault("key");
        assertThat(key.requireLength(16)).isTrue();

        key.found(CharBuffer.wrap("short"));
        assertThatThrownBy(key::text).isInstanceOf(NoAnswerException.class);

        key.found(CharBuffer.wrap(" sixteen characters\n"));
        assertThat(key.text()).isEqualTo("sixteen characters");
        assertThat(Secret.of("short").requireLength(16)).isFalse();
    }

    /** A directory takes a bind without a password for one of an anonymous user. */
    @Test
    void anEmptyEntryOfTheVaultIsNone() {
        Secret password = Secret.inVault("password");

        password.found(CharBuffer.wrap(" \n"));

        assertThatThrownBy(password::text).isInstanceOf(NoAnswerException.class);
    }
}
