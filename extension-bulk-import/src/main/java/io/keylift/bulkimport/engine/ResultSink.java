// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.keylift.bulkimport.job.ChunkEntry;
import io.keylift.bulkimport.job.Counters;
import io.keylift.bulkimport.job.ImportJob;
import io.keylift.bulkimport.job.JobStatus;
import io.keylift.bulkimport.job.Warning;
import java.util.List;

/** Receives the results of an import in the order of the input. Called by one thread at a time; must not block. */
public interface ResultSink {

    void opened(ImportJob job);

    /**
     * A chunk is committed.
     *
     * @param entry entry of the chunk in the ledger
     * @param records the outcome of each record; empty for a chunk that an earlier run committed
     * @param resumed whether an earlier run committed it
     */
    void committed(ChunkEntry entry, List<RecordResult> records, boolean resumed);

    /**
     * Called before {@link #ended}.
     *
     * @param objects number of objects that an undo has left for another one
     */
    default void left(long objects) {}

    /**
     * The run has ended.
     *
     * @param code stable code of why it ended early, or {@code null}
     * @param message message for code {@code code}, or {@code null}
     * @param warnings warnings of the job
     * @param counters outcomes of all records, earlier runs included
     * @param processed number of records that this run itself committed
     * @param nanos duration of this run, in nanoseconds
     */
    void ended(
            JobStatus status,
            String code,
            String message,
            List<Warning> warnings,
            Counters counters,
            long processed,
            long nanos);
}
