// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

/** The JVM's figures of threads and pauses. Times are in nanoseconds, memory is in bytes. Thread-safe. */
interface ThreadTimes {

    /** Processor time of the current thread so far; negative if the JVM cannot measure it. */
    long ofCurrentThread();

    /**
     * Processor time of the current thread when it begins to work for a request: an estimate if it has just ended its
     * work for another request.
     *
     * @param now current {@link System#nanoTime()}
     */
    long whenWorkBegins(long now);

    /** Tells the processor time of the current thread when it has ended its work for a request. */
    void workEnded(long now, long ofCurrentThread);

    /** Processor time of a thread so far; negative if the thread has ended or the JVM cannot measure it. */
    long of(Thread thread);

    /** Memory that a thread has allocated so far; 0 if the thread has ended or the JVM cannot measure it. */
    long allocated(Thread thread);

    /** Pauses for garbage collection so far. */
    long paused();

    /** Result of the last call of {@link #paused()} by any thread. Costs nothing. */
    long pausedWhenLastRead();
}
