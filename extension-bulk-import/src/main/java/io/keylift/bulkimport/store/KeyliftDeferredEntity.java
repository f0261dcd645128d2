// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.store;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import java.io.Serializable;
import org.hibernate.Length;

/** A deferred line of the input: {@code RECORD} has the encrypted record in Base64. */
@Entity
@Table(name = "KEYLIFT_IMPORT_DEFERRED")
@IdClass(KeyliftDeferredEntity.Key.class)
class KeyliftDeferredEntity {

    @Id
    @Column(name = "JOB_UID", length = 36)
    private String jobUid;

    @Id
    @Column(name = "LINE")
    private long line;

    @Column(name = "RECORD", length = Length.LONG32, nullable = false)
    private String record;

    protected KeyliftDeferredEntity() {}

    KeyliftDeferredEntity(String jobUid, long line, String record) {
        this.jobUid = jobUid;
        this.line = line;
        this.record = record;
    }

    long line() {
        return line;
    }

    String record() {
        return record;
    }

    void record(String sealed) {
        record = sealed;
    }

    /** Primary key. */
    record Key(String jobUid, long line) implements Serializable {}
}
