// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.hashing;

/** Keycloak's {@code pbkdf2-sha256}, timed. */
public final class TimedPbkdf2Sha256Factory extends TimedPasswordHashFactory {

    public TimedPbkdf2Sha256Factory() {
        super("pbkdf2-sha256", "org.keycloak.credential.hash.Pbkdf2Sha256PasswordHashProviderFactory");
    }
}
