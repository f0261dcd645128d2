// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.catalog;

import java.util.List;

/**
 * The whole catalogue of one source: what of that source is not in it any more goes.
 *
 * @param version of the source, any text
 * @param entries each with a pointer to where it stands
 */
public record Manifest(String source, String version, List<Entry> entries) {

    public Manifest {
        entries = List.copyOf(entries);
    }

    /**
     * A capability or set.
     *
     * @param pointer JSON pointer to where it stands
     * @param entry its id and source say nothing
     * @param replaces names of what it takes the place of: whoever has one of these has this instead
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
