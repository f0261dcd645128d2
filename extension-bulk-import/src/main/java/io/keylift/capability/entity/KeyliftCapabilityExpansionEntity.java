// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.entity;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import java.io.Serializable;

/** A member of a set, direct or nested. */
@Entity
@Table(name = "KEYLIFT_CAPABILITY_EXPANSION")
@IdClass(KeyliftCapabilityExpansionEntity.Key.class)
public class KeyliftCapabilityExpansionEntity {
    @Id
    @Column(name = "SET_ID", length = 36)
    private String setId;

    @Id
    @Column(name = "CAPABILITY_ID", length = 36)
    private String capabilityId;

    protected KeyliftCapabilityExpansionEntity() {}

    public KeyliftCapabilityExpansionEntity(String setId, String capabilityId) {
        this.setId = setId;
        this.capabilityId = capabilityId;
    }

    public String setId() {
        return setId;
    }

    public String capabilityId() {
        return capabilityId;
    }

    /** The primary key. */
    public record Key(String setId, String capabilityId) implements Serializable {}
}
