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

/** The keys that a chunk took while another job was running. */
@Entity
@Table(name = "KEYLIFT_IMPORT_CHUNK_KEYS")
@IdClass(KeyliftChunkKeysEntity.Key.class)
class KeyliftChunkKeysEntity {

    @Id
    @Column(name = "REALM_ID", length = 36)
    private String realmId;

    @Id
    @Column(name = "KIND")
    private String kind;

    /** Order in which the chunks committed. */
    @Id
    @Column(name = "SEQ")
    private long seq;

    @Column(name = "JOB_UID", length = 36, nullable = false)
    private String jobUid;

    /** Eight bytes for each key. */
    @Column(name = "KEY_HASHES", length = Length.LONG32, nullable = false)
    private byte[] hashes;

    /** See {@link TakenKeys}; {@code null} if a node with an older release has written it. */
    @Column(name = "HORIZON")
    private Long horizon;

    protected KeyliftChunkKeysEntity() {}

    KeyliftChunkKeysEntity(String realmId, String kind, long seq, String jobUid, byte[] hashes, long horizon) {
        this.realmId = realmId;
        this.kind = kind;
        this.seq = seq;
        this.jobUid = jobUid;
        this.hashes = hashes;
        this.horizon = horizon;
    }

    /** Primary key. */
    record Key(String realmId, String kind, long seq) implements Serializable {}
}
