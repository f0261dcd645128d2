// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.rest;

import io.keylift.bulkimport.engine.ImportEngine;
import io.keylift.bulkimport.engine.ImportOptions;
import io.keylift.bulkimport.engine.RemovalLimit;
import io.keylift.bulkimport.engine.UndoInput;
import io.keylift.bulkimport.job.EventMode;
import io.keylift.bulkimport.job.IfExists;
import io.keylift.bulkimport.job.ImportJob;
import io.keylift.bulkimport.job.JobLedger;
import io.keylift.bulkimport.job.JobOption;
import io.keylift.bulkimport.job.JobOptions;
import io.keylift.bulkimport.job.JobSpec;
import io.keylift.bulkimport.job.JobStatus;
import io.keylift.bulkimport.job.Operation;
import io.keylift.bulkimport.place.Place;
import java.util.Optional;
import java.util.UUID;

/** Opens the jobs that undo others. */
final class UndoOpening {

    private final ImportEngine engine;
    private final String node;
    private final UndoInput.Ledger ledgers;

    /** @param ledgers the ledger, in transactions of its own */
    UndoOpening(ImportEngine engine, String node, UndoInput.Ledger ledgers) {
        this.engine = engine;
        this.node = node;
        this.ledgers = ledgers;
    }

    /** A job that an undo has begun to give back does not go on. */
    static void requireNotUndone(JobLedger ledger, ImportJob job) {
        ledger.undoOf(job.spec().realmId(), job.uid()).ifPresent(undo -> {
            throw Errors.conflict("Job " + job.spec().id() + " is undone by job "
                    + undo.spec().id() + "; use another job id");
        });
    }

    /**
     * Opens a job that undoes another one, or resumes it.
     *
     * @param undone a job that keeps the data that an undo needs
     * @param job id of the new job; {@code null} to generate one
     */
    ImportStart open(ImportJob undone, String job, Sender sender, EventMode events, ImportOptions.Results results) {
        Place place = JobOpening.place(engine, undone.spec().realmId(), sender.caller(), Optional.empty());
        try {
            return open(undone, job, sender, events, results, place);
        } catch (RuntimeException | Error e) {
            place.release();
            throw e;
        }
    }

    private ImportStart open(
            ImportJob undone, String job, Sender sender, EventMode events, ImportOptions.Results results, Place place) {
        long now = System.currentTimeMillis();
        JobSpec of = undone.spec();
        JobSpec spec = new JobSpec(
                job == null ? UUID.randomUUID().toString() : job,
                of.realmId(),
                of.kind(),
                Operation.UNDO,
                of.chunkSize(),
                new JobSpec.Undone(undone.uid(), of.id()),
                JobOptions.DEFAULTS.with(JobOption.IF_EXISTS, IfExists.OVERWRITE));
        return ledgers.read(ledger -> {
            ledger.lock(undone.uid());
            Optional<ImportJob> before = unfinished(ledger, undone);
            before.ifPresent(earlier -> requireResumable(earlier, job));
            if (before.isEmpty() && ledger.find(of.realmId(), spec.id()).isPresent()) {
                throw Errors.conflict("The realm has a job with id " + spec.id() + "; use another job id");
            }
            ImportJob opened = before.isEmpty()
                    ? ledger.open(spec, sender.caller(), node, now)
                    : ledger.reopen(before.get().uid(), sender.caller(), node, now);
            ImportOptions options = new ImportOptions(
                    opened.spec(),
                    parallelism(of),
                    false,
                    Long.MAX_VALUE,
                    sender.events(events, opened.spec()),
                    results,
                    RemovalLimit.DEFAULT);
            return new ImportStart(opened, options, new UndoInput(ledgers, undone.uid()), before.isPresent(), place);
        });
    }

    /**
     * The undo of a mirror has one chunk in flight: it restores removed objects with rows that may refer to objects
     * which other chunks remove. Of other jobs, {@link io.keylift.bulkimport.undo.Undo} orders the chunks.
     */
    private static int parallelism(JobSpec undone) {
        return undone.isMirror() ? 1 : 0;
    }

    /** The undo that a request is about; a new undo restores objects that earlier ones have left. */
    private static Optional<ImportJob> unfinished(JobLedger ledger, ImportJob undone) {
        Optional<ImportJob> latest = ledger.undoOf(undone.spec().realmId(), undone.uid());
        latest.filter(undo -> undo.status() == JobStatus.CANCELLED)
                .ifPresent(undo -> ledger.settleUndo(undone.uid(), undo.uid(), false));
        return latest.filter(undo -> undo.status() != JobStatus.CANCELLED)
                .filter(undo -> undo.status() != JobStatus.COMPLETED || ledger.undoBytes(undone.uid()) == 0);
    }

    private static void requireResumable(ImportJob undo, String job) {
        String id = undo.spec().id();
        String undone = undo.spec().undoes().id();
        if (undo.status() == JobStatus.COMPLETED) {
            throw Errors.conflict("Job " + undone + " was undone by job " + id);
        }
        if (!undo.status().isEnded()) {
            throw Errors.conflict("Job " + id + " is undoing job " + undone);
        }
        if (job != null && !job.equals(id)) {
            throw Errors.conflict(
                    "Job " + id + " has begun to undo job " + undone + "; resume it with `job=" + id + "`");
        }
    }
}
