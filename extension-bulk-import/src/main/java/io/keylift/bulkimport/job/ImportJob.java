// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.job;

import java.util.List;

/**
 * A stored import job. Times are milliseconds since the epoch.
 *
 * @param uid surrogate id, the ledger's key
 * @param spec definition of the import
 * @param status its current status; see {@link JobLedger} for how it reads when its node is dead
 * @param run number of the attempt, from 1; an attempt that is no longer the latest must stop
 * @param createdBy user id of the caller who opened the job
 * @param node name of the node working on it
 * @param createdAt when it was opened
 * @param startedAt when the latest attempt began
 * @param heartbeatAt when the node last confirmed that it works on the job
 * @param finishedAt when it ended, or {@code null}
 * @param pausedMillis total time that the latest attempt was paused
 * @param code stable code of why it ended, or {@code null}
 * @param message message for code {@code code}, or {@code null}
 * @param warnings warnings of the job
 * @param input the whole input; {@code null} before the job has read it
 * @param counters outcomes of all committed chunks
 */
public record ImportJob(
        String uid,
        JobSpec spec,
        JobStatus status,
        int run,
        String createdBy,
        String node,
        long createdAt,
        long startedAt,
        long heartbeatAt,
        Long finishedAt,
        long pausedMillis,
        String code,
        String message,
        List<Warning> warnings,
        Input input,
        Counters counters) {

    /** The job as its records of one kind see it. */
    public ImportJob ofKind(String kind) {
        return with(spec.ofKind(kind));
    }

    /** The job as seen by records with a policy of their own for existing objects. */
    public ImportJob with(IfExists policy) {
        return with(spec.with(policy));
    }

    private ImportJob with(JobSpec of) {
        return new ImportJob(
                uid,
                of,
                status,
                run,
                createdBy,
                node,
                createdAt,
                startedAt,
                heartbeatAt,
                finishedAt,
                pausedMillis,
                code,
                message,
                warnings,
                input,
                counters);
    }

    /**
     * The whole input of a job, after decompression.
     *
     * @param sha256 SHA-256 in hexadecimal digits
     * @param bytes number of bytes
     */
    public record Input(String sha256, long bytes) {}
}
