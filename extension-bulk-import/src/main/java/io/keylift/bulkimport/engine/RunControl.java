// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.keylift.bulkimport.job.JobStatus;

/**
 * What others want of a run: pause, go on, end. A wish to end stands; the first one counts. The run asks before each chunk.
 */
final class RunControl {

    /** Why a run ends before its input does. */
    record End(JobStatus status, String code, String message) {}

    static final End CANCELLED = new End(JobStatus.CANCELLED, "cancelled", "The import was cancelled");

    static final End SUPERSEDED =
            new End(JobStatus.INTERRUPTED, "superseded", "A newer run of this job has taken over");

    private boolean paused;
    private End end;

    synchronized void pause() {
        paused = true;
        notifyAll();
    }

    synchronized void resume() {
        paused = false;
        notifyAll();
    }

    void end(JobStatus status, String code, String message) {
        end(new End(status, code, message));
    }

    synchronized void end(End wanted) {
        if (end == null) {
            end = wanted;
        }
        notifyAll();
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
