// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

/**
 * What the collectors report to: the request they work for, or the background. Safe for use by several threads; never
 * throws.
 */
public interface Work {

    /**
     * A phase begins. Each call has its {@link #exit}, on whatever thread.
     *
     * @return now, as {@link System#nanoTime()} has it
     */
    long enter(Phase phase);

    /**
     * A phase ends.
     *
     * @param entered what {@link #enter} returned
     * @return its length in nanoseconds
     */
    long exit(Phase phase, long entered);

    /** A statement, or a batch of them, was sent. */
    void countStatement();

    /** The wait for a database connection has ended, be it that there was one or not. */
    void connectionAcquired(long waitNanos);

    /** A database connection was given back after this time. */
    void connectionReturned(long useNanos);
}
