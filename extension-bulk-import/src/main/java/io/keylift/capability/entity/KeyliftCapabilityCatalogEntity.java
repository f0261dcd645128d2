// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.entity;

import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import jakarta.persistence.Table;

/** The capabilities of a realm as a whole. The row is their lock, and its revision says whether they have changed. */
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

    /** Another text after each change, one that was never there before. */
    public String revision() {
        return revision;
    }

    public void revision(String revision) {
        this.revision = revision;
    }
}
