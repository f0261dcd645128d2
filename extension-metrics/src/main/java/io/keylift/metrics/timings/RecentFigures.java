// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.timings;

import io.keylift.metrics.request.RequestBreakdown;

/**
 * Figures of the requests in the window to one endpoint in one realm, a slice each. Safe for use by several threads;
 * none holds it for long.
 */
final class RecentFigures {

    private final Figures[] slices = new Figures[Slices.KEPT];
    private final long[] numbers = new long[Slices.KEPT];
    private long last;
    private boolean isForgotten;

    /** @return whether it was added: not if nobody keeps it any more */
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

    /** Adds those of the slices from this one on. */
    synchronized void addTo(Figures sum, long first) {
        for (int place = 0; place < slices.length; place++) {
            if (slices[place] != null && numbers[place] >= first) {
                sum.add(slices[place]);
            }
        }
    }

    /** Whether there are none of this slice or a later one. */
    synchronized boolean endedBefore(long first) {
        return last < first;
    }

    /** The same, and if so, none are added from now on. */
    synchronized boolean forgetIfEndedBefore(long first) {
        isForgotten = last < first;
        return isForgotten;
    }
}
