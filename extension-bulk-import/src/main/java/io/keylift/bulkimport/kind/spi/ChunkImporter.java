// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.spi;

import java.util.List;

/**
 * Imports chunks of one kind within one session. The engine calls {@link #validate} in a session of its own, once for each
 * record, and {@link #resolve} then {@link #write} in the chunk's transaction, again with fresh instances if a chunk has to be
 * repeated.
 */
public interface ChunkImporter<R> {

    /**
     * Checks a record by itself: no SQL, nothing of other records. Faults are rejects of the item with a JSON pointer. May
     * complete the record (hash a password) so that later steps need not.
     */
    void validate(Item<R> item);

    /** Work on all valid records of a chunk before a connection is needed, such as hashing passwords in parallel. */
    default void prepare(List<Item<R>> items) {}

    /**
     * Looks up everything the records refer to and whatever holds their keys already, in a number of queries that does not depend
     * on how many records there are. Unknown references and forbidden ones become rejects.
     */
    void resolve(List<Item<R>> items);

    /**
     * Writes the records that are {@linkplain Item#isOpen open}, in batches, and gives each its outcome. Registers the invalidation of the caches of
     * exactly what changed; Keycloak carries it out after the commit.
     */
    void write(List<Item<R>> items);
}
