// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rest;

import io.keylift.bulkimport.engine.ImportEngine;
import io.keylift.bulkimport.engine.ImportInput;
import io.keylift.bulkimport.engine.ImportOptions;
import io.keylift.bulkimport.engine.UndoInput;
import io.keylift.bulkimport.job.Caller;
import io.keylift.bulkimport.job.CommittedChunk;
import io.keylift.bulkimport.job.Drop;
import io.keylift.bulkimport.job.ImportJob;
import io.keylift.bulkimport.job.JobLedger;
import io.keylift.bulkimport.job.JobSpec;
import io.keylift.bulkimport.job.JobStatus;
import io.keylift.bulkimport.job.Operation;
import io.keylift.bulkimport.schema.RecordSchemas;
import java.util.Optional;
import java.util.UUID;

/** Opens jobs that have an input, and resumes them. */
final class JobOpening {

    private static final String STARTED_DIFFERENTLY =
            "began with another kind, `op`, `ifExists`, `ids`, `dryRun`, `extra`, `undo`, `drop`"
                    + ", `noPassword`, scope or `chunkSize`";

    private final ImportEngine engine;
    private final Settings settings;
    private final RecordSchemas schemas;
    private final UndoInput.Ledger ledgers;

    /** @param ledgers the ledger, in transactions of its own */
    JobOpening(ImportEngine engine, Settings settings, RecordSchemas schemas, UndoInput.Ledger ledgers) {
        this.engine = engine;
        this.settings = settings;
        this.schemas = schemas;
        this.ledgers = ledgers;
    }

    static RuntimeException full() {
        return Errors.tooManyRequests(
                "This node already runs as many imports as option `max-active-jobs` allows. Try again later.");
    }

    /**
     * Opens a job, or resumes one. After this, an error can no longer change the response's status.
     *
     * @param access which jobs the caller may resume
     */
    ImportStart open(
            String realmId,
            JobKinds kinds,
            Caller caller,
            JobAccess access,
            ImportParameters parameters,
            Upload upload) {
        Known known = known(realmId, kinds, access, parameters);
        int chunkSize = known != null
                ? known.job().spec().chunkSize()
                : parameters.chunkSize() == null ? settings.chunkSize() : parameters.chunkSize();
        ImportInput input = upload.open(kinds, settings.limits(), chunkSize, settings.maxChunkBytes());
        boolean readsAll = parameters.operation() != Operation.REMOVE
                && !parameters.drops().contains(Drop.UNKNOWN_FIELDS);
        if (readsAll && !kinds.isOfRealm()) {
            CsvColumns.require(
                    input.fields(), kinds.name(), schemas.of(kinds.kinds().get(0)));
        }
        if (known != null) {
            return reopen(known, caller, parameters, input);
        }
        String id = parameters.job() == null ? UUID.randomUUID().toString() : parameters.job();
        JobSpec spec = new JobSpec(
                id,
                realmId,
                kinds.name(),
                parameters.operation(),
                parameters.ifExists(),
                parameters.ids(),
                parameters.dryRun(),
                chunkSize,
                parameters.extra(),
                parameters.undo(),
                null,
                parameters.scope(),
                parameters.drops(),
                parameters.noPassword());
        try {
            ImportJob job = ledgers.read(
                    ledger -> ledger.open(spec, caller, settings.engine().node(), System.currentTimeMillis()));
            return new ImportStart(job, options(parameters, spec), input, false);
        } catch (RuntimeException e) {
            // Two requests at the same time: the other one has just opened the job.
            Known other = known(realmId, kinds, access, parameters);
            if (other == null || !other.job().spec().equals(spec)) {
                throw e;
            }
            return reopen(other, caller, parameters, input);
        }
    }

    private ImportStart reopen(Known known, Caller caller, ImportParameters parameters, ImportInput input) {
        known.first().ifPresent(chunk -> Upload.requireSameFirstChunk(input, chunk));
        if (known.job().status() == JobStatus.COMPLETED) {
            // The input is only compared with what is committed: the job stays complete in any case.
            return new ImportStart(known.job(), options(parameters, known.job().spec()), input, true);
        }
        ImportJob job;
        try {
            job = ledgers.read(ledger ->
                    ledger.reopen(known.job().uid(), caller, settings.engine().node(), System.currentTimeMillis()));
        } catch (IllegalStateException e) {
            throw cancelled(known.job().spec());
        }
        return new ImportStart(job, options(parameters, job.spec()), input, true);
    }

    /** A job that already exists, and the first chunk that it has committed. */
    private record Known(ImportJob job, Optional<CommittedChunk> first) {}

    private Known known(String realmId, JobKinds kinds, JobAccess access, ImportParameters parameters) {
        return ledgers.read(ledger -> known(ledger, realmId, kinds, access, parameters));
    }

    private Known known(
            JobLedger ledger, String realmId, JobKinds kinds, JobAccess access, ImportParameters parameters) {
        Optional<ImportJob> job = parameters.job() == null ? Optional.empty() : ledger.find(realmId, parameters.job());
        if (engine.isFull() && job.filter(known -> engine.isActive(known.uid())).isEmpty()) {
            throw full();
        }
        job.ifPresent(access::require);
        job.ifPresent(known -> requireSame(known, kinds, parameters));
        job.ifPresent(known -> UndoOpening.requireNotUndone(ledger, known));
        return job.map(known -> new Known(known, first(ledger, known))).orElse(null);
    }

    private static Optional<CommittedChunk> first(JobLedger ledger, ImportJob job) {
        return ledger.committed(job.uid(), 1, 1).stream()
                .filter(chunk -> chunk.chunk() == 1)
                .findFirst();
    }

    private static void requireSame(ImportJob job, JobKinds kinds, ImportParameters parameters) {
        JobSpec spec = job.spec();
        if (!job.status().isResumable()) {
            throw cancelled(spec);
        }
        boolean same = spec.kind().equals(kinds.name())
                && spec.operation() == parameters.operation()
                && spec.ifExists() == parameters.ifExists()
                && spec.ids() == parameters.ids()
                && spec.dryRun() == parameters.dryRun()
                && spec.extra() == parameters.extra()
                && spec.undo() == parameters.undo()
                && spec.drops().equals(parameters.drops())
                && spec.noPassword() == parameters.noPassword()
                && spec.scope().equals(parameters.scope())
                && (parameters.chunkSize() == null || parameters.chunkSize() == spec.chunkSize());
        if (!same) {
            throw Errors.conflict(
                    "Job " + spec.id() + " " + STARTED_DIFFERENTLY + ". Repeat these, or use another job id.");
        }
    }

    private static RuntimeException cancelled(JobSpec spec) {
        return Errors.conflict("Job " + spec.id() + " was cancelled; use another job id");
    }

    private static ImportOptions options(ImportParameters parameters, JobSpec spec) {
        return new ImportOptions(
                spec,
                parameters.parallelism(),
                parameters.stopOnReject(),
                parameters.maxRejects(),
                parameters.events(),
                parameters.results(),
                parameters.maxRemovals());
    }
}
