// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bench;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.junit.jupiter.api.Test;

class HashRateTest {

    /** The hash of OpenSSL for Argon2id with 5 iterations, one lane and 7168 kB: Keycloak's defaults. */
    @Test
    void hashesAsKeycloakDoes() {
        byte[] hash = HashRate.hash("Keylift-demo-1", "0123456789abcdef".getBytes(StandardCharsets.US_ASCII));

        assertThat(Base64.getEncoder().encodeToString(hash)).isEqualTo("KM3fJuX++Zouudkv9v0Af1Xh0UpARLGWJK3nz1bi4+k=");
    }
}
