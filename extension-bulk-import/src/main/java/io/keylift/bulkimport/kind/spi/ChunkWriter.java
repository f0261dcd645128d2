// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.spi;

import java.util.List;

/**
 * Writes a chunk in its transaction. The engine creates a new writer for each attempt; all calls come from one thread.
 * Most writers are a {@link KeyedWriter} or a {@link WorkWriter}, which decide what is the same for all kinds.
 *
 * @param <V> class of a valid record
 */
public interface ChunkWriter<V> {

    /**
     * Looks up all references and existing keys of the records. The number of queries must not depend on the number of
     * records. Unknown and forbidden references become rejects.
     *
     * @throws OutsideWork if something slow has to be done first
     */
    void resolve(List<Item<V>> items);

    /**
     * Writes the {@linkplain Item#isOpen open} records in batches and sets the outcome of each. Invalidates the caches
     * of exactly what changed; Keycloak does so after the commit.
     */
    void write(List<Item<V>> items);
}
