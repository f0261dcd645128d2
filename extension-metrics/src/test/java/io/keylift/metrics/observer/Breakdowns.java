// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.observer;

import io.keylift.metrics.request.ConnectionWait;
import io.keylift.metrics.request.LockWait;
import io.keylift.metrics.request.Phase;
import io.keylift.metrics.request.PhaseTimes;
import io.keylift.metrics.request.RequestBreakdown;
import java.time.Instant;
import java.util.List;

/** Finished requests for tests. */
final class Breakdowns {

    private Breakdowns() {}

    static RequestBreakdown request(String realm, String client) {
        return request("/admin/realms/{realm}", realm, client);
    }

    /** 10 ms of waiting for one connection, 20 ms of SQL, 70 ms of anything else. */
    static RequestBreakdown request(String uri, String realm, String client) {
        return request(uri, "GET", realm, client);
    }

    /** A request with this HTTP method. */
    static RequestBreakdown request(String uri, String method, String realm, String client) {
        return request(uri, method, realm, client, null);
    }

    /** A request that ended so. */
    static RequestBreakdown ended(int status, boolean aborted) {
        return like(request("acme", "shop"), "acme", status, aborted, null, PhaseTimes.NONE);
    }

    /** A token request. */
    static RequestBreakdown token(String grantType) {
        return like(request("/token", "POST", "acme", "shop"), "acme", 200, false, grantType, PhaseTimes.NONE);
    }

    /** A request of a client of one realm for another one. */
    static RequestBreakdown across(String realm, String client, String pathRealm) {
        return like(request(realm, client), pathRealm, 200, false, null, PhaseTimes.NONE);
    }

    /** A request in flight with these phases, of which a part has been reported before. */
    static RequestBreakdown soFar(PhaseTimes phases, PhaseTimes before) {
        RequestBreakdown known = reported(before);
        return new RequestBreakdown(
                known.uri(),
                known.method(),
                0,
                false,
                known.realm(),
                known.client(),
                known.pathRealm(),
                null,
                known.start(),
                known.nanos(),
                phases,
                0,
                List.of(),
                0,
                List.of(),
                List.of(),
                List.of(),
                null,
                before);
    }

    /** A request of which this part has been reported before. */
    static RequestBreakdown reported(PhaseTimes before) {
        return like(request("acme", "shop"), "acme", 200, false, null, before);
    }

    private static RequestBreakdown like(
            RequestBreakdown request,
            String pathRealm,
            int status,
            boolean aborted,
            String grantType,
            PhaseTimes reported) {
        return new RequestBreakdown(
                request.uri(),
                request.method(),
                status,
                aborted,
                request.realm(),
                request.client(),
                pathRealm,
                grantType,
                request.start(),
                request.nanos(),
                request.phases(),
                request.statements(),
                request.statementUses(),
                request.allocated(),
                request.connectionWaits(),
                request.connectionUses(),
                request.steps(),
                request.lock(),
                reported);
    }

    /** A request that waited for this lock. */
    static RequestBreakdown waiting(LockWait lock) {
        return request("/admin/realms/{realm}", "GET", "acme", "shop", lock);
    }

    private static RequestBreakdown request(String uri, String method, String realm, String client, LockWait lock) {
        long[] nanos = new long[Phase.values().length];
        nanos[Phase.POOL_WAIT.ordinal()] = 10_000_000;
        nanos[Phase.SQL.ordinal()] = 20_000_000;
        nanos[Phase.REST.ordinal()] = 70_000_000;
        return new RequestBreakdown(
                uri,
                method,
                200,
                false,
                realm,
                client,
                realm,
                null,
                Instant.EPOCH,
                100_000_000,
                new PhaseTimes(nanos),
                3,
                List.of(),
                2048,
                List.of(new ConnectionWait(15_000_000, 10_000_000)),
                List.of(30_000_000L),
                List.of(),
                lock,
                PhaseTimes.NONE);
    }
}
