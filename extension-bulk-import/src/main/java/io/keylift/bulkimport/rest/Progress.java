// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rest;

import io.keylift.bulkimport.engine.RunProgress;
import io.keylift.bulkimport.job.ImportJob;
import java.util.Optional;

/**
 * How fast a job goes and how long it will still take.
 *
 * @param recordsPerSecond {@code null} if another node works on the job
 * @param remainingSeconds {@code null} if the size of the input is not known
 */
record Progress(Long recordsPerSecond, Long remainingSeconds) {

    static Progress of(ImportJob job, Optional<RunProgress> run) {
        if (run.isPresent()) {
            return of(run.get());
        }
        if (job.finishedAt() == null) {
            return new Progress(null, null);
        }
        long millis = Math.max(1, job.finishedAt() - job.startedAt());
        return new Progress(job.counters().read() * 1000 / millis, null);
    }

    private static Progress of(RunProgress run) {
        long rate = run.seconds() == 0 ? 0 : Math.round(run.processed() / run.seconds());
        double share = run.readShare();
        Long remaining = Double.isNaN(share) || share == 0 ? null : Math.round(run.seconds() * (1 - share) / share);
        return new Progress(rate, remaining);
    }
}
