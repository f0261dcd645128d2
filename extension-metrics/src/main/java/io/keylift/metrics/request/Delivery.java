// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

/** On which thread an observer is called, and when. */
public enum Delivery {

    /** By a thread of its own, one call at a time, in the order of the events. Calls wait in a queue. */
    OWN_THREAD,

    /** At once, by the threads that serve requests, the event loop included; several at a time. The observer must return at once and never block. */
    IMMEDIATE,

    /**
     * Like {@link #IMMEDIATE}, except that finished requests are delivered together, within a second, by any thread. Code and data are then in
     * the processor's caches, which takes a fraction of the time. Code that reads the observer's figures calls {@link RequestTracker#catchUp()} first.
     */
    BATCHED
}
