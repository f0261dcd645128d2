// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.entity;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import java.io.Serializable;

/** A capability or set assigned to a role or user. */
@Entity
@Table(name = "KEYLIFT_CAPABILITY_ASSIGNMENT")
@IdClass(KeyliftCapabilityAssignmentEntity.Key.class)
public class KeyliftCapabilityAssignmentEntity {
    @Id
    @Column(name = "HOLDER_TYPE", length = 8)
    private String holderType;

    @Id
    @Column(name = "HOLDER_ID")
    private String holderId;

    @Id
    @Column(name = "CAPABILITY_ID", length = 36)
    private String capabilityId;

    protected KeyliftCapabilityAssignmentEntity() {}

    public KeyliftCapabilityAssignmentEntity(String holderType, String holderId, String capabilityId) {
        this.holderType = holderType;
        this.holderId = holderId;
        this.capabilityId = capabilityId;
    }

    public String holderType() {
        return holderType;
    }

    public String holderId() {
        return holderId;
    }

    public String capabilityId() {
        return capabilityId;
    }

    /** The primary key. */
    public record Key(String holderType, String holderId, String capabilityId) implements Serializable {}
}
