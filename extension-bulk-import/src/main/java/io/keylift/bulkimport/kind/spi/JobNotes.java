// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.spi;

import java.util.Collection;
import java.util.Optional;
import java.util.Set;

/**
 * Notes that the chunks of a job leave for later chunks. A note is written in the transaction of the chunk and exists
 * only if the chunk is committed. The engine deletes all notes when the job is complete or cancelled.
 */
public interface JobNotes {

    void add(Collection<String> notes);

    /** Returns the notes that exist among these. */
    Set<String> made(Collection<String> notes);

    /**
     * For an undo: what a chunk of another job has kept of the rows that went with removed objects.
     *
     * @param uid internal id of that job
     * @param chunk number of the chunk
     * @param part number of the part, from 0
     * @return empty if there is no such part
     */
    default Optional<byte[]> keptRows(String uid, int chunk, int part) {
        return Optional.empty();
    }

    /** For an undo: whether earlier chunks have not given back everything, so that more can come back later. */
    default boolean leavesAny() {
        return false;
    }
}
