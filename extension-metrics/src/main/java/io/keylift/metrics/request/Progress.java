// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

import java.util.concurrent.TimeUnit;
import java.util.function.LongSupplier;

/**
 * Reports the time of requests in flight, at most once for each reading of the meters: a reader that has not seen a
 * series at 0 does not see its first growth, so the first report of a request is without time.
 */
final class Progress {

    /** Younger requests wait for the next reading, or end before. */
    static final long LEAST_AGE_NANOS = TimeUnit.MILLISECONDS.toNanos(500);

    /** Longer than the time between two scrapes: without one for so long, the meters are pushed instead. */
    static final long UNREAD_NANOS = TimeUnit.MINUTES.toNanos(2);

    private final OpenRequests open;
    private final ObserverDispatch observers;
    private final LongSupplier nanoTime;
    private long reportedAt;

    /** @param nanoTime time as {@link System#nanoTime()} */
    Progress(OpenRequests open, ObserverDispatch observers, LongSupplier nanoTime) {
        this.open = open;
        this.observers = observers;
        this.nanoTime = nanoTime;
        reportedAt = nanoTime.getAsLong();
    }

    /** Reports all requests, before the meters are read. */
    synchronized void report(GrantTypes grantTypes) {
        long now = nanoTime.getAsLong();
        reportedAt = now;
        for (RequestWork request : open) {
            RequestBreakdown soFar = request.age(now) < LEAST_AGE_NANOS ? null : request.progress(grantTypes);
            if (soFar != null) {
                observers.requestProgressed(soFar);
            }
        }
    }

    /** Reports all requests in flight if the meters have not been read for {@link #UNREAD_NANOS}. */
    synchronized void reportUnread(GrantTypes grantTypes) {
        if (nanoTime.getAsLong() - reportedAt >= UNREAD_NANOS) {
            report(grantTypes);
        }
    }
}
