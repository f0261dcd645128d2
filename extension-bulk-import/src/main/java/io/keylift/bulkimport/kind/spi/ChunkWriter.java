// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.spi;

import java.util.List;

/**
 * Writes the records of a chunk in the transaction of the chunk. The engine creates a writer for each attempt and calls
 * {@link #resolve}, then {@link #write}, once each, on one thread. It rolls back the transaction after any exception
 * and may try again with a new writer, so a writer must not leave traces outside the transaction.
 *
 * <p>Extend {@link KeyedWriter} or {@link WorkWriter} rather than implement this interface: they contain the parts that
 * all kinds share, such as dry runs and locks.
 *
 * @param <V> class of a valid record
 */
public interface ChunkWriter<V> {

    /**
     * Looks up the references and the existing objects of the records, and {@linkplain Item#reject rejects} records
     * with unknown or forbidden references. Must not write. The number of queries must not depend on the number of
     * records.
     *
     * @param items all records of the chunk, in the order of the input, those that are already rejected included
     * @throws OutsideWork if the chunk must be resolved again, after slow work outside the transaction or with locks
     */
    void resolve(List<Item<V>> items);

    /**
     * Writes the {@linkplain Item#isOpen open} records in batches and sets the outcome of each. Registers the
     * invalidation of exactly those cache entries that change; Keycloak invalidates them after the commit, on all
     * nodes.
     *
     * @param items the records that {@link #resolve} received
     */
    void write(List<Item<V>> items);
}
