// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

import java.time.Instant;
import java.util.List;

/**
 * Where the time of a finished request went. Immutable.
 *
 * @param uri the endpoint's path template, or a constant in capitals where there is none; never the path of the request
 * @param method HTTP method, or {@code OTHER} for one that HTTP does not know
 * @param status HTTP status of the answer
 * @param aborted whether the connection broke before the answer was complete
 * @param realm name of the realm, or {@code null} where the request has none
 * @param client client id of the client, or {@code null} where none was resolved
 * @param start arrival of the request
 * @param nanos from arrival until the last byte of the answer is handed to the connection, in nanoseconds
 * @param phases its parts; they add up to {@code nanos}
 * @param statements SQL statements sent, each batch counted once
 * @param connectionWaits one for each database connection asked for, also where there was none to be had in time
 * @param connectionUses how long each database connection given back was held, in nanoseconds
 */
public record RequestBreakdown(
        String uri,
        String method,
        int status,
        boolean aborted,
        String realm,
        String client,
        Instant start,
        long nanos,
        PhaseTimes phases,
        long statements,
        List<ConnectionWait> connectionWaits,
        List<Long> connectionUses) {

    public RequestBreakdown {
        connectionWaits = List.copyOf(connectionWaits);
        connectionUses = List.copyOf(connectionUses);
    }
}
