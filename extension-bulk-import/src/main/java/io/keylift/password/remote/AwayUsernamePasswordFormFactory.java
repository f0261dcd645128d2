// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.password.remote;

import org.keycloak.authentication.AuthenticationFlowContext;
import org.keycloak.authentication.Authenticator;
import org.keycloak.authentication.authenticators.browser.UsernamePasswordForm;
import org.keycloak.authentication.authenticators.browser.UsernamePasswordFormFactory;
import org.keycloak.authentication.authenticators.util.AuthenticatorUtils;
import org.keycloak.models.KeycloakSession;

/** Keycloak's form, of the same id, which says so if a password cannot be checked. */
public final class AwayUsernamePasswordFormFactory extends UsernamePasswordFormFactory {

    @Override
    public Authenticator create(KeycloakSession session) {
        return new Form(session);
    }

    private static final class Form extends UsernamePasswordForm {

        Form(KeycloakSession session) {
            super(session);
        }

        @Override
        public void action(AuthenticationFlowContext context) {
            AwayAnswers.run(context, () -> super.action(context), () -> {
                AuthenticatorUtils.setupReauthenticationInUsernamePasswordFormError(context);
                return challenge(context, OldSystemAwayException.MESSAGE, null);
            });
        }
    }
}
