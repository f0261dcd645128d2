// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.hashing;

/** Keycloak's {@code pbkdf2}, timed. */
public final class TimedPbkdf2Factory extends TimedPasswordHashFactory {

    public TimedPbkdf2Factory() {
        super("pbkdf2", "org.keycloak.credential.hash.Pbkdf2PasswordHashProviderFactory");
    }
}
