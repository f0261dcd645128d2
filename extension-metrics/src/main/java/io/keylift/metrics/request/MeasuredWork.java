// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

/** Receives measurements of the collectors, for a request or for the background. Thread-safe; never throws. */
public interface MeasuredWork {

    /**
     * Called when a phase begins. Each call is followed by {@link #exit}, on any thread.
     *
     * @return the current {@link System#nanoTime()}
     */
    long enter(Phase phase);

    /**
     * Called when a phase ends.
     *
     * @param entered return value of {@link #enter}
     * @return length of the phase in nanoseconds
     */
    long exit(Phase phase, long entered);

    /**
     * Called after a statement, or a batch of it, was executed.
     *
     * @param sql text of the statement, or {@code null} if it is unknown
     * @param nanos duration in nanoseconds
     */
    void executed(String sql, long nanos);

    /**
     * Called when it is known how many rows an execution of a statement has returned or changed, before or after
     * {@link #executed}.
     *
     * @param sql text of the statement
     */
    void rows(String sql, long rows);

    /** Called when a wait for a database connection has ended, with or without a connection. */
    void connectionAcquired(long waitNanos);

    /**
     * Called when a database connection was returned.
     *
     * @param useNanos time in use, in nanoseconds
     */
    void connectionReturned(long useNanos);
}
