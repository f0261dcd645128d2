// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.timings;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.keylift.metrics.request.InFlightRequest;
import java.util.List;

/**
 * A request in flight. Times are in seconds.
 *
 * @param age time since the request arrived
 * @param phase the phase that it is in
 * @param phaseAge time in that phase
 * @param method HTTP method
 * @param uri path template, {@code /...} at its end where the path is not resolved yet, or a constant
 * @param abandoned whether the client has disconnected
 * @param lock class of the monitor or lock that it waits for; absent if there is none, or the wait is short
 * @param realm name of the realm, for administrators of all realms
 * @param client client id, for administrators; absent until it is known
 * @param holder frames of the holder of the lock, the innermost first, for administrators of all realms
 * @param frames frames of its thread, the innermost first, for administrators of all realms
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record RequestRepresentation(
        double age,
        String phase,
        double phaseAge,
        String method,
        String uri,
        boolean abandoned,
        String lock,
        String realm,
        String client,
        List<String> holder,
        List<String> frames) {

    /** The representation for the report: without realm, client and frames. */
    static RequestRepresentation of(InFlightRequest request) {
        return of(request, null, null, null, null);
    }

    static RequestRepresentation of(
            InFlightRequest request, String realm, String client, List<String> holder, List<String> frames) {
        return new RequestRepresentation(
                seconds(request.nanos()),
                request.phase().label(),
                seconds(request.phaseNanos()),
                request.method(),
                request.uri(),
                request.isAbandoned(),
                request.lock() == null ? null : request.lock().lock(),
                realm,
                client,
                holder,
                frames);
    }

    private static double seconds(long nanos) {
        return nanos / 1e9;
    }
}
