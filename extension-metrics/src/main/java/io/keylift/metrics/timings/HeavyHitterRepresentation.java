// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.timings;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.keylift.metrics.recent.Caller;
import io.keylift.metrics.recent.HeavyHitter;

/**
 * A realm or a client whose requests take much time.
 *
 * @param realm name of the client's realm, or of the requests' realm without a client; absent if they have none
 * @param client client id; absent if the requests have none, or clients count together
 * @param pathRealm name of the realm that the requests are for; absent if it is {@code realm}, or clients count
 *     together
 * @param total sum of the durations of its requests in seconds: at most this, and at least {@code error} less
 * @param error see {@code total}; 0 if there are few realms and clients
 * @param count number of its requests, without those that {@code error} estimates
 * @param statements number of SQL statements of these requests
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record HeavyHitterRepresentation(
        String realm, String client, String pathRealm, double total, double error, long count, long statements) {

    static HeavyHitterRepresentation of(Caller caller, HeavyHitter hitter) {
        return new HeavyHitterRepresentation(
                caller.realm(),
                caller.client(),
                caller.pathRealm(),
                hitter.nanos() / 1e9,
                hitter.error() / 1e9,
                hitter.count(),
                hitter.statements());
    }
}
