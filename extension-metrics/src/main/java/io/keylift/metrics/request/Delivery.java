// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

/** Thread and time of the calls to an observer. */
public enum Delivery {

    /**
     * Calls come from a thread of the observer, one at a time and in the order of the events. Calls wait in a queue.
     */
    OWN_THREAD,

    /**
     * Calls come at once from the threads that serve requests, including the event loop, several at the same time. The
     * observer must return at once and must not block.
     */
    IMMEDIATE,

    /**
     * Like {@link #IMMEDIATE}, except that finished requests come in batches, within a second, from any thread. Code
     * and data then stay in the processor's caches, which reduces the cost. Code that reads the observer's figures
     * calls {@link RequestTracker#catchUp()} first.
     */
    BATCHED
}
