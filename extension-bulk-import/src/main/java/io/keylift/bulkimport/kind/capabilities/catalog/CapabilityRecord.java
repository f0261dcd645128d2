// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.capabilities.catalog;

import java.util.List;

/**
 * A line of the import: a capability.
 *
 * @param id id to give a new one; generated if absent
 * @param name unique in the realm among capabilities and sets
 * @param resource what it is about
 * @param action what may be done with it
 * @param type any word by which capabilities are told apart
 * @param source whose catalogue it belongs to
 * @param description free text
 * @param endpoints what it stands for in an API
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
