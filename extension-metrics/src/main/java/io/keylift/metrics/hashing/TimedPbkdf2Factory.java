// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.hashing;

import org.keycloak.credential.hash.PasswordHashProvider;
import org.keycloak.models.KeycloakSession;

/** Keycloak's own, in whose place it stands by having its id, timed. */
@SuppressWarnings("deprecation") // the server still has it
public final class TimedPbkdf2Factory extends org.keycloak.credential.hash.Pbkdf2PasswordHashProviderFactory {

    @Override
    public PasswordHashProvider create(KeycloakSession session) {
        return TimedPasswordHash.of(getId(), super.create(session));
    }
}
