// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.keylift.bulkimport.input.InputRecord;
import io.keylift.bulkimport.job.ChunkEntry;
import io.keylift.bulkimport.job.Counters;
import io.keylift.bulkimport.job.ImportJob;
import io.keylift.bulkimport.job.JobLedger;
import io.keylift.bulkimport.job.Reject;
import io.keylift.bulkimport.kind.ChunkImporter;
import io.keylift.bulkimport.kind.Claim;
import io.keylift.bulkimport.kind.ImportKind;
import io.keylift.bulkimport.kind.Item;
import io.keylift.bulkimport.kind.RejectCode;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/** Takes one chunk from its bytes to its commit. */
final class ChunkProcessor<R> {

    private final ImportJob job;
    private final ImportKind<R> kind;
    private final RecordParser<R> parser;
    private final ImportSessions sessions;
    private final ClaimGate gate;
    private final boolean relaxedCommits;
    private final Retry retry;

    ChunkProcessor(
            ImportJob job,
            ImportKind<R> kind,
            RecordParser<R> parser,
            ImportSessions sessions,
            ClaimGate gate,
            boolean relaxedCommits,
            Retry retry) {
        this.job = job;
        this.kind = kind;
        this.parser = parser;
        this.sessions = sessions;
        this.gate = gate;
        this.relaxedCommits = relaxedCommits;
        this.retry = retry;
    }

    /**
     * A chunk that is committed.
     *
     * @param records outcome of each record; empty if another run had committed the chunk
     * @param connectionWaitNanos how long the chunk waited for its connection
     */
    record Committed(ChunkEntry entry, List<RecordResult> records, PhaseTimes times, long connectionWaitNanos) {}

    Committed process(Chunk chunk) throws InterruptedException {
        long start = System.nanoTime();
        PhaseTimes times = new PhaseTimes();
        List<Item<R>> items = parser.parse(chunk);
        times.lap(Phase.PARSE);
        Set<String> claims = new HashSet<>(items.size() * 4);
        sessions.unlimited((context, ledger) -> {
            ChunkImporter<R> importer = kind.importer(context);
            items.stream().filter(item -> !item.isRejected()).forEach(importer::validate);
            rejectDuplicates(items, claims);
            importer.prepare(valid(items));
        });
        times.lap(Phase.VALIDATE);
        byte[] digest = chunk.digest();
        gate.enter(chunk.number(), claims);
        try {
            times.lap(Phase.WAIT);
            return commit(new Attempt<>(chunk, digest, items, times, start));
        } finally {
            gate.leave(chunk.number());
        }
    }

    /** Only a record that is valid by itself claims anything. */
    private void rejectDuplicates(List<Item<R>> items, Set<String> claims) {
        for (Item<R> item : valid(items)) {
            for (Claim claim : kind.claims(item.record())) {
                if (!claims.add(claim.text())) {
                    item.reject(
                            RejectCode.DUPLICATE,
                            claim.pointer(),
                            "An earlier record of the same chunk already has this " + claim.sort());
                }
            }
        }
    }

    private record Attempt<R>(Chunk chunk, byte[] digest, List<Item<R>> items, PhaseTimes times, long start) {}

    private Committed commit(Attempt<R> attempt) throws InterruptedException {
        List<Reject> before = attempt.items().stream().map(Item::reject).toList();
        boolean suspected = false;
        for (int tries = 1; ; tries++) {
            try {
                return tryCommit(attempt);
            } catch (RuntimeException e) {
                Optional<ChunkEntry> present = retry.untilReachable(() -> entry(attempt.chunk()), e);
                if (present.isPresent()) {
                    return new Committed(present.get(), List.of(), attempt.times(), 0);
                }
                reset(attempt.items(), before);
                switch (retry.next(e, tries)) {
                    case AGAIN -> {}
                    case SEARCH -> {
                        // The first time, somebody else may just have taken a key: resolving again sees that.
                        if (suspected) {
                            new GuiltyRecords<>(kind, sessions).reject(valid(attempt.items()), e);
                            before = attempt.items().stream().map(Item::reject).toList();
                        }
                        suspected = !suspected;
                    }
                    case GIVE_UP -> throw e;
                }
            }
        }
    }

    private static <R> void reset(List<Item<R>> items, List<Reject> before) {
        for (int i = 0; i < items.size(); i++) {
            items.get(i).resetAttempt(before.get(i));
        }
    }

    private static <R> List<Item<R>> valid(List<Item<R>> items) {
        return items.stream().filter(item -> !item.isRejected()).toList();
    }

    private Optional<ChunkEntry> entry(Chunk chunk) {
        List<Optional<ChunkEntry>> found = new ArrayList<>(1);
        sessions.inTransaction((context, ledger) -> found.add(ledger.entry(job.uid(), chunk.number())));
        return found.get(0);
    }

    private Committed tryCommit(Attempt<R> attempt) {
        PhaseTimes times = attempt.times();
        long[] wait = new long[1];
        List<ChunkEntry> entries = new ArrayList<>(1);
        boolean dryRun = job.spec().dryRun();
        sessions.inTransaction((context, ledger) -> {
            wait[0] = acquire(ledger, times);
            context.requirePermission(kind);
            importValid(kind.importer(context), attempt, times);
            if (dryRun) {
                context.session().getTransactionManager().setRollbackOnly();
            } else {
                entries.add(entry(attempt));
                ledger.append(job.uid(), entries.get(0));
                times.lap(Phase.WRITE);
            }
        });
        if (dryRun) {
            DryRun<R> run = new DryRun<>(kind, job.uid(), job.spec().ifExists());
            sessions.inTransaction((context, ledger) -> {
                run.correct(attempt.items(), ledger);
                entries.add(entry(attempt));
                ledger.append(job.uid(), entries.get(0));
            });
        }
        times.lap(Phase.COMMIT);
        List<RecordResult> results = attempt.items().stream()
                .map(item -> new RecordResult(item.line(), item.key(), item.outcome(), item.id(), item.reject()))
                .toList();
        return new Committed(entries.get(0), results, times, wait[0]);
    }

    /** The first statement of the transaction; its time is the wait for the connection. */
    private long acquire(JobLedger ledger, PhaseTimes times) {
        long begin = System.nanoTime();
        ledger.prepareForChunk(relaxedCommits);
        times.lap(Phase.WAIT);
        return System.nanoTime() - begin;
    }

    private void importValid(ChunkImporter<R> importer, Attempt<R> attempt, PhaseTimes times) {
        List<Item<R>> valid = valid(attempt.items());
        if (valid.isEmpty()) {
            return;
        }
        importer.resolve(valid);
        times.lap(Phase.RESOLVE);
        importer.write(valid);
        times.lap(Phase.WRITE);
    }

    private ChunkEntry entry(Attempt<R> attempt) {
        Counters counters = Counters.ZERO;
        List<Reject> rejects = new ArrayList<>();
        for (Item<R> item : attempt.items()) {
            if (item.outcome() == null) {
                throw new IllegalStateException("Kind " + kind.getId() + " gave line " + item.line() + " no outcome");
            }
            counters = counters.plus(item.outcome());
            if (item.isRejected()) {
                rejects.add(item.reject());
            }
        }
        List<InputRecord> records = attempt.chunk().records();
        long millis = (System.nanoTime() - attempt.start()) / 1_000_000;
        return new ChunkEntry(
                attempt.chunk().number(),
                records.get(0).line(),
                records.get(records.size() - 1).line(),
                attempt.digest(),
                counters,
                rejects,
                millis);
    }
}
