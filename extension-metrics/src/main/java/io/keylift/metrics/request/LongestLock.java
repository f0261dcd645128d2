// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.request;

/**
 * The lock that a request waited for longest, and the most frequent activity of its holder. A single inspection can
 * mislead: the last one may find the holder about to release the lock. Not thread-safe.
 */
final class LongestLock {

    private LockWait longest;
    private long longestNanos;

    private long since;

    /** The candidate of the present wait, by the majority vote of Boyer and Moore. */
    private LockWait candidate;

    private int votes;

    /**
     * Records what a look showed.
     *
     * @param since when the wait began; another time is another wait
     * @param now when the look was taken
     */
    void seen(LockWait wait, long since, long now) {
        if (this.since != since) {
            this.since = since;
            votes = 0;
        }
        vote(wait);
        if (now - since >= longestNanos) {
            longest = candidate;
            longestNanos = now - since;
        }
    }

    private void vote(LockWait wait) {
        if (votes == 0) {
            candidate = wait;
        }
        votes += wait.equals(candidate) ? 1 : -1;
    }

    /** {@code null} if it waited for none. */
    LockWait get() {
        return longest;
    }
}
