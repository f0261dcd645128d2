// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.catalog;

import io.keylift.capability.Capability;
import io.keylift.capability.entity.KeyliftCapabilityEntity;
import java.util.Set;

/**
 * A capability or set with all stored fields.
 *
 * @param endpoints a JSON array; {@code null} if there are none
 * @param members names of the direct members of a set, whether they exist or not; empty for a capability
 */
public record CatalogEntry(
        String id,
        String name,
        boolean isSet,
        String resource,
        String action,
        String type,
        String source,
        String description,
        String endpoints,
        Set<String> members) {

    private static final String NO_ENDPOINTS = "[]";

    public CatalogEntry {
        endpoints = NO_ENDPOINTS.equals(endpoints) ? null : endpoints;
        members = Set.copyOf(members);
    }

    /** The capability without description, endpoints and members. */
    public Capability capability() {
        return new Capability(id, name, isSet, resource, action, type, source);
    }

    static CatalogEntry of(KeyliftCapabilityEntity row, Set<String> members) {
        return new CatalogEntry(
                row.id(),
                row.name(),
                row.isSet(),
                row.resource(),
                row.action(),
                row.type(),
                row.source(),
                row.description(),
                row.endpoints(),
                members);
    }

    KeyliftCapabilityEntity row(String realmId) {
        return new KeyliftCapabilityEntity(
                id, realmId, name, isSet, resource, action, type, source, description, endpoints);
    }

    void writeTo(KeyliftCapabilityEntity row) {
        row.resource(resource);
        row.action(action);
        row.type(type);
        row.source(source);
        row.description(description);
        row.endpoints(endpoints);
    }
}
