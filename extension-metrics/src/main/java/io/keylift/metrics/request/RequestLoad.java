// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

import java.util.concurrent.atomic.LongAdder;

/**
 * How many requests there are. The server's executor does not say: it counts its threads at work only with a system property, and what waits only if the number is
 * limited.
 */
public final class RequestLoad {

    private final LongAdder queued = new LongAdder();
    private final LongAdder served = new LongAdder();

    void arrived() {
        queued.increment();
    }

    void takenUp() {
        queued.decrement();
        served.increment();
    }

    /** @param isQueued whether no worker thread had taken it up */
    void ended(boolean isQueued) {
        (isQueued ? queued : served).decrement();
    }

    /** Requests that wait for a worker thread. */
    public long queued() {
        return queued.sum();
    }

    /** Requests that worker threads have taken up and that have not ended. */
    public long served() {
        return served.sum();
    }
}
