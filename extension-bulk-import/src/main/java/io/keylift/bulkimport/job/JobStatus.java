// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.job;

import java.util.EnumSet;
import java.util.Set;

/**
 * Status of an import. The table below defines all legal moves.
 *
 * <p>A job is {@link #INTERRUPTED} when its node died or its client or database was lost: sending the same input again
 * resumes it. {@link #STOPPED} is an import that ended itself because of its rejects ({@code onReject=stop},
 * {@code maxRejects}).
 */
public enum JobStatus {
    RUNNING,
    PAUSED,
    COMPLETED,
    STOPPED,
    FAILED,
    CANCELLED,
    INTERRUPTED;

    /** Whether a job may go from this status to {@code next}. */
    public boolean canBecome(JobStatus next) {
        return moves().contains(next);
    }

    /** Whether nothing works on a job of this status. */
    public boolean isEnded() {
        return this != RUNNING && this != PAUSED;
    }

    /** Whether sending the job's input again resumes the job. */
    public boolean isResumable() {
        return this != CANCELLED;
    }

    private Set<JobStatus> moves() {
        return switch (this) {
            case RUNNING -> EnumSet.of(PAUSED, COMPLETED, STOPPED, FAILED, CANCELLED, INTERRUPTED, RUNNING);
            // Chunks in flight when the job was paused may end it.
            case PAUSED -> EnumSet.of(RUNNING, COMPLETED, STOPPED, FAILED, CANCELLED, INTERRUPTED);
            case COMPLETED, STOPPED, FAILED, INTERRUPTED -> EnumSet.of(RUNNING);
            case CANCELLED -> EnumSet.noneOf(JobStatus.class);
        };
    }
}
