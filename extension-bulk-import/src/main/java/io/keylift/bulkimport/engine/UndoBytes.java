// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.keylift.bulkimport.job.JobLedger;
import java.util.HashMap;
import java.util.Map;

/** Counts the bytes that a run keeps for an undo of its job, chunks in flight included. */
final class UndoBytes {

    private final String uid;
    private final long max;
    private final Map<Integer, Long> ofChunks = new HashMap<>();
    private long total = -1;

    /** @param max number of bytes that the job may keep */
    UndoBytes(String uid, long max) {
        this.uid = uid;
        this.max = max;
    }

    /** Of the job. */
    String uid() {
        return uid;
    }

    /**
     * Reserves the bytes of a chunk. An attempt at a chunk replaces the one before.
     *
     * @throws UndoFullException if the job would keep too much
     */
    synchronized void reserve(JobLedger ledger, int chunk, long size) {
        if (total < 0) {
            total = ledger.undoBytes(uid);
        }
        long others = total - ofChunks.getOrDefault(chunk, 0L);
        if (others + size > max) {
            throw new UndoFullException(max);
        }
        total = others + size;
        ofChunks.put(chunk, size);
    }
}
