// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.timings;

import io.keylift.metrics.request.RequestBreakdown;

/**
 * Figures of the requests in the window to one endpoint in one realm, by slice. Thread-safe; locks are held briefly.
 */
final class RecentFigures {

    private final Figures[] slices = new Figures[Slices.KEPT];
    private final long[] numbers = new long[Slices.KEPT];
    private long last;
    private boolean isForgotten;

    /** @return whether the request was added; {@code false} if these figures have been dropped */
    synchronized boolean add(RequestBreakdown request, long slice) {
        if (isForgotten) {
            return false;
        }
        int place = (int) (slice % Slices.KEPT);
        if (slices[place] == null || numbers[place] < slice) {
            slices[place] = new Figures();
            numbers[place] = slice;
        }
        slices[place].add(request);
        last = Math.max(last, slice);
        return true;
    }

    /** Adds the figures of this slice and later ones to a sum. */
    synchronized void addTo(Figures sum, long first) {
        for (int place = 0; place < slices.length; place++) {
            if (slices[place] != null && numbers[place] >= first) {
                sum.add(slices[place]);
            }
        }
    }

    /** Whether there are no figures of this slice or later ones. */
    synchronized boolean endedBefore(long first) {
        return last < first;
    }

    /**
     * Drops the figures if there are none of this slice or later ones: no requests can be added from then on.
     *
     * @return whether they were dropped
     */
    synchronized boolean forgetIfEndedBefore(long first) {
        isForgotten = last < first;
        return isForgotten;
    }
}
