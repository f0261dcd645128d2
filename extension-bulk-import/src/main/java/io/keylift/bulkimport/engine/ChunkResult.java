// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.keylift.bulkimport.job.ChunkEntry;
import io.keylift.bulkimport.job.Warning;
import java.util.List;
import java.util.Map;

/**
 * A chunk that is committed.
 *
 * @param entry entry of the chunk in the ledger; not stored if it counts no record, because all were deferred again
 * @param records outcome of each record except deferred ones; empty if another run had committed the chunk
 * @param warnings number of added records for each warning that they may give reason for
 * @param leftOut counts of the parts dropped from the records
 * @param connectionWaitNanos how long the chunk waited for its connection
 * @param before whether it was committed already, perhaps by another run
 * @param endsJob whether its transaction has also ended the job
 */
record ChunkResult(
        ChunkEntry entry,
        List<RecordResult> records,
        Map<Warning, Long> warnings,
        DroppedCounts leftOut,
        ChunkPhaseTimes times,
        long connectionWaitNanos,
        boolean before,
        boolean endsJob) {

    static ChunkResult committedBefore(ChunkEntry entry, ChunkPhaseTimes times) {
        return new ChunkResult(entry, List.of(), Map.of(), new DroppedCounts(), times, 0, true, false);
    }

    /** This result, of a chunk whose transaction has ended the job, or has not. */
    ChunkResult endingJob(boolean ends) {
        return new ChunkResult(entry, records, warnings, leftOut, times, connectionWaitNanos, before, ends);
    }
}
