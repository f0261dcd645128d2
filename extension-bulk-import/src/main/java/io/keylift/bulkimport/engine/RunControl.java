// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.keylift.bulkimport.job.JobStatus;
import java.io.IOException;

/**
 * What others want of a run: pause, go on, end. A wish to end stands; the first one counts. The run asks before each
 * chunk, and is woken when it waits for its client.
 */
final class RunControl {

    /** Why a run ends before its input does. */
    record End(JobStatus status, String code, String message) {}

    static final End CANCELLED = new End(JobStatus.CANCELLED, "cancelled", "The import was cancelled");

    static final End SUPERSEDED =
            new End(JobStatus.INTERRUPTED, "superseded", "A newer run of this job has taken over");

    static final End REALM_GONE = new End(JobStatus.FAILED, "realm_gone", "The realm was removed during the import");

    /** A step that takes as long as the client likes. */
    interface Reading<T> {
        T next() throws IOException;
    }

    private final Runnable afterPause;
    private boolean paused;
    private long pausedAt;
    private long pausedNanos;
    private End end;
    private Thread reader;

    /** @param afterPause runs whenever the run goes on after a pause, before anything else of it */
    RunControl(Runnable afterPause) {
        this.afterPause = afterPause;
    }

    synchronized void pause() {
        if (!paused) {
            pausedAt = System.nanoTime();
        }
        paused = true;
        notifyAll();
    }

    synchronized void resume() {
        if (paused) {
            pausedNanos += System.nanoTime() - pausedAt;
            afterPause.run();
        }
        paused = false;
        notifyAll();
    }

    synchronized boolean isPaused() {
        return paused;
    }

    /** How long the run has been paused until then, in all. */
    synchronized long pausedNanos(long now) {
        return pausedNanos + (paused ? now - pausedAt : 0);
    }

    void end(JobStatus status, String code, String message) {
        end(new End(status, code, message));
    }

    synchronized void end(End wanted) {
        if (end == null) {
            end = wanted;
            if (reader != null) {
                reader.interrupt();
            }
        }
        notifyAll();
    }

    /** Reads unless the run is to end; a wish to end interrupts the reading. */
    <T> T read(Reading<T> reading) throws IOException {
        synchronized (this) {
            if (end != null) {
                return null;
            }
            reader = Thread.currentThread();
        }
        try {
            return reading.next();
        } finally {
            synchronized (this) {
                reader = null;
                if (end != null) {
                    // What ends the run has yet to be recorded, and that must not be interrupted.
                    Thread.interrupted();
                }
            }
        }
    }

    synchronized boolean isEnding() {
        return end != null;
    }

    /** Why the run ends early, or {@code null}. */
    synchronized End end() {
        return end;
    }

    /** Returns at once unless the run is paused; then when it is resumed or ended. */
    synchronized void awaitTurn() throws InterruptedException {
        while (paused && end == null) {
            wait();
        }
    }
}
