// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.store;

import io.keylift.bulkimport.job.Caller;
import io.keylift.bulkimport.job.Counters;
import io.keylift.bulkimport.job.ImportJob;
import io.keylift.bulkimport.job.JobSpec;
import jakarta.persistence.Column;
import jakarta.persistence.Embedded;
import jakarta.persistence.Entity;
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

    @Embedded
    private StoredSpec spec;

    @Embedded
    private StoredRun run;

    /** Whether an undo has handed its remaining objects to the job that it undoes; {@code null} until then. */
    @Column(name = "SETTLED")
    private Boolean settled;

    /** Warnings about dropped parts of records, as {@link WarningLines}; {@code null} for none. */
    @Column(name = "LEFT_OUT", length = Length.LONG32)
    private String leftOut;

    @Embedded
    private StoredInput input;

    @Column(name = "CREATED_BY")
    private String createdBy;

    /** {@link Caller} as JSON. */
    @Column(name = "CALLER", length = Length.LONG32)
    private String caller;

    @Column(name = "CREATED_AT", nullable = false)
    private long createdAt;

    protected KeyliftJobEntity() {}

    KeyliftJobEntity(String uid, JobSpec spec, Caller caller, String node, long now) {
        this.uid = uid;
        this.spec = new StoredSpec(spec);
        this.run = new StoredRun(node, now);
        this.createdBy = caller.userId();
        this.caller = CallerJson.write(caller);
        this.createdAt = now;
    }

    /** A job that was just stored, as a query would read it. */
    ImportJob toNewJob(long staleBefore) {
        return new JobRow(uid, spec, run, createdBy, createdAt, leftOut, input).toJob(staleBefore, Counters.ZERO);
    }
}
