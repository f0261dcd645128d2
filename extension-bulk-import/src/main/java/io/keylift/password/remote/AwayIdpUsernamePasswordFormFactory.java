// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.password.remote;

import org.keycloak.authentication.AuthenticationFlowContext;
import org.keycloak.authentication.Authenticator;
import org.keycloak.authentication.authenticators.broker.IdpUsernamePasswordForm;
import org.keycloak.authentication.authenticators.broker.IdpUsernamePasswordFormFactory;
import org.keycloak.models.KeycloakSession;

/** Keycloak's form, of the same id, which says so if a password cannot be checked. */
public final class AwayIdpUsernamePasswordFormFactory extends IdpUsernamePasswordFormFactory {

    @Override
    public Authenticator create(KeycloakSession session) {
        return new Form(session);
    }

    private static final class Form extends IdpUsernamePasswordForm {

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
