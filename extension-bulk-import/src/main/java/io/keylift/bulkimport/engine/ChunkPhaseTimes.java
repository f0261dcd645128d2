// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

/** How long each phase of one chunk took. Written by one thread. */
public final class ChunkPhaseTimes {

    private final long[] nanos = new long[ChunkPhase.values().length];
    private long last = System.nanoTime();

    /** Adds the time since the last call to a phase. */
    void lap(ChunkPhase phase) {
        long now = System.nanoTime();
        nanos[phase.ordinal()] += now - last;
        last = now;
    }

    /** Time spent in a phase so far, in nanoseconds. */
    public long nanos(ChunkPhase phase) {
        return nanos[phase.ordinal()];
    }
}
