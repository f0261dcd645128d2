// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.store;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import java.io.Serializable;

/** A name that a record of a dry run would have taken. */
@Entity
@Table(name = "KEYLIFT_IMPORT_KEY")
@IdClass(KeyliftDryRunKeyEntity.Key.class)
class KeyliftDryRunKeyEntity {

    @Id
    @Column(name = "JOB_UID", length = 36)
    private String jobUid;

    @Id
    @Column(name = "KEY_HASH")
    private long hash;

    protected KeyliftDryRunKeyEntity() {}

    KeyliftDryRunKeyEntity(String jobUid, long hash) {
        this.jobUid = jobUid;
        this.hash = hash;
    }

    /** Primary key. */
    record Key(String jobUid, long hash) implements Serializable {}
}
