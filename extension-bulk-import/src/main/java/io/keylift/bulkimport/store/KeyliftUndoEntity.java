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

/** A part of the data that an undo of a chunk needs. */
@Entity
@Table(name = "KEYLIFT_UNDO")
@IdClass(KeyliftUndoEntity.Key.class)
class KeyliftUndoEntity {

    @Id
    @Column(name = "JOB_UID", length = 36)
    private String jobUid;

    @Id
    @Column(name = "CHUNK")
    private int chunk;

    @Id
    @Column(name = "PART")
    private int part;

    /** Of a chunk without a place in the input: the last chunk of the input that was committed before it. */
    @Column(name = "AFTER_CHUNK")
    private Integer after;

    /** Length of the content, so that a sum need not read it. */
    @Column(name = "BYTES", nullable = false)
    private int bytes;

    /** Number of objects that an undo has left, 0 if it tries them again; {@code null} in other parts. */
    @Column(name = "LEFT_OBJECTS")
    private Long left;

    @Column(name = "SEALED", nullable = false)
    private boolean sealed;

    @Column(name = "CONTENT", length = Length.LONG32, nullable = false)
    private byte[] content;

    protected KeyliftUndoEntity() {}

    KeyliftUndoEntity(String jobUid, int chunk, int part, Integer after, Long left, boolean sealed, byte[] content) {
        this.jobUid = jobUid;
        this.chunk = chunk;
        this.part = part;
        this.after = after;
        this.left = left;
        this.bytes = content.length;
        this.sealed = sealed;
        this.content = content;
    }

    /** Primary key. */
    record Key(String jobUid, int chunk, int part) implements Serializable {}
}
