// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.password.remote;

import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.Response.Status;
import org.keycloak.authentication.AuthenticationFlowContext;
import org.keycloak.authentication.authenticators.directgrant.ValidatePassword;

/** Keycloak's step of the password grant, of the same id, which says so if a password cannot be checked. */
public final class AwayValidatePassword extends ValidatePassword {

    @Override
    public void authenticate(AuthenticationFlowContext context) {
        AwayAnswers.run(context, () -> super.authenticate(context), this::answer);
    }

    private Response answer() {
        return errorResponse(
                Status.SERVICE_UNAVAILABLE.getStatusCode(),
                "temporarily_unavailable",
                "The password cannot be checked at the moment");
    }
}
