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

    synchronized void end(JobStatus status, String code, String message) {
        if (end == null) {
            end = new End(status, code, message);
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
