// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.keylift.bulkimport.job.Counters;

/** How long a run has worked, and how fast. A pause does not count. */
final class RunTimes {

    private final ChunkInput input;
    private final RunControl control;
    private final long start = System.nanoTime();
    private final Pace pace = new Pace(start);

    RunTimes(ChunkInput input, RunControl control) {
        this.input = input;
        this.control = control;
    }

    RunProgress progress(Counters counters) {
        long now = System.nanoTime();
        boolean paused = control.isPaused();
        double share = input.readShare();
        return new RunProgress(
                counters,
                paused,
                activeNanos(now) / 1e9,
                paused ? null : pace.recordsPerSecond(now),
                paused ? null : pace.remainingSeconds(share, now),
                Double.isNaN(share) ? null : share);
    }

    void committed(int records) {
        pace.committed(records, input.readShare(), System.nanoTime());
    }

    void resumed() {
        pace.resumed(input.readShare(), System.nanoTime());
    }

    long activeNanos() {
        return activeNanos(System.nanoTime());
    }

    /** A clock that stands still while the run is paused: then nothing is expected of the client. */
    long unpausedNanos() {
        long now = System.nanoTime();
        return now - control.pausedNanos(now);
    }

    private long activeNanos(long now) {
        return now - start - control.pausedNanos(now);
    }
}
