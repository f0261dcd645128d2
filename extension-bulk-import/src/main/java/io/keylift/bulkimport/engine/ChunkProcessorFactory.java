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
import java.util.Set;
import java.util.function.Function;

/** Creates the processors of a run's chunks. */
final class ChunkProcessorFactory {

    private final EngineSettings settings;
    private final Function<String, ImportKind<?, ?>> kindOf;
    private final RunParts run;
    private final KnownRecords records;
    private final UndoBytes undoBytes;
    private final WaitingKeys waiting = new WaitingKeys();
    private final GivenIdFields noIds = new GivenIdFields(Set.of());

    /**
     * @param uid of the job
     * @param kindOf finds a kind by its id; {@code null} if this server does not have it
     */
    ChunkProcessorFactory(
            String uid,
            EngineSettings settings,
            Function<String, ImportKind<?, ?>> kindOf,
            RunParts run,
            KnownRecords records) {
        this.settings = settings;
        this.kindOf = kindOf;
        this.run = run;
        this.records = records;
        undoBytes = new UndoBytes(uid, settings.maxUndoBytes());
    }

    /** @param refusal why all records of the kind are rejected, or {@code null} */
    <R> ChunkProcessor<?> processor(ImportJob job, ImportKind<R, ?> kind, Refusal refusal) {
        Operation operation = job.spec().operation();
        if (operation == Operation.UNDO) {
            return undo(job, new Undo(kind, kindOf), kind.getId());
        }
        GivenIdFields ids = new GivenIdFields(records.shape(kind).givenIds());
        DropRules drops = DropRules.of(records.shape(kind), job.spec());
        RecordParser<R> parser =
                new RecordParser<>(kind, operation, ids, job.spec().ids(), drops, records);
        RecordOperation<R, ?> wanted = Operations.of(kind, operation);
        RecordOperation<R, ?> done = refusal == null ? wanted : new RefusedKind<>(wanted, refusal);
        boolean isRemoval = operation == Operation.REMOVE;
        return processor(job, done, ids, parser, isRemoval, keeping(job, kind, isRemoval));
    }

    private ChunkProcessor<?> undo(ImportJob job, Undo undo, String kind) {
        RecordParser<KeptObject> parser = new RecordParser<>(
                kind, records.own(KeptObject.class), "key", undo, noIds, IdMode.STRICT, DropRules.none());
        return processor(job, undo, noIds, parser, false, null);
    }

    /** The processor of chunks of objects that no record of a mirror names. */
    <R> ChunkProcessor<?> ofRemoval(ImportJob job, ImportKind<R, ?> kind, UnlistedRemoval removal) {
        RecordOperation<R, ?> operation = new Mirror<>(kind).removal(job.spec(), removal::check);
        RecordParser<R> parser = new RecordParser<>(kind, operation, noIds, IdMode.STRICT, records);
        return processor(job, operation, noIds, parser, true, keeping(job, kind, true));
    }

    private <R> UndoKeeping<R> keeping(ImportJob job, ImportKind<R, ?> kind, boolean isRemoval) {
        return job.spec().undo() ? new UndoKeeping<>(job.spec(), kind, isRemoval, kindOf, undoBytes) : null;
    }

    private <R, V> ChunkProcessor<V> processor(
            ImportJob job,
            RecordOperation<R, V> operation,
            GivenIdFields ids,
            RecordParser<R> parser,
            boolean isRemoval,
            UndoKeeping<?> undo) {
        RecordKeys<V> keys = new RecordKeys<>(operation, ids, parser.mode());
        ImportSessions sessions = run.sessions().with(job.spec().ifExists());
        KindRun<V> own = new KindRun<>(job, operation, keys, sessions, waiting);
        // After a crash, neither a removed user nor a removed session must be back.
        boolean relaxed = settings.relaxedCommits() && !isRemoval && !job.spec().isUndo();
        return new ChunkProcessor<>(
                own,
                run,
                new Validation<>(operation, keys, parser, sessions, run.retry()),
                attempt(own, new WriteSteps<>(own, undo, run.onlyChunk(), relaxed), isRemoval));
    }

    private static <V> ChunkAttempt<V> attempt(KindRun<V> kind, WriteSteps<V> steps, boolean isRemoval) {
        if (!kind.spec().operation().writes()) {
            return new ComparisonAttempt<>(kind, steps);
        }
        if (kind.spec().dryRun()) {
            return new DryRunAttempt<>(kind, steps, isRemoval ? new DryRemoval<>(kind) : new DryImport<>(kind));
        }
        return isRemoval ? new RemovalAttempt<>(kind, steps) : new ImportAttempt<>(kind, steps);
    }
}
