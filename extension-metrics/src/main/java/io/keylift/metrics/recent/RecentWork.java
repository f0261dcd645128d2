// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.recent;

import io.keylift.metrics.request.RequestBreakdown;
import io.keylift.metrics.request.RequestObserver;
import java.util.Map;
import java.util.function.LongSupplier;

/** The figures of the requests of the last minutes. */
public final class RecentWork implements RequestObserver {

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
    public RecentWork(Limits limits, LongSupplier nanoTime, Runnable catchUp) {
        this.slices = new Slices(limits.window(), nanoTime);
        this.catchUp = catchUp;
        this.requests = new RecentRequests(limits, slices, nanoTime, catchUp);
        this.statements = new RecentStatements(slices, limits.statements());
        this.clients = new RecentCallers(slices, Caller::client);
        this.realms = new RecentCallers(slices, Caller::realm);
    }

    @Override
    public void requestEnded(RequestBreakdown request) {
        long slice = slices.present();
        requests.add(request, slice);
        statements.add(request, slice);
        clients.add(request, slice);
        realms.add(request, slice);
    }

    /** Drops the figures of this realm, except those that realms share. */
    public void forget(String realm) {
        requests.forget(realm);
        clients.forget(realm);
        realms.forget(realm);
    }

    /** Returns the figures of all requests, which may be a little old if summing them up takes long. */
    public Recent recent() {
        return requests.recent();
    }

    /** Returns the current figures of the requests of this realm; empty if the realm is beyond the limit. */
    public Recent recent(String realm) {
        return requests.recent(realm);
    }

    /** Returns the current figures of the statements, for all realms together. */
    public Map<EndpointStatement, StatementFigures> statements() {
        catchUp.run();
        return statements.all();
    }

    /** Returns the clients whose requests take the most time. */
    public Map<Caller, HeavyHitter> clients() {
        catchUp.run();
        return clients.all();
    }

    /** Returns the realms whose requests take the most time. */
    public Map<Caller, HeavyHitter> realms() {
        catchUp.run();
        return realms.all();
    }

    /** The time that the window covers now. */
    public Interval interval() {
        return Interval.upToNow(slices.age());
    }
}
