// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.metrics.recent;

import io.keylift.metrics.request.RequestBreakdown;

/** Figures of one caller. Not thread-safe. */
public final class HeavyHitter {

    private long nanos;
    private long error;
    private long count;
    private long statements;

    /** @param unknown time that its requests may have taken before, in nanoseconds */
    HeavyHitter(long unknown) {
        nanos = unknown;
        error = unknown;
    }

    void add(RequestBreakdown request) {
        nanos += request.nanos();
        count++;
        statements += request.statements();
    }

    void addAll(HeavyHitter more) {
        nanos += more.nanos;
        error += more.error;
        count += more.count;
        statements += more.statements;
    }

    /** @param more time that its requests may have taken in addition, in nanoseconds */
    void addUnknown(long more) {
        nanos += more;
        error += more;
    }

    /** The time of its requests, in nanoseconds: at most this, and at least {@link #error()} less. */
    public long nanos() {
        return nanos;
    }

    /** See {@link #nanos()}. */
    public long error() {
        return error;
    }

    /** Number of requests; those before it became a heavy hitter are missing. */
    public long count() {
        return count;
    }

    /** Number of SQL statements of these requests. */
    public long statements() {
        return statements;
    }
}
