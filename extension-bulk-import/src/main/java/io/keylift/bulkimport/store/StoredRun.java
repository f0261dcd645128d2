// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.store;

import io.keylift.bulkimport.job.JobStatus;
import io.keylift.bulkimport.job.Warning;
import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import java.util.List;

/** The columns of a job's latest run. */
@Embeddable
class StoredRun {

    /** The status as it is stored; {@link PresentStatus} knows dead nodes. */
    @Enumerated(EnumType.STRING)
    @Column(name = "STATUS", length = 16, nullable = false)
    private JobStatus status;

    @Column(name = "RUN", nullable = false)
    private int number;

    @Column(name = "NODE")
    private String node;

    @Column(name = "STARTED_AT", nullable = false)
    private long startedAt;

    @Column(name = "HEARTBEAT_AT", nullable = false)
    private long heartbeatAt;

    @Column(name = "FINISHED_AT")
    private Long finishedAt;

    /** Beginning of the current pause, or {@code null}. */
    @Column(name = "PAUSED_AT")
    private Long pausedAt;

    /** Duration of all finished pauses; {@code null} for none. */
    @Column(name = "PAUSED_MILLIS")
    private Long pausedMillis;

    @Column(name = "CODE", length = 64)
    private String code;

    @Column(name = "MESSAGE", length = 2000)
    private String message;

    @Column(name = "WARNINGS", length = 2000)
    private String warnings;

    protected StoredRun() {}

    /** The first run of a job. */
    StoredRun(String node, long now) {
        this.status = JobStatus.RUNNING;
        this.number = 1;
        this.node = node;
        this.startedAt = now;
        this.heartbeatAt = now;
    }

    JobStatus status(long staleBefore) {
        return PresentStatus.of(status, heartbeatAt, staleBefore);
    }

    int number() {
        return number;
    }

    String node() {
        return node;
    }

    long startedAt() {
        return startedAt;
    }

    long heartbeatAt() {
        return heartbeatAt;
    }

    Long finishedAt() {
        return finishedAt;
    }

    /** If the node of a paused job died, its pause has no end, and its remaining time does not count. */
    long paused() {
        long before = pausedMillis == null ? 0 : pausedMillis;
        return pausedAt == null || finishedAt == null ? before : before + finishedAt - pausedAt;
    }

    String code() {
        return code;
    }

    String message() {
        return message;
    }

    List<Warning> warnings() {
        return WarningLines.read(warnings);
    }
}
