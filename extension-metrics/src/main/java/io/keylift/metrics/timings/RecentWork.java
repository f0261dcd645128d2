// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.timings;

import io.keylift.metrics.request.RequestBreakdown;
import io.keylift.metrics.request.RequestObserver;
import java.util.function.LongSupplier;

/** All that is kept of the requests of the last minutes. */
final class RecentWork implements RequestObserver {

    private final Slices slices;
    private final Runnable catchUp;
    private final RecentRequests requests;
    private final RecentStatements statements;
    private final RecentCallers clients;
    private final RecentCallers realms;

    /**
     * @param nanoTime time as {@link System#nanoTime()}
     * @param catchUp delivers all finished requests to this observer
     */
    RecentWork(TimingsSettings settings, LongSupplier nanoTime, Runnable catchUp) {
        this.slices = new Slices(settings.window(), nanoTime);
        this.catchUp = catchUp;
        this.requests = new RecentRequests(settings, slices, nanoTime, catchUp);
        this.statements = new RecentStatements(slices, settings.maxStatements());
        this.clients = new RecentCallers(slices, Caller::client);
        this.realms = new RecentCallers(slices, Caller::realm);
    }

    @Override
    public void requestEnded(RequestBreakdown request) {
        requests.requestEnded(request);
        statements.requestEnded(request);
        clients.requestEnded(request);
        realms.requestEnded(request);
    }

    /** Drops the figures of this realm, except those that realms share. */
    void forget(String realm) {
        requests.forget(realm);
        clients.forget(realm);
        realms.forget(realm);
    }

    RecentRequests requests() {
        return requests;
    }

    /** The statements of all realms up to now. */
    StatementsRepresentation statements(StatementsQuery query) {
        catchUp.run();
        return StatementsRepresentation.of(statements.all(), Interval.upToNow(slices.age()), query);
    }

    /** @param realm name of the only realm, or {@code null} for all */
    HeavyHittersRepresentation heavyHitters(String realm, HeavyHittersQuery query) {
        catchUp.run();
        RecentCallers callers = query.byRealm() ? realms : clients;
        return HeavyHittersRepresentation.of(realm, callers.all(), Interval.upToNow(slices.age()), query);
    }
}
