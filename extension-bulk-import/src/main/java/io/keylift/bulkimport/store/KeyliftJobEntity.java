// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.store;

import io.keylift.bulkimport.job.Caller;
import io.keylift.bulkimport.job.Drop;
import io.keylift.bulkimport.job.IdMode;
import io.keylift.bulkimport.job.IfExists;
import io.keylift.bulkimport.job.JobSpec;
import io.keylift.bulkimport.job.JobStatus;
import io.keylift.bulkimport.job.NoPassword;
import io.keylift.bulkimport.job.Operation;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.Table;
import org.hibernate.Length;

/** A job's row. Only ever inserted through this class: queries read and change it, so none sees a stale instance. */
@Entity
@Table(name = "KEYLIFT_IMPORT_JOB")
class KeyliftJobEntity {

    @Id
    @Column(name = "UID", length = 36)
    private String uid;

    @Column(name = "REALM_ID", length = 36, nullable = false)
    private String realmId;

    @Column(name = "JOB_ID", nullable = false)
    private String jobId;

    @Column(name = "KIND", nullable = false)
    private String kind;

    @Enumerated(EnumType.STRING)
    @Column(name = "OPERATION", length = 16, nullable = false)
    private Operation operation;

    @Enumerated(EnumType.STRING)
    @Column(name = "IF_EXISTS", length = 16, nullable = false)
    private IfExists ifExists;

    @Enumerated(EnumType.STRING)
    @Column(name = "IDS", length = 16, nullable = false)
    private IdMode ids;

    @Column(name = "DRY_RUN", nullable = false)
    private boolean dryRun;

    @Column(name = "CHUNK_SIZE", nullable = false)
    private int chunkSize;

    @Column(name = "EXTRA", nullable = false)
    private boolean extra;

    @Column(name = "KEEPS_UNDO", nullable = false)
    private boolean undo;

    @Column(name = "UNDOES_UID", length = 36)
    private String undoesUid;

    @Column(name = "UNDOES_ID")
    private String undoesId;

    /** Whether an undo has given what it left to the job that it undoes; {@code null} until then. */
    @Column(name = "SETTLED")
    private Boolean settled;

    /** {@link JobSpec#scope} as {@link ScopeText}. */
    @Column(name = "SCOPE", length = ScopeText.MAX_LENGTH)
    private String scope;

    /** {@link JobSpec#drops} as {@link Drop#text}; {@code null} for none. */
    @Column(name = "DROPS", length = 128)
    private String drops;

    /** {@code null} in rows of a version that did not know it. */
    @Enumerated(EnumType.STRING)
    @Column(name = "NO_PASSWORD", length = 16)
    private NoPassword noPassword;

    /** What was left out of records, as {@link WarningLines}; {@code null} for nothing. */
    @Column(name = "LEFT_OUT", length = Length.LONG32)
    private String leftOut;

    @Column(name = "INPUT_SHA256", length = 64)
    private String inputSha256;

    @Column(name = "INPUT_BYTES")
    private Long inputBytes;

    @Enumerated(EnumType.STRING)
    @Column(name = "STATUS", length = 16, nullable = false)
    private JobStatus status;

    @Column(name = "RUN", nullable = false)
    private int run;

    @Column(name = "CREATED_BY")
    private String createdBy;

    /** {@link Caller} as JSON. */
    @Column(name = "CALLER", length = Length.LONG32)
    private String caller;

    @Column(name = "NODE")
    private String node;

    @Column(name = "CREATED_AT", nullable = false)
    private long createdAt;

    @Column(name = "STARTED_AT", nullable = false)
    private long startedAt;

    @Column(name = "HEARTBEAT_AT", nullable = false)
    private long heartbeatAt;

    @Column(name = "FINISHED_AT")
    private Long finishedAt;

    /** When the current pause began, or {@code null}. */
    @Column(name = "PAUSED_AT")
    private Long pausedAt;

    /** Duration of all finished pauses of this run; {@code null} for none. */
    @Column(name = "PAUSED_MILLIS")
    private Long pausedMillis;

    @Column(name = "CODE", length = 64)
    private String code;

    @Column(name = "MESSAGE", length = 2000)
    private String message;

    @Column(name = "WARNINGS", length = 2000)
    private String warnings;

    protected KeyliftJobEntity() {}

    KeyliftJobEntity(String uid, JobSpec spec, Caller caller, String node, long now) {
        this.uid = uid;
        this.realmId = spec.realmId();
        this.jobId = spec.id();
        this.kind = spec.kind();
        this.operation = spec.operation();
        this.ifExists = spec.ifExists();
        this.ids = spec.ids();
        this.dryRun = spec.dryRun();
        this.chunkSize = spec.chunkSize();
        this.extra = spec.extra();
        this.undo = spec.undo();
        this.undoesUid = spec.undoes() == null ? null : spec.undoes().uid();
        this.undoesId = spec.undoes() == null ? null : spec.undoes().id();
        this.scope = ScopeText.write(spec.scope());
        this.noPassword = spec.noPassword();
        this.drops = spec.drops().isEmpty() ? null : Drop.text(spec.drops());
        this.status = JobStatus.RUNNING;
        this.run = 1;
        this.createdBy = caller.userId();
        this.caller = CallerJson.write(caller);
        this.node = node;
        this.createdAt = now;
        this.startedAt = now;
        this.heartbeatAt = now;
    }
}
