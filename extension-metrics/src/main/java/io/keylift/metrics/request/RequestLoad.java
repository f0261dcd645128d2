// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

import java.lang.ref.Cleaner;
import java.util.concurrent.atomic.LongAdder;

/**
 * Number of current requests. The server's executor cannot provide it: it counts its active threads only with a system
 * property, and its queue only if that is limited. A request whose client has disconnected counts until its worker
 * thread is done, because the thread is not free before.
 */
public final class RequestLoad {

    private final LongAdder queued = new LongAdder();
    private final LongAdder served = new LongAdder();
    private final LongAdder abandoned = new LongAdder();
    private final Cleaner cleaner = Cleaner.create(task -> OwnThread.daemon("keylift-abandoned-requests", task));

    /** The count of one request: in the queue, then as served, then not at all. */
    final class Place {

        private boolean isTakenUp;
        private boolean isLeft;

        private Place() {
            queued.increment();
        }

        /** @return whether the request was in the queue until now */
        synchronized boolean takenUp() {
            if (isTakenUp || isLeft) {
                return false;
            }
            isTakenUp = true;
            queued.decrement();
            served.increment();
            return true;
        }

        synchronized void leave() {
            if (!isLeft) {
                isLeft = true;
                (isTakenUp ? served : queued).decrement();
            }
        }
    }

    Place arrived() {
        return new Place();
    }

    /** Counts a request whose client disconnected before its response was complete. */
    void abandoned() {
        abandoned.increment();
    }

    /** Leaves the place at the latest when the request is no longer referenced. */
    void leaveWithout(RequestWork request, Place place) {
        cleaner.register(request, place::leave);
    }

    /** Requests that wait for a worker thread, including those whose clients have disconnected. */
    public long queued() {
        return queued.sum();
    }

    /** Requests that worker threads work for, including those whose clients have disconnected. */
    public long served() {
        return served.sum();
    }

    /** Total number of requests whose clients disconnected before their responses were complete. */
    public long abandonedSoFar() {
        return abandoned.sum();
    }
}
