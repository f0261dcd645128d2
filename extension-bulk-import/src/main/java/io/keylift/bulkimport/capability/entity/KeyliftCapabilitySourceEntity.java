// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.capability.entity;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;

/** Somebody whose catalogue was taken over as a whole. */
@Entity
@Table(name = "KEYLIFT_CAPABILITY_SOURCE")
@IdClass(KeyliftCapabilitySourceKey.class)
public class KeyliftCapabilitySourceEntity {
    @Id
    @Column(name = "REALM_ID", length = 36)
    private String realmId;

    @Id
    @Column(name = "NAME")
    private String name;

    @Column(name = "VERSION")
    private String version;

    @Column(name = "APPLIED_AT", nullable = false)
    private long appliedAt;

    protected KeyliftCapabilitySourceEntity() {}

    public KeyliftCapabilitySourceEntity(String realmId, String name, String version, long appliedAt) {
        this.realmId = realmId;
        this.name = name;
        this.version = version;
        this.appliedAt = appliedAt;
    }

    public String realmId() {
        return realmId;
    }

    public String name() {
        return name;
    }

    public String version() {
        return version;
    }

    public void version(String version) {
        this.version = version;
    }

    /** Milliseconds since 1970. */
    public long appliedAt() {
        return appliedAt;
    }

    public void appliedAt(long appliedAt) {
        this.appliedAt = appliedAt;
    }
}
