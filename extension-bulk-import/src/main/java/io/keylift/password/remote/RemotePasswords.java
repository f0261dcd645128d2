// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.password.remote;

import org.keycloak.credential.CredentialInput;
import org.keycloak.credential.PasswordCredentialProvider;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.RealmModel;
import org.keycloak.models.UserModel;

/**
 * Keycloak's passwords. While the current one is checked, an old system may be asked for it. If that gives no answer,
 * the check ends with an {@link OldSystemAwayException}, so that it counts as no wrong password.
 */
final class RemotePasswords extends PasswordCredentialProvider {

    private final PasswordCredentialProvider original;

    /** @param original verifies, and counts in the meters of Keycloak */
    RemotePasswords(KeycloakSession session, PasswordCredentialProvider original) {
        super(session, null, false, false, false, false, false);
        this.original = original;
    }

    @Override
    public boolean isValid(RealmModel realm, UserModel user, CredentialInput input) {
        SignInCheck check = new SignInCheck(RealmKey.of(realm));
        session.setAttribute(SignInCheck.ATTRIBUTE, check);
        boolean isValid;
        try {
            isValid = original.isValid(realm, user, input);
        } finally {
            session.removeAttribute(SignInCheck.ATTRIBUTE);
        }
        if (!isValid && check.isOpen()) {
            throw new OldSystemAwayException(session, user);
        }
        return isValid;
    }
}
