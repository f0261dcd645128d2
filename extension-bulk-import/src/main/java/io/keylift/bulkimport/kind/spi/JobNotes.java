// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.spi;

import java.util.Collection;
import java.util.Optional;
import java.util.Set;

/**
 * Notes that the chunks of a job leave for later chunks. A note is written in the transaction of the chunk and exists
 * only if the chunk is committed. It survives a restart of the server. The engine deletes all notes when the job is
 * complete or cancelled.
 */
public interface JobNotes {

    /** Adds notes in the transaction of the chunk. */
    void add(Collection<String> notes);

    /** Returns which of these notes exist. */
    Set<String> made(Collection<String> notes);

    /**
     * For an undo: returns rows that were removed with the objects of a chunk of another job, as that chunk has kept
     * them.
     *
     * @param uid internal id of that job
     * @param chunk number of the chunk
     * @param part number of the part, from 0
     * @return empty if there is no such part
     */
    default Optional<byte[]> keptRows(String uid, int chunk, int part) {
        return Optional.empty();
    }

    /** For an undo: whether an earlier chunk has left something to restore later. */
    default boolean leavesAny() {
        return false;
    }
}
