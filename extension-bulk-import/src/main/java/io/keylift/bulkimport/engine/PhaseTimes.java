// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

/** How long each phase of one chunk took. Written by one thread. */
public final class PhaseTimes {

    private final long[] nanos = new long[Phase.values().length];
    private long last = System.nanoTime();

    /** Adds the time since the last call to a phase. */
    void lap(Phase phase) {
        long now = System.nanoTime();
        nanos[phase.ordinal()] += now - last;
        last = now;
    }

    /** Time spent in a phase so far, in nanoseconds. */
    public long nanos(Phase phase) {
        return nanos[phase.ordinal()];
    }
}
