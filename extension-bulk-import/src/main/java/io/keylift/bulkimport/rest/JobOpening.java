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
import io.keylift.bulkimport.job.JobOption;
import io.keylift.bulkimport.job.JobSpec;
import io.keylift.bulkimport.job.JobStatus;
import io.keylift.bulkimport.job.Operation;
import io.keylift.bulkimport.place.Place;
import io.keylift.bulkimport.schema.RecordSchemas;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.UUID;

/** Opens jobs that have an input, and resumes them. */
final class JobOpening {

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

    /**
     * Takes a place for an import on this node.
     *
     * @param known the job, if it exists
     */
    static Place place(ImportEngine engine, String realmId, Caller caller, Optional<ImportJob> known) {
        return Errors.requirePlace(
                engine.takePlace(realmId, caller, known.map(ImportJob::uid)),
                "This node already runs as many imports as option `max-active-jobs` allows, or others wait who have"
                        + " fewer. Try again later.");
    }

    /** Opens a job, or resumes one. After this, an error can no longer change the response's status. */
    ImportStart open(String realmId, JobKinds kinds, Sender sender, ImportParameters parameters, Upload upload) {
        Known known = known(realmId, kinds, sender, parameters);
        Place place = place(
                engine, realmId, sender.caller(), Optional.ofNullable(known).map(Known::job));
        try {
            upload.body().heldBy(place);
            return open(realmId, kinds, sender, parameters, upload, known, place);
        } catch (RuntimeException | Error e) {
            place.release();
            throw e;
        }
    }

    private ImportStart open(
            String realmId,
            JobKinds kinds,
            Sender sender,
            ImportParameters parameters,
            Upload upload,
            Known known,
            Place place) {
        int chunkSize = known != null
                ? known.job().spec().chunkSize()
                : parameters.chunkSize() == null ? settings.chunkSize() : parameters.chunkSize();
        ImportInput input = upload.open(kinds, settings.limits(), chunkSize, settings.maxChunkBytes());
        boolean readsAll = parameters.operation() != Operation.REMOVE
                && !parameters.options().get(JobOption.DROP).contains(Drop.UNKNOWN_FIELDS);
        if (readsAll && !kinds.isOfRealm()) {
            CsvColumns.require(
                    input.fields(), kinds.name(), schemas.of(kinds.kinds().get(0)));
        }
        if (known != null) {
            return reopen(known, sender, parameters, input, place);
        }
        String id = parameters.job() == null ? UUID.randomUUID().toString() : parameters.job();
        JobSpec spec = new JobSpec(id, realmId, kinds.name(), parameters.operation(), chunkSize, parameters.options());
        try {
            ImportJob job = ledgers.read(ledger ->
                    ledger.open(spec, sender.caller(), settings.engine().node(), System.currentTimeMillis()));
            return new ImportStart(job, options(sender, parameters, spec), input, false, place);
        } catch (RuntimeException e) {
            // Two requests at the same time: the other one has just opened the job.
            Known other = known(realmId, kinds, sender, parameters);
            if (other == null || !other.job().spec().equals(spec)) {
                throw e;
            }
            return reopen(other, sender, parameters, input, place);
        }
    }

    private ImportStart reopen(
            Known known, Sender sender, ImportParameters parameters, ImportInput input, Place place) {
        known.first().ifPresent(chunk -> Upload.requireSameFirstChunk(input, chunk));
        if (known.job().status() == JobStatus.COMPLETED) {
            // The input is only compared with the committed chunks: the job stays complete in any case.
            return new ImportStart(
                    known.job(), options(sender, parameters, known.job().spec()), input, true, place);
        }
        ImportJob job;
        try {
            job = ledgers.read(ledger -> ledger.reopen(
                    known.job().uid(), sender.caller(), settings.engine().node(), System.currentTimeMillis()));
        } catch (IllegalStateException e) {
            throw cancelled(known.job().spec());
        }
        return new ImportStart(job, options(sender, parameters, job.spec()), input, true, place);
    }

    /** A job that already exists, and the first chunk that it has committed. */
    private record Known(ImportJob job, Optional<CommittedChunk> first) {}

    /** {@code null} for a new job; one whose id the caller does not choose is new. */
    private Known known(String realmId, JobKinds kinds, Sender sender, ImportParameters parameters) {
        return parameters.job() == null
                ? null
                : ledgers.read(ledger -> known(ledger, realmId, kinds, sender, parameters));
    }

    private Known known(JobLedger ledger, String realmId, JobKinds kinds, Sender sender, ImportParameters parameters) {
        Optional<ImportJob> job = ledger.find(realmId, parameters.job());
        job.ifPresent(sender.access()::require);
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
        List<String> others = new ArrayList<>();
        if (!spec.kind().equals(kinds.name())) {
            others.add("kind");
        }
        if (spec.operation() != parameters.operation()) {
            others.add("`op`");
        }
        spec.options().differences(parameters.options()).forEach(option -> others.add(named(option)));
        if (parameters.chunkSize() != null && parameters.chunkSize() != spec.chunkSize()) {
            others.add("`chunkSize`");
        }
        if (!others.isEmpty()) {
            throw Errors.conflict("Job " + spec.id() + " began with another " + String.join(", ", others)
                    + ". Repeat what it began with, or use another job id.");
        }
    }

    /** The scope has several parameters, and is named as a whole. */
    private static String named(JobOption<?> option) {
        return option == JobOption.SCOPE ? option.name() : "`" + option.name() + "`";
    }

    private static RuntimeException cancelled(JobSpec spec) {
        return Errors.conflict("Job " + spec.id() + " was cancelled; use another job id");
    }

    private static ImportOptions options(Sender sender, ImportParameters parameters, JobSpec spec) {
        return new ImportOptions(
                spec,
                parameters.parallelism(),
                parameters.stopOnReject(),
                parameters.maxRejects(),
                sender.events(parameters.events(), spec),
                parameters.results(),
                parameters.maxRemovals());
    }
}
