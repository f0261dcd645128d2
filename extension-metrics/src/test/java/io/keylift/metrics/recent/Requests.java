// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.recent;

import io.keylift.metrics.request.Phase;
import io.keylift.metrics.request.PhaseTimes;
import io.keylift.metrics.request.RequestBreakdown;
import io.keylift.metrics.request.StatementUse;
import java.time.Instant;
import java.util.List;
import java.util.stream.Stream;

/** Finished requests for tests. */
public final class Requests {

    private Requests() {}

    /** A request with these phases. */
    public static RequestBreakdown of(String realm, String uri, long nanos, long[] phases) {
        return of(realm, null, uri, nanos, phases, 3);
    }

    /** A request of this client with three statements. */
    public static RequestBreakdown by(String realm, String client, long nanos) {
        return by(realm, client, realm, nanos);
    }

    /** A request of this client for this realm. */
    public static RequestBreakdown by(String realm, String client, String pathRealm, long nanos) {
        return of(realm, client, pathRealm, "/users", nanos, new long[Phase.values().length], 3);
    }

    /** A request with these statements. */
    public static RequestBreakdown executing(String uri, StatementUse... uses) {
        return of("acme", null, uri, 1_000_000_000, new long[Phase.values().length], 0, uses);
    }

    /** A request with this number of statements. */
    public static RequestBreakdown executing(String uri, long nanos, long statements) {
        return of("acme", null, uri, nanos, new long[Phase.values().length], statements);
    }

    private static RequestBreakdown of(
            String realm, String client, String uri, long nanos, long[] phases, long statements, StatementUse... uses) {
        return of(realm, client, realm, uri, nanos, phases, statements, uses);
    }

    private static RequestBreakdown of(
            String realm,
            String client,
            String pathRealm,
            String uri,
            long nanos,
            long[] phases,
            long statements,
            StatementUse... uses) {
        return new RequestBreakdown(
                uri,
                "GET",
                200,
                false,
                realm,
                client,
                pathRealm,
                null,
                Instant.EPOCH,
                nanos,
                new PhaseTimes(phases),
                statements + Stream.of(uses).mapToLong(StatementUse::count).sum(),
                List.of(uses),
                2048,
                List.of(),
                List.of(),
                List.of(),
                null,
                PhaseTimes.NONE);
    }
}
