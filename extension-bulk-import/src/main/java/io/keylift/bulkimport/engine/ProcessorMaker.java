// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.keylift.bulkimport.engine.RefusedKind.Refusal;
import io.keylift.bulkimport.job.IdMode;
import io.keylift.bulkimport.job.ImportJob;
import io.keylift.bulkimport.job.Operation;
import io.keylift.bulkimport.kind.spi.ImportKind;
import io.keylift.bulkimport.kind.spi.RecordOperation;
import io.keylift.bulkimport.mirror.Mirror;
import io.keylift.bulkimport.undo.KeptObject;
import io.keylift.bulkimport.undo.Undo;
import java.util.List;
import java.util.Set;
import java.util.function.Function;

/** Makes the processors of a run's chunks, and what follows the chunks of its input. */
final class ProcessorMaker {

    private final EngineSettings settings;
    private final Function<String, ImportKind<?, ?>> kindOf;
    private final ImportSessions sessions;
    private final UniqueKeyGate gate;
    private final Retry retry;
    private final OutsideTasks outside;
    private final UndoBytes undoBytes;
    private final WaitingKeys waiting = new WaitingKeys();
    private final GivenIdFields noIds = new GivenIdFields(Set.of());

    /** @param kindOf finds a kind by its id; {@code null} if this server does not have it */
    ProcessorMaker(
            String uid,
            EngineSettings settings,
            Function<String, ImportKind<?, ?>> kindOf,
            ImportSessions sessions,
            UniqueKeyGate gate,
            Retry retry,
            OutsideTasks outside) {
        this.settings = settings;
        this.kindOf = kindOf;
        this.sessions = sessions;
        this.gate = gate;
        this.retry = retry;
        this.outside = outside;
        undoBytes = new UndoBytes(uid, settings.maxUndoBytes());
    }

    /** @param refusal why all records of the kind are rejected, or {@code null} */
    <R> ChunkProcessor<?> processor(ImportJob job, ImportKind<R, ?> kind, Refusal refusal) {
        Operation operation = job.spec().operation();
        // After a crash, neither a removed user nor a removed session must be back.
        boolean relaxed = settings.relaxedCommits() && operation != Operation.REMOVE && operation != Operation.UNDO;
        if (operation == Operation.UNDO) {
            Undo undo = new Undo(kind, kindOf);
            RecordParser<KeptObject> parser = new RecordParser<>(
                    kind.getId(),
                    KeptObject.class,
                    "key",
                    undo,
                    noIds,
                    IdMode.STRICT,
                    DropRules.none(),
                    Integer.MAX_VALUE);
            return processor(job, undo, noIds, parser, relaxed, null);
        }
        GivenIdFields ids = new GivenIdFields(kind.shape().givenIds());
        DropRules drops = DropRules.of(kind.shape(), job.spec());
        RecordParser<R> parser =
                new RecordParser<>(kind, operation, ids, job.spec().ids(), drops, settings.maxRecordBytes());
        RecordOperation<R, ?> wanted = Operations.of(kind, operation);
        RecordOperation<R, ?> done = refusal == null ? wanted : new RefusedKind<>(wanted, refusal);
        return processor(job, done, ids, parser, relaxed, keeping(job, kind, parser, operation == Operation.REMOVE));
    }

    private <R> UndoKeeping<R> keeping(
            ImportJob job, ImportKind<R, ?> kind, RecordParser<R> parser, boolean isRemoval) {
        return job.spec().undo() ? new UndoKeeping<>(job.spec(), kind, parser, isRemoval, kindOf, undoBytes) : null;
    }

    /** The search of a verification for what no record names. */
    ExtraSearch extraSearch(ImportJob job, List<ImportKind<?, ?>> kinds) {
        return new ExtraSearch(job, kinds, sessions, retry);
    }

    /** The removal of what no record of a mirror names. */
    ExtraRemoval extraRemoval(ImportJob job, List<ImportKind<?, ?>> kinds, RemovalLimit limit) {
        return new ExtraRemoval(job, limit, kinds, sessions, retry);
    }

    /** The processor of the chunks of that removal. */
    <R> ChunkProcessor<?> ofRemoval(ImportJob job, ImportKind<R, ?> kind, ExtraRemoval removal) {
        RecordOperation<R, ?> operation = new Mirror<>(kind).removal(job.spec(), removal::check);
        RecordParser<R> parser = new RecordParser<>(kind, operation, noIds, IdMode.STRICT, Integer.MAX_VALUE);
        return processor(job, operation, noIds, parser, false, keeping(job, kind, parser, true));
    }

    private <R, V> ChunkProcessor<V> processor(
            ImportJob job,
            RecordOperation<R, V> operation,
            GivenIdFields ids,
            RecordParser<R> parser,
            boolean relaxedCommits,
            UndoKeeping<?> undo) {
        RecordKeys<V> keys = new RecordKeys<>(operation, ids, parser.mode());
        ImportSessions own = sessions.with(job.spec().ifExists());
        return new ChunkProcessor<>(
                job,
                operation,
                keys,
                new Validation<>(operation, keys, parser, own, retry),
                own,
                gate,
                relaxedCommits,
                retry,
                outside,
                new ChunkNotes(job, operation, undo),
                waiting);
    }
}
