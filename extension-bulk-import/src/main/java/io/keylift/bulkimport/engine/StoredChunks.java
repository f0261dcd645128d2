// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.keylift.bulkimport.input.InputRecord;
import io.keylift.bulkimport.job.ChunkEntry;
import io.keylift.bulkimport.job.CommittedChunk;
import io.keylift.bulkimport.job.Counters;
import io.keylift.bulkimport.job.ImportJob;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/** Reads the chunks that a job has committed, as soon as the database can be reached. */
final class StoredChunks {

    private final ImportJob job;
    private final ImportSessions sessions;
    private final Retry retry;

    StoredChunks(ImportJob job, ImportSessions sessions, Retry retry) {
        this.job = job;
        this.sessions = sessions;
        this.retry = retry;
    }

    /** At most {@code max} chunks from this number on, in ascending order. */
    List<CommittedChunk> page(int from, int max) throws InterruptedException {
        return retry.untilReachable(
                () -> sessions.inTransaction((context, ledger) -> ledger.committed(job.uid(), from, max)));
    }

    /** The entry of a committed chunk. */
    ChunkEntry entry(int chunk) throws InterruptedException {
        return find(chunk).orElseThrow();
    }

    /**
     * The line behind the input of this run. Another run of the job may still commit chunks: what these defer is not of
     * this caller.
     *
     * @param last the last chunk that this run has read; {@code null} for none
     * @param again whether an earlier run, which may number lines otherwise, can have committed it
     */
    long endBehind(Chunk last, boolean again) throws InterruptedException {
        if (last == null) {
            return 1;
        }
        if (!again) {
            return last.lastLine() + 1;
        }
        long committed = find(last.number()).map(ChunkEntry::lastLine).orElse(0L);
        return Math.max(last.lastLine(), committed) + 1;
    }

    private Optional<ChunkEntry> find(int chunk) throws InterruptedException {
        return retry.untilReachable(() -> sessions.inTransaction((context, ledger) -> ledger.entry(job.uid(), chunk)));
    }

    /** Makes sure that this run can read what a committed chunk of the input deferred. */
    void restoreDeferred(Chunk chunk, Counters counters) throws InterruptedException {
        if (counters.read() == chunk.records().size()) {
            return;
        }
        Map<Long, String> records = new LinkedHashMap<>();
        for (InputRecord record : chunk.records()) {
            if (record.json() != null) {
                records.put(record.line(), record.text());
            }
        }
        retry.runUntilReachable(
                () -> sessions.runInTransaction((context, ledger) -> ledger.restoreDeferred(job.uid(), records)));
    }

    /**
     * The entry of a chunk of the input that is sent again. Reads what it rejected, found or warned of only if there is
     * any.
     */
    ChunkEntry resumed(Chunk chunk, CommittedChunk before) throws InterruptedException {
        Counters counters = before.counters();
        boolean hasLines = counters.rejected() > 0
                || job.spec().isVerification() && counters.added() + counters.updated() > 0
                || job.spec().isUndo() && counters.added() > 0;
        return new ChunkEntry(
                chunk.number(),
                chunk.firstLine(),
                chunk.lastLine(),
                before.digest(),
                counters,
                hasLines ? entry(chunk.number()).report() : List.of(),
                chunk.kind(),
                before.millis());
    }
}
