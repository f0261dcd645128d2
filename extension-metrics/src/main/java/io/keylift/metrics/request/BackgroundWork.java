// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

/** Work outside of requests. Each phase is reported when it ends. */
final class BackgroundWork implements MeasuredWork {

    private final ObserverDispatch observers;

    BackgroundWork(ObserverDispatch observers) {
        this.observers = observers;
    }

    @Override
    public long enter(Phase phase) {
        return System.nanoTime();
    }

    @Override
    public long exit(Phase phase, long entered) {
        long nanos = System.nanoTime() - entered;
        report(phase, nanos);
        return nanos;
    }

    void report(Phase phase, long nanos) {
        // The wait for a connection is reported with the connection.
        if (phase != Phase.POOL_WAIT) {
            observers.all(observer -> observer.backgroundPhase(phase, nanos));
        }
    }

    @Override
    public void executed(String sql, long nanos) {
        observers.all(RequestObserver::backgroundStatement);
    }

    @Override
    public void rows(String sql, long rows) {
        // Rows of background work are not reported.
    }

    @Override
    public void connectionAcquired(long waitNanos) {
        observers.all(observer -> observer.backgroundPhase(Phase.POOL_WAIT, waitNanos));
    }

    @Override
    public void connectionReturned(long useNanos) {
        observers.all(observer -> observer.backgroundConnectionUse(useNanos));
    }
}
