// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.password.remote;

import io.keylift.hook.Guard;
import org.keycloak.credential.hash.PasswordHashProvider;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.PasswordPolicy;
import org.keycloak.models.credential.PasswordCredentialModel;

/**
 * Asks an old system, if the current password of a user is checked. Policies also compare a new password with stored
 * ones: then no password is the same, and the old system is not asked. As it never fulfills a policy, Keycloak hashes a
 * password anew as soon as it was verified.
 */
final class RemotePasswordProvider implements PasswordHashProvider {

    private static final String MAKES_NO_HASHES =
            "Algorithm `" + RemotePassword.ALGORITHM + "` asks other systems and makes no hashes";

    private final KeycloakSession session;
    private final Targets targets;
    private final Guard guard;

    RemotePasswordProvider(KeycloakSession session, Targets targets, Guard guard) {
        this.session = session;
        this.targets = targets;
        this.guard = guard;
    }

    @Override
    public boolean verify(String rawPassword, PasswordCredentialModel credential) {
        SignInCheck check = session.getAttribute(SignInCheck.ATTRIBUTE, SignInCheck.class);
        return check != null && guard.call(() -> check.verify(targets, rawPassword, credential), false);
    }

    @Override
    public boolean policyCheck(PasswordPolicy policy, PasswordCredentialModel credential) {
        return false;
    }

    @Override
    public PasswordCredentialModel encodedCredential(String rawPassword, int iterations) {
        throw new UnsupportedOperationException(MAKES_NO_HASHES);
    }

    @Override
    @Deprecated
    public String encode(String rawPassword, int iterations) {
        throw new UnsupportedOperationException(MAKES_NO_HASHES);
    }

    @Override
    public void close() {
        // Nothing to release.
    }
}
