// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.keylift.bulkimport.input.InputRecord;
import io.keylift.bulkimport.job.Drop;
import io.keylift.bulkimport.job.ImportJob;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.SortedMap;
import java.util.function.UnaryOperator;

/**
 * Retries deferred lines once the whole input has been read. It goes from the last line to the first, because lines at
 * the beginning tend to wait for lines at the end, and repeats until a round settles no line. A job that leaves out
 * references then drops references to objects that no line defines. The remaining lines are rejected.
 */
final class DeferredLines {

    /** Number of the first chunk of deferred lines; further ones count down. */
    static final int FIRST = -1;

    private final int chunkSize;
    private final boolean drops;
    private final Ledger ledger;
    private final RunControl control;
    private final UnaryOperator<InputRecord> reading;
    private int number;

    /** @param committed how many chunks of deferred lines are already committed */
    DeferredLines(
            ImportJob job,
            ImportSessions sessions,
            Retry retry,
            RunControl control,
            UnaryOperator<InputRecord> reading,
            int committed) {
        this(
                job.spec().chunkSize(),
                job.spec().drops().contains(Drop.UNKNOWN_REFERENCES),
                (before, max) -> retry.untilReachable(
                        () -> sessions.inTransaction((context, ledger) -> ledger.deferred(job.uid(), before, max))),
                control,
                reading,
                committed);
    }

    /** @param drops whether references that no line defines are left out */
    DeferredLines(
            int chunkSize,
            boolean drops,
            Ledger ledger,
            RunControl control,
            UnaryOperator<InputRecord> reading,
            int committed) {
        this.chunkSize = chunkSize;
        this.drops = drops;
        this.ledger = ledger;
        this.control = control;
        this.reading = reading;
        number = FIRST - committed;
    }

    /** Reads deferred lines. */
    @FunctionalInterface
    interface Ledger {
        /** The last lines before line {@code before}, at most {@code max}. */
        SortedMap<Long, String> deferred(long before, int max) throws InterruptedException;
    }

    /** Commits a chunk. */
    @FunctionalInterface
    interface Step {
        /** Returns whether any of its lines was settled. */
        boolean settles(Chunk chunk) throws InterruptedException;
    }

    /**
     * Settles the lines before line {@code end}: those that still wait in the end are tried for the last time. Returns
     * the number of the next chunk.
     */
    int settle(Step step, long end) throws InterruptedException {
        return settle(step, end, true);
    }

    /** Settles those of the lines before line {@code end} that wait for nothing any more. */
    void settleReady(Step step, long end) throws InterruptedException {
        settle(step, end, false);
    }

    private int settle(Step step, long end, boolean last) throws InterruptedException {
        Chunk.Pass pass = Chunk.Pass.DEFERRED;
        while (!control.isEnding()) {
            boolean settled = false;
            long before = end;
            for (Chunk chunk = next(before, pass); chunk != null && !control.isEnding(); chunk = next(before, pass)) {
                before = chunk.firstLine();
                if (step.settles(chunk)) {
                    settled = true;
                    number--;
                }
                control.awaitTurn();
            }
            if (before == end || !settled && !last) {
                break;
            }
            pass = settled ? Chunk.Pass.DEFERRED : next(pass);
        }
        return number;
    }

    /** The pass after one that has settled no line. */
    private Chunk.Pass next(Chunk.Pass pass) {
        return drops && pass == Chunk.Pass.DEFERRED ? Chunk.Pass.DROP : Chunk.Pass.LAST;
    }

    /**
     * The next chunk of deferred lines: those right before line {@code before}, in line order; {@code null} if none are
     * left.
     */
    private Chunk next(long before, Chunk.Pass pass) throws InterruptedException {
        SortedMap<Long, String> lines = ledger.deferred(before, chunkSize);
        List<InputRecord> records = new ArrayList<>(lines.size());
        lines.forEach((line, json) ->
                records.add(reading.apply(InputRecord.of(line, json.getBytes(StandardCharsets.UTF_8)))));
        return records.isEmpty() ? null : Chunk.of(number, lastOfOneKind(records), pass);
    }

    private static List<InputRecord> lastOfOneKind(List<InputRecord> records) {
        int end = records.size() - 1;
        int begin = end;
        while (begin > 0 && Chunk.areAlike(records.get(end), records.get(begin - 1))) {
            begin--;
        }
        return records.subList(begin, end + 1);
    }
}
