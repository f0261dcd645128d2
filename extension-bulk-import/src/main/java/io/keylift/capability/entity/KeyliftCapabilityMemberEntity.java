// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.entity;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import java.io.Serializable;

/** A direct member of a set, by name: the member can be added after the set and removed before it. */
@Entity
@Table(name = "KEYLIFT_CAPABILITY_MEMBER")
@IdClass(KeyliftCapabilityMemberEntity.Key.class)
public class KeyliftCapabilityMemberEntity {
    @Id
    @Column(name = "SET_ID", length = 36)
    private String setId;

    @Id
    @Column(name = "NAME")
    private String name;

    @Column(name = "REALM_ID", length = 36, nullable = false)
    private String realmId;

    protected KeyliftCapabilityMemberEntity() {}

    public KeyliftCapabilityMemberEntity(String setId, String name, String realmId) {
        this.setId = setId;
        this.name = name;
        this.realmId = realmId;
    }

    public String setId() {
        return setId;
    }

    public String name() {
        return name;
    }

    public String realmId() {
        return realmId;
    }

    /** The primary key. */
    public record Key(String setId, String name) implements Serializable {}
}
