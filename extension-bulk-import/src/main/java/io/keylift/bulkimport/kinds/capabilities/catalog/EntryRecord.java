// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.capabilities.catalog;

import io.keylift.bulkimport.kind.spi.UniqueKey;
import io.keylift.capability.catalog.CatalogEntry;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** Common part of the records of capabilities and of sets. */
interface EntryRecord {

    /** Length of a description. */
    int MAX_DESCRIPTION = 2000;

    String id();

    String name();

    String resource();

    String action();

    String type();

    String source();

    String description();

    boolean isSet();

    /** Names of the members of a set; {@code null} if not given. */
    List<String> members();

    /** {@code null} if not given. */
    List<Endpoint> endpoints();

    /** Capabilities and sets have a common name space. */
    default List<UniqueKey> uniqueKeys() {
        List<UniqueKey> keys = new ArrayList<>(2);
        if (name() != null) {
            keys.add(new UniqueKey("capability", name(), "/name"));
        }
        if (id() != null) {
            keys.add(new UniqueKey("id", id(), "/id"));
        }
        return keys;
    }

    /** An entry with the values of this record only; fields that it omits are empty. */
    default CatalogEntry entry(String id) {
        return new CatalogEntry(
                id,
                name(),
                isSet(),
                resource(),
                action(),
                type(),
                source(),
                description(),
                endpoints() == null ? null : Endpoint.text(endpoints()),
                members() == null ? Set.of() : Set.copyOf(members()));
    }
}
