// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.capabilities.catalog;

import java.util.List;

/**
 * A line of the import: a capability.
 *
 * @param id id of a new capability; generated if absent
 * @param name unique in the realm among capabilities and sets
 * @param resource the protected resource
 * @param action the action that it allows on the resource
 * @param type free text to distinguish capabilities
 * @param source source whose catalog it belongs to
 * @param description free text
 * @param endpoints API endpoints that it stands for
 */
public record CapabilityRecord(
        String id,
        String name,
        String resource,
        String action,
        String type,
        String source,
        String description,
        List<Endpoint> endpoints)
        implements EntryRecord {

    @Override
    public boolean isSet() {
        return false;
    }

    @Override
    public List<String> members() {
        return null;
    }
}
