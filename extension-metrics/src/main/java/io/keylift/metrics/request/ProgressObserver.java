// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

/**
 * An observer that also receives the time of requests that are still in flight. Whoever reads counters sees only what
 * they grow between two readings, so a long request has to count before it ends.
 */
public interface ProgressObserver extends RequestObserver {

    /**
     * Called for a request in flight, before figures are read: the first time without any time, then with its time so
     * far. {@link RequestBreakdown#unreported()} is what is new, here as in {@link #requestEnded}: the sum of all calls
     * is the time of the request. A call may come after that of the end.
     *
     * @param soFar figures known by now; the status is 0
     */
    void requestProgressed(RequestBreakdown soFar);
}
