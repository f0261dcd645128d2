// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.keylift.bulkimport.job.ChunkEntry;
import io.keylift.bulkimport.job.Counters;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/** Puts the results of chunks, which end in any order, into the order of the input, and counts them. */
final class OrderedResults {

    /**
     * How many later results may wait for an earlier chunk: enough to keep the workers busy, within the memory budget.
     */
    private static final int MAX_PENDING = 64;

    private record Pending(ChunkEntry entry, List<RecordResult> records, boolean resumed) {}

    private final ResultSink sink;
    private final Map<Integer, Pending> pending = new HashMap<>();
    private int next = 1;
    private int nextDeferred = DeferredLines.FIRST;
    private Counters counters = Counters.ZERO;
    private long processed;

    OrderedResults(ResultSink sink) {
        this.sink = sink;
    }

    synchronized void add(ChunkEntry entry, List<RecordResult> records, boolean resumed) {
        pending.put(entry.chunk(), new Pending(entry, records, resumed));
        counters = counters.plus(entry.counters());
        if (!resumed) {
            processed += entry.counters().read();
        }
        for (Pending ready = pending.remove(next); ready != null; ready = pending.remove(next)) {
            sink.committed(ready.entry(), ready.records(), ready.resumed());
            next++;
        }
        notifyAll();
    }

    /** Adds the result of a chunk of deferred lines: it follows all chunks of the input and waits for none. */
    synchronized void addDeferred(ChunkEntry entry, List<RecordResult> records, boolean resumed) {
        counters = counters.plus(entry.counters());
        if (!resumed) {
            processed += entry.counters().read();
        }
        nextDeferred = entry.chunk() - 1;
        sink.committed(entry, records, resumed);
    }

    /** Number of the chunk that follows the chunks of deferred lines so far. */
    synchronized int nextDeferred() {
        return nextDeferred;
    }

    /** Passes on the remaining results when an earlier chunk failed: their chunks are committed. */
    synchronized void flush() {
        pending.keySet().stream()
                .sorted()
                .map(pending::get)
                .forEach(ready -> sink.committed(ready.entry(), ready.records(), ready.resumed()));
        pending.clear();
    }

    /** Whether so many results wait for an earlier chunk that no more should be added. */
    synchronized boolean isFull() {
        return pending.size() >= MAX_PENDING;
    }

    /** Outcomes of all chunks so far. */
    synchronized Counters counters() {
        return counters;
    }

    /** Records of the chunks that this run itself committed. */
    synchronized long processed() {
        return processed;
    }
}
