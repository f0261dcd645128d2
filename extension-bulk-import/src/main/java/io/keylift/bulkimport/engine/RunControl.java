// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.keylift.bulkimport.job.JobStatus;
import java.io.IOException;

/**
 * Pauses, resumes and ends a run at the request of others. The first request to end is final. The run checks before
 * each chunk, and is interrupted while it waits for its client.
 */
final class RunControl {

    /** Why a run ends before its input does. */
    record End(JobStatus status, String code, String message) {}

    static final End CANCELLED = new End(JobStatus.CANCELLED, "cancelled", "The import was cancelled");

    static final End SUPERSEDED =
            new End(JobStatus.INTERRUPTED, "superseded", "A newer run of this job has taken over");

    static final End REALM_GONE = new End(JobStatus.FAILED, "realm_gone", "The realm was removed during the import");

    static final End GAVE_WAY = new End(
            JobStatus.INTERRUPTED,
            "gave_way",
            "The job was paused, and others waited for its place; send the same again to resume");

    /** A step that can take as long as the client likes. */
    interface Reading<T> {
        T next() throws IOException;
    }

    private Runnable afterPause = () -> {};
    private boolean paused;
    private long pausedAt;
    private long pausedNanos;
    private End end;
    private Thread reader;

    /** @param work called when the run continues after a pause, before anything else */
    synchronized void afterPause(Runnable work) {
        afterPause = work;
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

    /** Total time, up to {@code now}, that the run has been paused. */
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

    /** Reads unless the run is ending; a request to end interrupts the read. */
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
                    // The end of the run has yet to be recorded, and that must not be interrupted.
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

    /** Returns at once unless the run is paused; then returns when it is resumed or ended. */
    synchronized void awaitTurn() throws InterruptedException {
        while (paused && end == null) {
            wait();
        }
    }
}
