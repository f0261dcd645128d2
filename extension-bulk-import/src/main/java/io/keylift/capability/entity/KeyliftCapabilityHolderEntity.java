// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.entity;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import java.io.Serializable;

/** A role or user that has, or had, assignments. The row is the lock of the assignments; its revision is their ETag. */
@Entity
@Table(name = "KEYLIFT_CAPABILITY_HOLDER")
@IdClass(KeyliftCapabilityHolderEntity.Key.class)
public class KeyliftCapabilityHolderEntity {
    @Id
    @Column(name = "TYPE", length = 8)
    private String type;

    @Id
    @Column(name = "ID")
    private String id;

    @Column(name = "REALM_ID", length = 36, nullable = false)
    private String realmId;

    @Column(name = "REVISION", length = 36, nullable = false)
    private String revision;

    protected KeyliftCapabilityHolderEntity() {}

    public KeyliftCapabilityHolderEntity(String type, String id, String realmId, String revision) {
        this.type = type;
        this.id = id;
        this.realmId = realmId;
        this.revision = revision;
    }

    public String type() {
        return type;
    }

    public String id() {
        return id;
    }

    public String realmId() {
        return realmId;
    }

    /** Different after each change; no value occurs twice. */
    public String revision() {
        return revision;
    }

    public void revision(String revision) {
        this.revision = revision;
    }

    /** The primary key. */
    public record Key(String type, String id) implements Serializable {}
}
