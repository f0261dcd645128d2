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

/** The objects that the records of a chunk name. */
@Entity
@Table(name = "KEYLIFT_IMPORT_LISTED")
@IdClass(KeyliftListedEntity.Key.class)
class KeyliftListedEntity {

    @Id
    @Column(name = "JOB_UID", length = 36)
    private String jobUid;

    @Id
    @Column(name = "CHUNK")
    private int chunk;

    /** Eight bytes for each object. */
    @Column(name = "KEY_HASHES", length = Length.LONG32, nullable = false)
    private byte[] hashes;

    protected KeyliftListedEntity() {}

    KeyliftListedEntity(String jobUid, int chunk, byte[] hashes) {
        this.jobUid = jobUid;
        this.chunk = chunk;
        this.hashes = hashes;
    }

    /** Primary key. */
    record Key(String jobUid, int chunk) implements Serializable {}
}
