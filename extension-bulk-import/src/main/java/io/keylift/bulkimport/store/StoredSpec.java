// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.store;

import io.keylift.bulkimport.job.JobSpec;
import io.keylift.bulkimport.job.Operation;
import jakarta.persistence.Column;
import jakarta.persistence.Embeddable;
import jakarta.persistence.Embedded;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;

/** The columns of a {@link JobSpec}. */
@Embeddable
class StoredSpec {

    @Column(name = "REALM_ID", length = 36, nullable = false)
    private String realmId;

    @Column(name = "JOB_ID", nullable = false)
    private String jobId;

    @Column(name = "KIND", nullable = false)
    private String kind;

    @Enumerated(EnumType.STRING)
    @Column(name = "OPERATION", length = 16, nullable = false)
    private Operation operation;

    @Column(name = "CHUNK_SIZE", nullable = false)
    private int chunkSize;

    @Column(name = "UNDOES_UID", length = 36)
    private String undoesUid;

    @Column(name = "UNDOES_ID")
    private String undoesId;

    @Embedded
    private StoredOptions options;

    protected StoredSpec() {}

    StoredSpec(JobSpec spec) {
        realmId = spec.realmId();
        jobId = spec.id();
        kind = spec.kind();
        operation = spec.operation();
        chunkSize = spec.chunkSize();
        undoesUid = spec.undoes() == null ? null : spec.undoes().uid();
        undoesId = spec.undoes() == null ? null : spec.undoes().id();
        options = new StoredOptions(spec.options());
    }

    JobSpec toSpec() {
        JobSpec.Undone undoes = undoesUid == null ? null : new JobSpec.Undone(undoesUid, undoesId);
        return new JobSpec(jobId, realmId, kind, operation, chunkSize, undoes, options.toOptions());
    }
}
