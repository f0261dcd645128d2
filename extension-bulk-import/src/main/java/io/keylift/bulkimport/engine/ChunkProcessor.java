// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.keylift.bulkimport.job.ChunkEntry;
import io.keylift.bulkimport.job.ImportJob;
import io.keylift.bulkimport.kind.spi.ChunkWriter;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.OutsideWork;
import io.keylift.bulkimport.rows.TransactionFailure;
import java.util.List;
import java.util.Optional;

/** Processes one chunk from parsing to commit: checks its records, and attempts to commit them until it succeeds. */
final class ChunkProcessor<V> {

    private final KindRun<V> kind;
    private final RunParts run;
    private final Validation<?, V> validation;
    private final ChunkAttempt<V> attempt;

    ChunkProcessor(KindRun<V> kind, RunParts run, Validation<?, V> validation, ChunkAttempt<V> attempt) {
        this.kind = kind;
        this.run = run;
        this.validation = validation;
        this.attempt = attempt;
    }

    /** The job as the records of the processor's kind see it. */
    ImportJob job() {
        return kind.job();
    }

    ChunkResult process(Chunk chunk) throws InterruptedException {
        long start = System.nanoTime();
        ChunkPhaseTimes times = new ChunkPhaseTimes();
        Validation.Valid<V> valid = validation.of(chunk, times);
        ConflictConfirmation doubts = new ConflictConfirmation(run.gate(), chunk.number(), kind.spec());
        ChunkWork<V> work = new ChunkWork<>(chunk, valid.items(), doubts, times, start);
        if (chunk.pass() != Chunk.Pass.INPUT) {
            return commit(work); // no other chunk is in flight
        }
        run.gate().enter(chunk.number(), valid.keys());
        boolean committed = false;
        try {
            times.lap(ChunkPhase.WAIT);
            if (chunk.kept() != null && run.control().isEnding()) {
                throw new UniqueKeyGate.ClosedException(); // most chunks of an undo wait for those before them
            }
            ChunkResult done = commit(work);
            committed = true;
            return done;
        } finally {
            if (committed) {
                run.gate().leave(chunk.number());
            } else {
                run.gate().close();
            }
        }
    }

    private ChunkResult commit(ChunkWork<V> work) throws InterruptedException {
        ChunkStates states = new ChunkStates();
        while (true) {
            try {
                return attempt.commit(work);
            } catch (RuntimeException e) {
                ChunkStates.State state = states.after(e, work.hasPartsToDrop());
                if (state == ChunkStates.State.IN_DOUBT) {
                    Optional<ChunkEntry> present = run.retry().untilReachable(() -> committedEntry(work.chunk()), e);
                    if (present.isPresent()) {
                        return ChunkResult.committedBefore(present.get(), work.times());
                    }
                    TransactionFailure failure = TransactionFailure.of(e);
                    state = states.notCommitted(failure);
                    Retry.pauseAfter(failure, states.count(failure), e);
                }
                prepareNext(state, work, e);
            }
        }
    }

    private Optional<ChunkEntry> committedEntry(Chunk chunk) {
        return kind.sessions()
                .inTransaction((context, ledger) -> ledger.entry(kind.job().uid(), chunk.number()));
    }

    /** @param thrown by the last attempt */
    private void prepareNext(ChunkStates.State state, ChunkWork<V> work, RuntimeException thrown)
            throws InterruptedException {
        switch (state) {
            case OVERTAKEN, RETRIED, SUSPECTED -> work.reset();
            case AWAITS_EARLIER_CHUNKS -> {
                work.times().lap(ChunkPhase.RESOLVE);
                work.doubts().settle();
                work.times().lap(ChunkPhase.WAIT);
                work.reset();
            }
            case AWAITS_REALM -> {
                run.retry().runUntilReachable(kind.sessions()::awaitRealm);
                work.reset();
            }
            case AWAITS_OUTSIDE_WORK -> {
                work.times().lap(ChunkPhase.RESOLVE);
                run.outside().run((OutsideWork) thrown, work.known());
                work.times().lap(ChunkPhase.STORAGE);
                work.reset();
            }
            case DROPS_PARTS -> {
                work.times().lap(ChunkPhase.RESOLVE);
                work.dropParts(validation);
                work.reset();
            }
            case SEARCHED -> {
                work.reset();
                search(work, thrown);
                work.keepRejects();
            }
            case IN_DOUBT, FAILED -> throw thrown;
        }
    }

    private void search(ChunkWork<V> work, RuntimeException failure) throws InterruptedException {
        try {
            new FailureBisection<V>(items -> rehearse(items, work)).reject(work.valid(), failure);
        } catch (RuntimeException e) {
            if (TransactionFailure.of(e) != TransactionFailure.UNKNOWN) {
                throw e;
            }
            // No single record is the cause: the chunk is retried as a whole.
        }
    }

    private void rehearse(List<Item<V>> items, ChunkWork<V> work) {
        kind.sessions().runInTransaction(work.known(), (context, ledger) -> {
            context.session().getTransactionManager().setRollbackOnly();
            context.requirePermission(kind.operation());
            if (!items.isEmpty()) {
                ChunkWriter<V> writer = kind.operation().writer(context);
                writer.resolve(items);
                items.forEach(DroppedParts::rejectPending);
                writer.write(items);
            }
        });
    }
}
