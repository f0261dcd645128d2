// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.hashing;

/** Keycloak's {@code argon2}, timed. */
public final class TimedArgon2Factory extends TimedPasswordHashFactory {

    public TimedArgon2Factory() {
        super("argon2", "org.keycloak.crypto.hash.Argon2PasswordHashProviderFactory");
    }
}
