// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.store;

import io.keylift.bulkimport.job.ChunkEntry;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import java.io.Serializable;
import org.hibernate.Length;

/** A committed chunk's row. Only ever inserted through this class. */
@Entity
@Table(name = "KEYLIFT_IMPORT_CHUNK")
@IdClass(KeyliftChunkEntity.Key.class)
class KeyliftChunkEntity {

    @Id
    @Column(name = "JOB_UID", length = 36)
    private String jobUid;

    @Id
    @Column(name = "CHUNK")
    private int chunk;

    @Column(name = "FIRST_LINE", nullable = false)
    private long firstLine;

    @Column(name = "LAST_LINE", nullable = false)
    private long lastLine;

    @Column(name = "DIGEST", length = 32, nullable = false)
    private byte[] digest;

    @Column(name = "ADDED", nullable = false)
    private long added;

    @Column(name = "UPDATED", nullable = false)
    private long updated;

    @Column(name = "REMOVED", nullable = false)
    private long removed;

    @Column(name = "SKIPPED", nullable = false)
    private long skipped;

    @Column(name = "REJECTED", nullable = false)
    private long rejected;

    /** Kind of the records of a job that has several. */
    @Column(name = "KIND")
    private String kind;

    @Column(name = "MILLIS", nullable = false)
    private long millis;

    @Column(name = "REJECTS", length = Length.LONG32)
    private String rejects;

    protected KeyliftChunkEntity() {}

    KeyliftChunkEntity(String jobUid, ChunkEntry entry) {
        this.jobUid = jobUid;
        this.chunk = entry.chunk();
        this.firstLine = entry.firstLine();
        this.lastLine = entry.lastLine();
        this.digest = entry.digest();
        this.added = entry.counters().added();
        this.updated = entry.counters().updated();
        this.removed = entry.counters().removed();
        this.skipped = entry.counters().skipped();
        this.rejected = entry.counters().rejected();
        this.kind = entry.kind();
        this.millis = entry.millis();
        this.rejects = ReportLines.write(entry.report());
    }

    /** Primary key. */
    record Key(String jobUid, int chunk) implements Serializable {}
}
