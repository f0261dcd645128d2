// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.keylift.bulkimport.job.ChunkEntry;
import io.keylift.bulkimport.job.Counters;
import io.keylift.bulkimport.job.ImportJob;
import io.keylift.bulkimport.job.JobStatus;
import io.keylift.bulkimport.job.Warning;
import java.util.List;

/** Where the results of an import go, in the order of the input. Called by one thread at a time and must not block. */
public interface ResultSink {

    void opened(ImportJob job);

    /**
     * A chunk is committed.
     *
     * @param entry its line in the ledger
     * @param records the outcome of each record; empty for a chunk that an earlier run committed
     * @param resumed whether an earlier run committed it
     */
    void committed(ChunkEntry entry, List<RecordResult> records, boolean resumed);

    /**
     * The run has ended.
     *
     * @param code stable code of what ended it early, or {@code null}
     * @param message the same for a person, or {@code null}
     * @param warnings what it warns of
     * @param counters outcomes of all records, those of earlier runs included
     * @param processed records that this run itself committed
     * @param nanos how long this run took
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
