// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.store;

import io.keylift.bulkimport.job.Counters;
import io.keylift.bulkimport.job.Drop;
import io.keylift.bulkimport.job.IdMode;
import io.keylift.bulkimport.job.IfExists;
import io.keylift.bulkimport.job.ImportJob;
import io.keylift.bulkimport.job.JobSpec;
import io.keylift.bulkimport.job.JobStatus;
import io.keylift.bulkimport.job.NoPassword;
import io.keylift.bulkimport.job.Operation;
import io.keylift.bulkimport.job.Warning;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** What {@link JobReader} selects of a job, in the order of its select list; the status is the stored one. */
record JobRow(
        String uid,
        String realmId,
        String jobId,
        String kind,
        Operation operation,
        IfExists ifExists,
        IdMode ids,
        boolean dryRun,
        int chunkSize,
        boolean extra,
        boolean undo,
        String undoesUid,
        String undoesId,
        String scope,
        String drops,
        NoPassword noPassword,
        JobStatus status,
        int run,
        String createdBy,
        String node,
        long createdAt,
        long startedAt,
        long heartbeatAt,
        Long finishedAt,
        Long pausedAt,
        Long pausedMillis,
        String code,
        String message,
        String warnings,
        String inputSha256,
        Long inputBytes,
        long added,
        long updated,
        long removed,
        long skipped,
        long rejected) {

    /** If the node of a paused job died, its pause has no end, and its remaining time does not count. */
    private long paused() {
        long before = pausedMillis == null ? 0 : pausedMillis;
        return pausedAt == null || finishedAt == null ? before : before + finishedAt - pausedAt;
    }

    /** @param leftOut stored text of the warnings about what was left out, or {@code null} */
    ImportJob toJob(long staleBefore, String leftOut) {
        List<Warning> told = new ArrayList<>(WarningLines.read(warnings));
        told.addAll(WarningLines.read(leftOut));
        return new ImportJob(
                uid,
                new JobSpec(
                        jobId,
                        realmId,
                        kind,
                        operation,
                        ifExists,
                        ids,
                        dryRun,
                        chunkSize,
                        extra,
                        undo,
                        undoesUid == null ? null : new JobSpec.Undone(undoesUid, undoesId),
                        ScopeText.read(scope),
                        drops == null ? Set.of() : Drop.read(drops),
                        noPassword == null ? NoPassword.ACCEPT : noPassword),
                PresentStatus.of(status, heartbeatAt, staleBefore),
                run,
                createdBy,
                node,
                createdAt,
                startedAt,
                heartbeatAt,
                finishedAt,
                paused(),
                code,
                message,
                List.copyOf(told),
                inputSha256 == null ? null : new ImportJob.Input(inputSha256, inputBytes),
                new Counters(added, updated, removed, skipped, rejected));
    }
}
