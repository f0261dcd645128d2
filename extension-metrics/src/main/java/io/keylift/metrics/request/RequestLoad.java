// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

import java.lang.ref.Cleaner;
import java.util.concurrent.atomic.LongAdder;

/**
 * How many requests there are. The server's executor does not say: it counts its threads at work only with a system
 * property, and what waits only if the number is limited. A request whose client has gone counts for as long as the
 * executor has it: its thread is not free, whoever waits for it.
 */
public final class RequestLoad {

    private final LongAdder queued = new LongAdder();
    private final LongAdder served = new LongAdder();
    private final LongAdder abandoned = new LongAdder();
    private final Cleaner cleaner = Cleaner.create(task -> OwnThread.daemon("keylift-abandoned-requests", task));

    /** Where one request is counted: in the queue, then with a thread, then nowhere. */
    final class Place {

        private boolean isTakenUp;
        private boolean isLeft;

        private Place() {
            queued.increment();
        }

        /** @return whether it was in the queue until now */
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

    /** A client has gone before it had its answer. */
    void abandoned() {
        abandoned.increment();
    }

    /** The place is left at the latest when nobody has the request any more. */
    void leaveWithout(RequestWork request, Place place) {
        cleaner.register(request, place::leave);
    }

    /** Requests that wait for a worker thread, those included whose clients have gone. */
    public long queued() {
        return queued.sum();
    }

    /** Requests that worker threads have taken up and work for, those included whose clients have gone. */
    public long served() {
        return served.sum();
    }

    /** Requests so far whose clients went before their answers were complete. */
    public long abandonedSoFar() {
        return abandoned.sum();
    }
}
