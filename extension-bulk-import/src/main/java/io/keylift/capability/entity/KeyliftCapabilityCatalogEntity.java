// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.entity;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** The catalog of a realm. The row is the lock of the catalog; its revision changes with each change of the catalog. */
@Entity
@Table(name = "KEYLIFT_CAPABILITY_CATALOG")
public class KeyliftCapabilityCatalogEntity {
    @Id
    @Column(name = "REALM_ID", length = 36)
    private String realmId;

    @Column(name = "REVISION", length = 36, nullable = false)
    private String revision;

    protected KeyliftCapabilityCatalogEntity() {}

    public KeyliftCapabilityCatalogEntity(String realmId, String revision) {
        this.realmId = realmId;
        this.revision = revision;
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
}
