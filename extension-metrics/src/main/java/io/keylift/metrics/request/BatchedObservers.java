// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

import java.util.List;

/**
 * Observers that receive finished requests in batches. All of them receive a request before the next one: its data is
 * fetched into the processor's caches once.
 */
final class BatchedObservers {

    /** Number of finished requests in a batch: a millisecond's work. */
    static final int MOST_ENDED = 256;

    private final List<ObserverHandle> observers;
    private final EndedRequests ended = new EndedRequests(MOST_ENDED, this::tell);

    BatchedObservers(List<ObserverHandle> observers) {
        this.observers = List.copyOf(observers);
    }

    /** Delivers a request by {@link #catchUp()}, or at once if one of the observers cannot receive it later. */
    void requestEnded(RequestBreakdown request) {
        boolean canWait = !observers.isEmpty();
        for (ObserverHandle observer : observers) {
            canWait &= observer.canBeBatched(request);
        }
        if (canWait) {
            ended.add(request);
        } else {
            tell(request);
        }
    }

    private void tell(RequestBreakdown request) {
        for (ObserverHandle observer : observers) {
            observer.requestEnded(request);
        }
    }

    /** Delivers all finished requests. */
    void catchUp() {
        ended.tell();
    }
}
