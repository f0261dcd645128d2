// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.hashing;

import org.keycloak.credential.hash.PasswordHashProvider;
import org.keycloak.credential.hash.Pbkdf2Sha256PasswordHashProviderFactory;
import org.keycloak.models.KeycloakSession;

/** Keycloak's own, in whose place it stands by having its id, timed. */
public final class TimedPbkdf2Sha256Factory extends Pbkdf2Sha256PasswordHashProviderFactory {

    @Override
    public PasswordHashProvider create(KeycloakSession session) {
        return TimedPasswordHash.of(getId(), super.create(session));
    }
}
