// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.spi;

import java.util.List;

/**
 * Imports a chunk of one kind within one session.
 *
 * The engine calls {@link #validate} and {@link #prepare} on one instance in a session of their own. It calls
 * {@link #resolve} and then {@link #write} on another instance in the transaction of the chunk, and creates a new
 * instance for each attempt. All calls on an instance come from one thread.
 *
 * @param <R> class of a record
 */
public interface ChunkImporter<R> {

    /**
     * Checks a record by itself, without SQL and without other records. A violation becomes a reject of the item with a
     * JSON pointer. Can add results to the record, such as a password hash, for the later steps.
     */
    void validate(Item<R> item);

    /** Does work on all valid records of a chunk that requires no connection, such as hashing passwords in parallel. */
    default void prepare(List<Item<R>> items) {}

    /**
     * Looks up all references and existing keys of the records. The number of queries must not depend on the number of
     * records. Unknown and forbidden references become rejects.
     */
    void resolve(List<Item<R>> items);

    /**
     * Writes the {@linkplain Item#isOpen open} records in batches and sets the outcome of each. Invalidates the caches
     * of exactly what changed; Keycloak does so after the commit.
     */
    void write(List<Item<R>> items);
}
