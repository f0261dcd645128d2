// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.keylift.bulkimport.input.InputRecord;
import io.keylift.bulkimport.job.ChunkEntry;
import io.keylift.bulkimport.job.Counters;
import io.keylift.bulkimport.job.Drop;
import io.keylift.bulkimport.job.JobLedger;
import io.keylift.bulkimport.job.Outcome;
import io.keylift.bulkimport.job.ReportLine;
import io.keylift.bulkimport.job.Warning;
import io.keylift.bulkimport.kind.spi.Item;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Entry of a chunk in the ledger, and its result, which the run reports after the commit. */
final class ChunkSettlement<V> {

    private final KindRun<V> kind;

    ChunkSettlement(KindRun<V> kind) {
        this.kind = kind;
    }

    /**
     * Appends the chunk's entry to the ledger, and stores the records it defers.
     *
     * @return the entry, which is not stored if it counts no record because all were deferred again, or gone
     */
    ChunkEntry append(ChunkWork<V> work, JobLedger ledger) {
        Chunk.Pass pass = work.chunk().pass();
        List<Item<V>> settled = pass == Chunk.Pass.EXTRA ? removed(work.items()) : settled(work.items());
        if (pass == Chunk.Pass.INPUT) {
            ledger.defer(kind.job().uid(), deferred(work));
        } else if (pass != Chunk.Pass.EXTRA) {
            ledger.settle(kind.job().uid(), settled.stream().map(Item::line).toList());
        }
        ChunkEntry entry = entry(work, settled);
        if (pass == Chunk.Pass.INPUT || !settled.isEmpty()) {
            ledger.append(kind.job().uid(), entry);
        }
        return entry;
    }

    /** The items that are not deferred. */
    private static <V> List<Item<V>> settled(List<Item<V>> items) {
        return items.stream().filter(item -> item.awaited().isEmpty()).toList();
    }

    /** An object that was gone already is no record of the input, and has no outcome. */
    private static <V> List<Item<V>> removed(List<Item<V>> items) {
        return items.stream().filter(item -> item.outcome() != Outcome.SKIPPED).toList();
    }

    private static <V> Map<Long, String> deferred(ChunkWork<V> work) {
        Map<Long, String> deferred = new LinkedHashMap<>();
        for (int i = 0; i < work.items().size(); i++) {
            if (!work.items().get(i).awaited().isEmpty()) {
                InputRecord record = work.chunk().records().get(i);
                deferred.put(record.line(), record.text());
            }
        }
        return deferred;
    }

    private ChunkEntry entry(ChunkWork<V> work, List<Item<V>> settled) {
        Chunk chunk = work.chunk();
        Counters counters = Counters.ZERO;
        List<ReportLine> report = new ArrayList<>();
        for (Item<V> item : settled) {
            if (item.outcome() == null) {
                throw new IllegalStateException(
                        "Kind " + kind.spec().kind() + " gave line " + item.line() + " no outcome");
            }
            counters = counters.plus(item.outcome());
            report.addAll(Report.of(item, chunk.pass(), kind.spec().isVerification()));
        }
        return new ChunkEntry(
                chunk.number(),
                chunk.firstLine(),
                chunk.lastLine(),
                chunk.digest(),
                counters,
                report,
                chunk.kind(),
                work.millis());
    }

    /** The result of a chunk whose entry is committed. */
    ChunkResult result(ChunkWork<V> work, ChunkEntry entry, long connectionWaitNanos) {
        List<Item<V>> settled = settled(work.items());
        noteWaiting(work);
        return new ChunkResult(
                entry,
                settled.stream().map(RecordResult::of).toList(),
                kind.spec().operation().writes() ? warnings(settled) : Map.of(),
                leftOut(settled),
                work.times(),
                connectionWaitNanos,
                false,
                false);
    }

    private void noteWaiting(ChunkWork<V> work) {
        Chunk.Pass pass = work.chunk().pass();
        boolean isDeferred = pass == Chunk.Pass.DEFERRED || pass == Chunk.Pass.DROP;
        if (isDeferred && kind.spec().drops().contains(Drop.UNKNOWN_REFERENCES)) {
            kind.waiting().note(work.items(), kind.keys());
        }
    }

    private Map<Warning, Long> warnings(List<Item<V>> items) {
        Map<Warning, Long> warnings = new HashMap<>();
        for (Item<V> item : items) {
            Warning warning = item.outcome() == Outcome.ADDED ? kind.operation().warning(item.record()) : null;
            if (warning != null) {
                warnings.merge(warning, 1L, Long::sum);
            }
        }
        return warnings;
    }

    private DroppedCounts leftOut(List<Item<V>> settled) {
        DroppedCounts count = new DroppedCounts();
        if (!kind.spec().drops().isEmpty()) {
            settled.forEach(item -> count.add(kind.spec().kind(), item));
        }
        return count;
    }
}
