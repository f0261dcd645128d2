// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.catalog;

import java.util.List;

/**
 * The whole catalog of one source: entries of the source that it does not have are removed.
 *
 * @param version version of the source, any text
 * @param entries capabilities and sets, each with its pointer
 */
public record Manifest(String source, String version, List<Entry> entries) {

    public Manifest {
        entries = List.copyOf(entries);
    }

    /**
     * A capability or set.
     *
     * @param pointer JSON pointer to it
     * @param entry its id and source are ignored
     * @param replaces names of the entries that it replaces: their holders get this one instead
     */
    public record Entry(String pointer, CatalogEntry entry, List<String> replaces) {

        public Entry {
            replaces = replaces == null ? List.of() : List.copyOf(replaces);
        }

        public String name() {
            return entry.name();
        }
    }
}
