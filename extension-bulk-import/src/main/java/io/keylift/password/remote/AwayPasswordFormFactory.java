// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.password.remote;

import org.keycloak.authentication.AuthenticationFlowContext;
import org.keycloak.authentication.Authenticator;
import org.keycloak.authentication.authenticators.browser.PasswordForm;
import org.keycloak.authentication.authenticators.browser.PasswordFormFactory;
import org.keycloak.models.KeycloakSession;

/** Keycloak's form, of the same id, which says so if a password cannot be checked. */
public final class AwayPasswordFormFactory extends PasswordFormFactory {

    @Override
    public Authenticator create(KeycloakSession session) {
        return new Form(session);
    }

    private static final class Form extends PasswordForm {

        Form(KeycloakSession session) {
            super(session);
        }

        @Override
        public void action(AuthenticationFlowContext context) {
            AwayAnswers.run(
                    context,
                    () -> super.action(context),
                    () -> challenge(context, OldSystemAwayException.MESSAGE, null));
        }
    }
}
