// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.hashing;

/** Keycloak's {@code pbkdf2-sha512}, timed. */
public final class TimedPbkdf2Sha512Factory extends TimedPasswordHashFactory {

    public TimedPbkdf2Sha512Factory() {
        super("pbkdf2-sha512", "org.keycloak.credential.hash.Pbkdf2Sha512PasswordHashProviderFactory");
    }
}
