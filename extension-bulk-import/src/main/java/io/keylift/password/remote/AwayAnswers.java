// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.password.remote;

import jakarta.ws.rs.core.Response;
import java.util.function.Supplier;
import org.keycloak.authentication.AuthenticationFlowContext;

/** Answers of a sign-in for which an old system gives none. */
final class AwayAnswers {

    /** The error of the event. */
    private static final String EVENT = "password_not_checked";

    private AwayAnswers() {}

    /** Runs a step. If the password cannot be checked, the step says so, and brute force protection counts nothing. */
    static void run(AuthenticationFlowContext context, Runnable step, Supplier<Response> answer) {
        try {
            step.run();
        } catch (OldSystemAwayException e) {
            context.getEvent().user(e.user());
            context.getEvent().error(EVENT);
            // A failure would count.
            context.forceChallenge(answer.get());
        }
    }
}
