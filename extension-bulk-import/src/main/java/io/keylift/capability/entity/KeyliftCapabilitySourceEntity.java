// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.entity;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.IdClass;
import jakarta.persistence.Table;
import java.io.Serializable;

/** A source whose manifest was applied to the realm. */
@Entity
@Table(name = "KEYLIFT_CAPABILITY_SOURCE")
@IdClass(KeyliftCapabilitySourceEntity.Key.class)
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

    @Column(name = "CLIENT_ID", length = 36)
    private String clientId;

    protected KeyliftCapabilitySourceEntity() {}

    public KeyliftCapabilitySourceEntity(String realmId, String name, String version, long appliedAt, String clientId) {
        this.realmId = realmId;
        this.name = name;
        this.version = version;
        this.appliedAt = appliedAt;
        this.clientId = clientId;
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

    /** When the manifest was last applied, in milliseconds since 1970. */
    public long appliedAt() {
        return appliedAt;
    }

    public void appliedAt(long appliedAt) {
        this.appliedAt = appliedAt;
    }

    /** Internal id of the client whose client id was the source's name when the source was created, or {@code null}. */
    public String clientId() {
        return clientId;
    }

    /** The primary key. */
    public record Key(String realmId, String name) implements Serializable {}
}
