// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rest;

import io.keylift.bulkimport.engine.RunProgress;
import io.keylift.bulkimport.job.ImportJob;
import java.util.Optional;

/**
 * Speed and remaining time of a job.
 *
 * @param seconds duration of the latest attempt without pauses; {@code null} if another node works on the job
 * @param recordsPerSecond {@code null} if the job is paused or another node works on it
 * @param remainingSeconds {@code null} without a rate, and if the size of the input is unknown
 */
record Progress(Double seconds, Long recordsPerSecond, Long remainingSeconds, Double share) {

    static final Progress UNKNOWN = new Progress(null, null, null, null);

    static Progress of(ImportJob job, Optional<RunProgress> run) {
        if (run.isPresent()) {
            return of(run.get());
        }
        if (job.finishedAt() == null) {
            return UNKNOWN;
        }
        long millis = Math.max(1, job.finishedAt() - job.startedAt() - job.pausedMillis());
        return new Progress(millis / 1000.0, job.counters().read() * 1000 / millis, null, null);
    }

    private static Progress of(RunProgress run) {
        return new Progress(
                Math.round(run.seconds() * 1000) / 1000.0, run.recordsPerSecond(), run.remainingSeconds(), run.share());
    }
}
