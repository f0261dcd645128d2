// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.capabilities.catalog;

import java.util.List;

/**
 * A line of the import: a set of capabilities.
 *
 * @param id id of a new set; generated if absent
 * @param name unique in the realm among capabilities and sets
 * @param resource the protected resource
 * @param action the action that it allows on the resource
 * @param type free text to distinguish sets
 * @param source source whose catalog it belongs to
 * @param description free text
 * @param members names of capabilities and sets, which may arrive later
 */
public record CapabilitySetRecord(
        String id,
        String name,
        String resource,
        String action,
        String type,
        String source,
        String description,
        List<String> members)
        implements EntryRecord {

    @Override
    public boolean isSet() {
        return true;
    }

    @Override
    public List<Endpoint> endpoints() {
        return null;
    }
}
