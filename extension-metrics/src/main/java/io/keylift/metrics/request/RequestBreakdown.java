// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

import java.time.Instant;
import java.util.List;
import java.util.Objects;

/**
 * Duration of a finished request by phase. Immutable.
 *
 * @param uri path template of the endpoint, or a constant in capitals if there is none; never the path of the request
 * @param method HTTP method, or {@code OTHER} for an unknown method
 * @param status HTTP status of the response
 * @param aborted whether the connection broke before the response was complete
 * @param realm name of the realm of the client, or of the path if there is no client; {@code null} if the request has
 *     none
 * @param client client id of the client, or {@code null} if the request has none
 * @param pathRealm name of the realm that the request is for, or {@code null} if it has none; not {@code realm} if an
 *     administrator of one realm calls the Admin API for another
 * @param grantType grant type of a token request, {@code other} if the server does not know it, or {@code null} for all
 *     other requests
 * @param start arrival of the request
 * @param nanos time from arrival until the last byte of the response is handed to the connection, in nanoseconds
 * @param phases durations of the phases, which add up to {@code nanos}
 * @param statements number of SQL statements; a batch counts once
 * @param statementUses the statements by their text, which add up to {@code statements}
 * @param allocated memory that the request's thread allocated, in bytes; 0 if the JVM does not tell
 * @param connectionWaits one entry for each requested database connection, including time-outs
 * @param connectionUses time that each returned database connection was in use, in nanoseconds
 * @param steps steps of authentication flows in their order, if they are timed; at most {@value #MOST_STEPS}
 * @param lock the lock that it waited for longest, if it waited for one long enough to be seen, or {@code null}
 * @param reported the part of {@code phases} that a {@link ProgressObserver} received before
 */
public record RequestBreakdown(
        String uri,
        String method,
        int status,
        boolean aborted,
        String realm,
        String client,
        String pathRealm,
        String grantType,
        Instant start,
        long nanos,
        PhaseTimes phases,
        long statements,
        List<StatementUse> statementUses,
        long allocated,
        List<ConnectionWait> connectionWaits,
        List<Long> connectionUses,
        List<AuthenticationStep> steps,
        LockWait lock,
        PhaseTimes reported) {

    /** A flow that goes round in circles has no end. */
    static final int MOST_STEPS = 100;

    public RequestBreakdown {
        statementUses = List.copyOf(statementUses);
        connectionWaits = List.copyOf(connectionWaits);
        connectionUses = List.copyOf(connectionUses);
        steps = List.copyOf(steps);
    }

    /** The part of the durations that no {@link ProgressObserver} received before. */
    public PhaseTimes unreported() {
        return phases.minus(reported);
    }

    /** The realm that the request is for, if it is not the realm of its client; {@code null} otherwise. */
    public String otherRealm() {
        return Objects.equals(pathRealm, realm) ? null : pathRealm;
    }
}
