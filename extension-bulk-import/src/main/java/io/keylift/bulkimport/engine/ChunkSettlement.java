// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.keylift.bulkimport.input.InputRecord;
import io.keylift.bulkimport.job.ChunkEntry;
import io.keylift.bulkimport.job.Counters;
import io.keylift.bulkimport.job.ImportJob;
import io.keylift.bulkimport.job.JobLedger;
import io.keylift.bulkimport.job.Outcome;
import io.keylift.bulkimport.job.Reject;
import io.keylift.bulkimport.kind.spi.Item;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What the ledger keeps of a chunk: the outcomes of its records, and the records that it defers. */
final class ChunkSettlement {

    private final ImportJob job;

    ChunkSettlement(ImportJob job) {
        this.job = job;
    }

    /**
     * Appends the chunk's entry to the ledger, and stores the records it defers.
     *
     * @param start when the chunk began, as {@link System#nanoTime} tells it
     * @return the entry, which is not stored if it counts no record because all were deferred again, or gone
     */
    <V> ChunkEntry append(Chunk chunk, List<Item<V>> items, long start, JobLedger ledger) {
        List<Item<V>> settled = chunk.pass() == Chunk.Pass.EXTRA ? removed(items) : settled(items);
        boolean ofInput = chunk.pass() == Chunk.Pass.INPUT;
        if (ofInput) {
            ledger.defer(job.uid(), deferred(chunk, items));
        } else if (chunk.pass() != Chunk.Pass.EXTRA) {
            ledger.settle(job.uid(), settled.stream().map(Item::line).toList());
        }
        ChunkEntry entry = entry(chunk, settled, start);
        if (ofInput || !settled.isEmpty()) {
            ledger.append(job.uid(), entry);
        }
        return entry;
    }

    /** The items that are not deferred. */
    static <V> List<Item<V>> settled(List<Item<V>> items) {
        return items.stream().filter(item -> item.awaited().isEmpty()).toList();
    }

    /** What was gone already is no record of the input, and has no outcome. */
    private static <V> List<Item<V>> removed(List<Item<V>> items) {
        return items.stream().filter(item -> item.outcome() != Outcome.SKIPPED).toList();
    }

    private static <V> Map<Long, String> deferred(Chunk chunk, List<Item<V>> items) {
        Map<Long, String> deferred = new LinkedHashMap<>();
        for (int i = 0; i < items.size(); i++) {
            if (!items.get(i).awaited().isEmpty()) {
                InputRecord record = chunk.records().get(i);
                deferred.put(record.line(), record.text());
            }
        }
        return deferred;
    }

    private <V> ChunkEntry entry(Chunk chunk, List<Item<V>> settled, long start) {
        Counters counters = Counters.ZERO;
        List<Reject> rejects = new ArrayList<>();
        for (Item<V> item : settled) {
            if (item.outcome() == null) {
                throw new IllegalStateException(
                        "Kind " + job.spec().kind() + " gave line " + item.line() + " no outcome");
            }
            counters = counters.plus(item.outcome());
            if (item.isRejected()) {
                rejects.add(item.reject());
            } else if (chunk.pass() == Chunk.Pass.EXTRA) {
                rejects.add(Findings.removed(item));
            } else if (job.spec().isVerification()) {
                rejects.addAll(Findings.of(item));
            } else {
                rejects.addAll(Findings.warning(item));
            }
        }
        long millis = (System.nanoTime() - start) / 1_000_000;
        return new ChunkEntry(
                chunk.number(),
                chunk.firstLine(),
                chunk.lastLine(),
                chunk.digest(),
                counters,
                rejects,
                chunk.kind(),
                millis);
    }
}
