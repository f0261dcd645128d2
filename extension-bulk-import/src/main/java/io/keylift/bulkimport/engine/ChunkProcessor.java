// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.keylift.bulkimport.job.ChunkEntry;
import io.keylift.bulkimport.job.ImportJob;
import io.keylift.bulkimport.job.JobLedger;
import io.keylift.bulkimport.job.JobLedger.KeyWatch;
import io.keylift.bulkimport.job.Outcome;
import io.keylift.bulkimport.job.Reject;
import io.keylift.bulkimport.job.Warning;
import io.keylift.bulkimport.kind.spi.ChunkWriter;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.OutsideWork;
import io.keylift.bulkimport.kind.spi.RecordOperation;
import io.keylift.bulkimport.rows.TransactionFailure;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;

/** Processes one chunk from parsing to commit. */
final class ChunkProcessor<V> {

    private final ImportJob job;
    private final RecordOperation<?, V> operation;
    private final RecordKeys<V> keys;
    private final Validation<?, V> validation;
    private final ImportSessions sessions;
    private final UniqueKeyGate gate;
    private final boolean relaxedCommits;
    private final Retry retry;
    private final OutsideTasks outside;
    private final ChunkSettlement settlement;
    private final ChunkNotes notes;
    private final WaitingKeys waiting;
    private final LeavingOut<V> leavingOut;

    ChunkProcessor(
            ImportJob job,
            RecordOperation<?, V> operation,
            RecordKeys<V> keys,
            Validation<?, V> validation,
            ImportSessions sessions,
            UniqueKeyGate gate,
            boolean relaxedCommits,
            Retry retry,
            OutsideTasks outside,
            ChunkNotes notes,
            WaitingKeys waiting) {
        this.job = job;
        this.operation = operation;
        this.keys = keys;
        this.validation = validation;
        this.sessions = sessions;
        this.gate = gate;
        this.relaxedCommits = relaxedCommits;
        this.retry = retry;
        this.outside = outside;
        settlement = new ChunkSettlement(job);
        this.notes = notes;
        this.waiting = waiting;
        leavingOut = new LeavingOut<>(job.spec(), validation, keys, waiting);
    }

    /** The job as the records of the processor's kind see it. */
    ImportJob job() {
        return job;
    }

    /**
     * A chunk that is committed.
     *
     * @param entry entry of the chunk in the ledger; not stored if it counts no record, because all were deferred again
     * @param records outcome of each record except deferred ones; empty if another run had committed the chunk
     * @param warnings number of added records for each warning that they may give reason for
     * @param leftOut what is left out of the records
     * @param connectionWaitNanos how long the chunk waited for its connection
     * @param before whether it was committed already, perhaps by another run
     */
    record Committed(
            ChunkEntry entry,
            List<RecordResult> records,
            Map<Warning, Long> warnings,
            DropCount leftOut,
            ChunkPhaseTimes times,
            long connectionWaitNanos,
            boolean before) {}

    Committed process(Chunk chunk) throws InterruptedException {
        long start = System.nanoTime();
        ChunkPhaseTimes times = new ChunkPhaseTimes();
        Validation.Valid<V> valid = validation.of(chunk, times);
        Attempt<V> attempt = new Attempt<>(
                chunk,
                valid.items(),
                new ConflictConfirmation(gate, chunk.number(), job.spec()),
                new ConcurrentHashMap<>(),
                times,
                start);
        if (chunk.pass() != Chunk.Pass.INPUT) {
            return commit(attempt); // no other chunk is in flight
        }
        gate.enter(chunk.number(), valid.keys());
        boolean committed = false;
        try {
            times.lap(ChunkPhase.WAIT);
            Committed done = commit(attempt);
            committed = true;
            return done;
        } finally {
            if (committed) {
                gate.leave(chunk.number());
            } else {
                gate.close();
            }
        }
    }

    private record Attempt<V>(
            Chunk chunk,
            List<Item<V>> items,
            ConflictConfirmation doubts,
            Map<Class<?>, Object> known,
            ChunkPhaseTimes times,
            long start) {}

    private Committed commit(Attempt<V> attempt) throws InterruptedException {
        List<Reject> before = attempt.items().stream().map(Item::reject).toList();
        Map<TransactionFailure, Integer> failures = new EnumMap<>(TransactionFailure.class);
        boolean suspected = false;
        while (true) {
            try {
                return tryCommit(attempt);
            } catch (ConflictConfirmation.Again e) {
                attempt.times().lap(ChunkPhase.RESOLVE);
                attempt.doubts().settle();
                attempt.times().lap(ChunkPhase.WAIT);
                reset(attempt.items(), before);
            } catch (KeysTakenException e) {
                reset(attempt.items(), before);
            } catch (RealmBusyException e) {
                retry.untilReachable(sessions::awaitRealm);
                reset(attempt.items(), before);
            } catch (OutsideWork e) {
                attempt.times().lap(ChunkPhase.RESOLVE);
                if (LeavingOut.isPending(attempt.items())) {
                    before = leaveOut(attempt, before);
                    continue;
                }
                outside.run(e, attempt.known());
                attempt.times().lap(ChunkPhase.STORAGE);
                reset(attempt.items(), before);
            } catch (RuntimeException e) {
                if (LeavingOut.isPending(attempt.items())) {
                    // Nothing is committed, and what the kind did after it had found them does not count.
                    before = leaveOut(attempt, before);
                    continue;
                }
                Optional<ChunkEntry> present = retry.untilReachable(() -> committedEntry(attempt.chunk()), e);
                if (present.isPresent()) {
                    return new Committed(present.get(), List.of(), Map.of(), new DropCount(), attempt.times(), 0, true);
                }
                reset(attempt.items(), before);
                switch (retry.next(e, failures.merge(TransactionFailure.of(e), 1, Integer::sum))) {
                    case AGAIN -> {}
                    case SEARCH -> {
                        // The first time, another transaction may just have taken a key: resolving again finds it.
                        if (suspected) {
                            search(attempt, e);
                            before = attempt.items().stream().map(Item::reject).toList();
                        }
                        suspected = !suspected;
                    }
                    case GIVE_UP -> throw e;
                }
            }
        }
    }

    /** The records without the parts that the attempt has found, and the rejects before the next attempt. */
    private List<Reject> leaveOut(Attempt<V> attempt, List<Reject> before) throws InterruptedException {
        List<Reject> next = leavingOut.leaveOut(attempt.chunk(), attempt.items(), before, attempt.times());
        reset(attempt.items(), next);
        return next;
    }

    private void search(Attempt<V> attempt, RuntimeException failure) throws InterruptedException {
        try {
            new FailureBisection<V>(items -> rehearse(items, attempt.known()), retry)
                    .reject(valid(attempt.items()), failure);
        } catch (RuntimeException e) {
            if (TransactionFailure.of(e) != TransactionFailure.UNKNOWN) {
                throw e;
            }
            // No single record is the cause: the chunk is retried as a whole.
        }
    }

    private void rehearse(List<Item<V>> items, Map<Class<?>, Object> known) {
        sessions.inTransaction(known, (context, ledger) -> {
            context.session().getTransactionManager().setRollbackOnly();
            context.requirePermission(operation);
            if (!items.isEmpty()) {
                ChunkWriter<V> writer = operation.writer(context);
                writer.resolve(items);
                items.forEach(LeftOut::rejectPending);
                writer.write(items);
            }
        });
    }

    private static <V> void reset(List<Item<V>> items, List<Reject> before) {
        for (int i = 0; i < items.size(); i++) {
            items.get(i).resetAttempt(before.get(i));
        }
    }

    private static <V> List<Item<V>> valid(List<Item<V>> items) {
        return items.stream().filter(item -> !item.isRejected()).toList();
    }

    private Optional<ChunkEntry> committedEntry(Chunk chunk) {
        List<Optional<ChunkEntry>> found = new ArrayList<>(1);
        sessions.inTransaction((context, ledger) -> found.add(ledger.entry(job.uid(), chunk.number())));
        return found.get(0);
    }

    private Committed tryCommit(Attempt<V> attempt) {
        return job.spec().operation().writes() ? write(attempt) : compare(attempt);
    }

    /** The comparison sees one state of the realm; what it found is stored in a transaction of its own. */
    private Committed compare(Attempt<V> attempt) {
        ChunkPhaseTimes times = attempt.times();
        long[] wait = new long[1];
        List<ChunkEntry> entries = new ArrayList<>(1);
        long begin = System.nanoTime();
        sessions.inSnapshot(attempt.known(), (context, ledger) -> {
            wait[0] = System.nanoTime() - begin;
            ledger.prepareForReading();
            times.lap(ChunkPhase.WAIT);
            context.requirePermission(operation);
            writeValid(operation.writer(context), attempt, times, context, ledger);
        });
        sessions.inTransaction((context, ledger) -> {
            notes.noteFound(ledger, attempt.items());
            entries.add(settlement.append(attempt.chunk(), attempt.items(), attempt.start(), ledger));
        });
        times.lap(ChunkPhase.COMMIT);
        return committed(attempt, entries.get(0), wait[0]);
    }

    private Committed write(Attempt<V> attempt) {
        ChunkPhaseTimes times = attempt.times();
        long[] wait = new long[1];
        List<ChunkEntry> entries = new ArrayList<>(1);
        boolean dryRun = job.spec().dryRun();
        HeldEvents[] events = new HeldEvents[1];
        attempt.doubts().begin();
        sessions.inTransaction(attempt.known(), (context, ledger) -> {
            events[0] = context.heldEvents();
            wait[0] = acquire(ledger, times);
            KeyWatch keys = dryRun ? null : watchKeys(attempt, ledger);
            times.lap(ChunkPhase.WAIT);
            context.requirePermission(operation);
            writeValid(operation.writer(context), attempt, times, context, ledger);
            if (dryRun) {
                context.session().getTransactionManager().setRollbackOnly();
            } else {
                notes.noteNamed(context, ledger, attempt.chunk(), attempt.items());
                entries.add(settlement.append(attempt.chunk(), attempt.items(), attempt.start(), ledger));
                keepRealm(ledger);
                times.lap(ChunkPhase.WRITE);
                takeKeys(keys);
                times.lap(ChunkPhase.WAIT);
            }
        });
        if (dryRun) {
            DryRun<V> run = new DryRun<>(operation, keys, job.uid(), job.spec(), waiting);
            sessions.inTransaction((context, ledger) -> {
                run.correct(attempt.items(), attempt.chunk().pass(), ledger);
                LeftOut.requireNone(attempt.items());
                notes.noteNamed(context, ledger, attempt.chunk(), attempt.items());
                entries.add(settlement.append(attempt.chunk(), attempt.items(), attempt.start(), ledger));
            });
        }
        times.lap(ChunkPhase.COMMIT);
        if (!dryRun) {
            sessions.tell(events[0]);
        }
        return committed(attempt, entries.get(0), wait[0]);
    }

    private Committed committed(Attempt<V> attempt, ChunkEntry entry, long connectionWaitNanos) {
        List<RecordResult> results = ChunkSettlement.settled(attempt.items()).stream()
                .map(RecordResult::of)
                .toList();
        return new Committed(
                entry,
                results,
                warnings(attempt.items()),
                leavingOut.committed(attempt.chunk(), attempt.items()),
                attempt.times(),
                connectionWaitNanos,
                false);
    }

    private Map<Warning, Long> warnings(List<Item<V>> items) {
        Map<Warning, Long> warnings = new HashMap<>();
        for (Item<V> item : items) {
            boolean isNew =
                    item.outcome() == Outcome.ADDED && job.spec().operation().writes();
            Warning warning = isNew ? operation.warning(item.record()) : null;
            if (warning != null) {
                warnings.merge(warning, 1L, Long::sum);
            }
        }
        return warnings;
    }

    /** Keys that another job could take or exclude without violating a constraint of the database. */
    private KeyWatch watchKeys(Attempt<V> attempt, JobLedger ledger) {
        Set<String> keys = new HashSet<>();
        for (Item<V> item : valid(attempt.items())) {
            operation.unconstrainedKeys(item.record()).forEach(key -> keys.add(key.text()));
            operation.excludedKeys(item.record()).forEach(key -> keys.add(key.text()));
        }
        return ledger.watchKeys(job.uid(), job.spec(), attempt.chunk().number(), keys);
    }

    private static void takeKeys(KeyWatch keys) {
        if (!keys.take()) {
            throw new KeysTakenException();
        }
    }

    /** Another job took one of the keys after this chunk began. Resolving the records again finds its owner. */
    private static final class KeysTakenException extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    private void keepRealm(JobLedger ledger) {
        if (!ledger.keepRealm(job.spec().realmId())) {
            throw new RealmBusyException();
        }
    }

    /** Another transaction is changing or removing the realm. */
    private static final class RealmBusyException extends RuntimeException {
        private static final long serialVersionUID = 1L;
    }

    /** The first statement of the transaction; its time is the wait for the connection. */
    private long acquire(JobLedger ledger, ChunkPhaseTimes times) {
        long begin = System.nanoTime();
        boolean there = ledger.prepareForChunk(job.spec().realmId(), relaxedCommits);
        times.lap(ChunkPhase.WAIT);
        if (!there) {
            throw new ImportSessions.RealmGoneException();
        }
        return System.nanoTime() - begin;
    }

    private void writeValid(
            ChunkWriter<V> writer, Attempt<V> attempt, ChunkPhaseTimes times, ChunkContext context, JobLedger ledger) {
        List<Item<V>> valid = valid(attempt.items());
        if (valid.isEmpty()) {
            return;
        }
        ChunkNotes.Attempt noted = notes.begin(context, ledger, attempt.chunk(), attempt.items());
        writer.resolve(valid);
        attempt.doubts().check(valid);
        if (!job.spec().dryRun()) {
            leavingOut.endAwaiting(valid, attempt.chunk().pass());
        }
        LeftOut.requireNone(valid);
        noted.resolved();
        times.lap(ChunkPhase.RESOLVE);
        writer.write(valid);
        noted.written();
        times.lap(ChunkPhase.WRITE);
    }
}
