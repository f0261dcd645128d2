// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.password.remote;

import org.keycloak.credential.PasswordCredentialProvider;
import org.keycloak.credential.PasswordCredentialProviderFactory;
import org.keycloak.models.KeycloakSession;

/** Keycloak's passwords, of the same id, with those that an old system verifies. */
public final class RemotePasswordsFactory extends PasswordCredentialProviderFactory {

    @Override
    public PasswordCredentialProvider create(KeycloakSession session) {
        return new RemotePasswords(session, super.create(session));
    }
}
