// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rest;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.keylift.bulkimport.job.ImportJob;
import io.keylift.bulkimport.job.JobStatus;
import io.keylift.bulkimport.job.Warning;
import java.util.List;
import java.util.Locale;

/**
 * A job as the REST endpoint shows it. Times are milliseconds since the epoch, as in Keycloak's own representations.
 *
 * @param status one of {@link JobStatus}
 * @param op {@code import} or {@code remove}; a removal has {@code removed} in place of {@code ifExists}, {@code ids},
 *     {@code added} and {@code updated}
 * @param run number of the attempt
 * @param code stable code of why it ended early
 * @param seconds duration of the latest attempt without pauses
 * @param recordsPerSecond rate of the last seconds while the job runs; of the whole job when it has ended
 * @param remainingSeconds estimated time to the end, if the size of the input is known
 * @param share share of the input that is read, if its size is known
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
record JobRepresentation(
        String id,
        String kind,
        String status,
        String op,
        String ifExists,
        String ids,
        boolean dryRun,
        int chunkSize,
        int run,
        String createdBy,
        String node,
        long createdAt,
        long startedAt,
        Long finishedAt,
        String code,
        String message,
        long read,
        Long added,
        Long updated,
        Long removed,
        long skipped,
        long rejected,
        Double seconds,
        Long recordsPerSecond,
        Long remainingSeconds,
        Double share,
        List<Warning> warnings) {

    static JobRepresentation of(ImportJob job, Progress progress) {
        var counters = job.counters();
        boolean removal = job.spec().isRemoval();
        return new JobRepresentation(
                job.spec().id(),
                job.spec().kind(),
                job.status().name(),
                job.spec().operation().name().toLowerCase(Locale.ROOT),
                removal ? null : job.spec().ifExists().name().toLowerCase(Locale.ROOT),
                removal ? null : job.spec().ids().name().toLowerCase(Locale.ROOT),
                job.spec().dryRun(),
                job.spec().chunkSize(),
                job.run(),
                job.createdBy(),
                job.node(),
                job.createdAt(),
                job.startedAt(),
                job.finishedAt(),
                job.code(),
                job.message(),
                counters.read(),
                removal ? null : counters.added(),
                removal ? null : counters.updated(),
                removal ? counters.removed() : null,
                counters.skipped(),
                counters.rejected(),
                progress.seconds(),
                progress.recordsPerSecond(),
                progress.remainingSeconds(),
                progress.share(),
                job.warnings().isEmpty() ? null : job.warnings());
    }
}
