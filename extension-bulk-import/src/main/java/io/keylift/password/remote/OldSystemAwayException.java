// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.password.remote;

import jakarta.ws.rs.WebApplicationException;
import jakarta.ws.rs.core.HttpHeaders;
import jakarta.ws.rs.core.Response;
import jakarta.ws.rs.core.Response.Status;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.UserModel;
import org.keycloak.services.ErrorPage;

/**
 * An old system has not said whether a password is right. {@link AwayAnswers} shows it in the form of the sign-in; any
 * other caller answers with a page of its own, and counts no failure either.
 */
final class OldSystemAwayException extends WebApplicationException {

    /** Key of the message. */
    static final String MESSAGE = "keyliftPasswordNotChecked";

    private static final long serialVersionUID = 1L;
    private static final String RETRY_SECONDS = "30";

    private final transient KeycloakSession session;
    private final transient UserModel user;

    OldSystemAwayException(KeycloakSession session, UserModel user) {
        super("An old system has not said whether a password is right", Status.SERVICE_UNAVAILABLE);
        this.session = session;
        this.user = user;
    }

    UserModel user() {
        return user;
    }

    @Override
    public Response getResponse() {
        Response page = ErrorPage.error(
                session, session.getContext().getAuthenticationSession(), Status.SERVICE_UNAVAILABLE, MESSAGE);
        return Response.fromResponse(page)
                .header(HttpHeaders.RETRY_AFTER, RETRY_SECONDS)
                .build();
    }
}
