// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.capabilities.catalog;

import java.util.List;

/**
 * A line of the import: a set of capabilities.
 *
 * @param id id to give a new one; generated if absent
 * @param name unique in the realm among capabilities and sets
 * @param resource what it is about
 * @param action what may be done with it
 * @param type any word by which sets are told apart
 * @param source whose catalogue it belongs to
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
