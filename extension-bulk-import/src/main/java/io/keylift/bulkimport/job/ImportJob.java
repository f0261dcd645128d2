// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.job;

import java.util.List;

/**
 * An import as it stands. Times are milliseconds since the epoch.
 *
 * @param uid surrogate id, the ledger's key
 * @param spec what defines the import
 * @param status where it stands; see {@link JobLedger} for how a dead node shows
 * @param run number of the attempt, from 1; an attempt that is no longer the latest must stop
 * @param createdBy user id of the caller who opened the job
 * @param node name of the node working on it
 * @param createdAt when it was opened
 * @param startedAt when the latest attempt began
 * @param heartbeatAt when the node last said that it is working on it
 * @param finishedAt when it ended, or {@code null}
 * @param pausedMillis how long the latest attempt was paused, in all
 * @param code stable code of why it ended, or {@code null}
 * @param message the same for a person, or {@code null}
 * @param warnings what it warns of
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
        Counters counters) {}
