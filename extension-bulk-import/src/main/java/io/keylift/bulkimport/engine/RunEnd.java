// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.keylift.bulkimport.caller.CallerGoneException;
import io.keylift.bulkimport.engine.RunControl.End;
import io.keylift.bulkimport.input.Fingerprint;
import io.keylift.bulkimport.job.ChunkEntry;
import io.keylift.bulkimport.job.ImportJob;
import io.keylift.bulkimport.job.JobLedger;
import io.keylift.bulkimport.job.JobSpec;
import io.keylift.bulkimport.job.JobState;
import io.keylift.bulkimport.job.JobStatus;
import io.keylift.bulkimport.kind.spi.StorageUnreachableException;
import io.keylift.bulkimport.rows.TransactionFailure;
import java.util.List;
import java.util.Optional;
import org.jboss.logging.Logger;

/** Determines and records the end of a run, which can differ from the end that the run intended. */
final class RunEnd {

    private static final Logger LOG = Logger.getLogger(RunEnd.class);

    static final End COMPLETED = new End(JobStatus.COMPLETED, null, null);

    private final ImportJob job;
    private final ChunkInput input;
    private final ImportSessions sessions;
    private final Retry retry;
    private final OrderedResults results;
    private final WarningCount warnings;
    private final OnlyChunk onlyChunk;
    private long left;
    private volatile boolean stored;

    RunEnd(
            ImportJob job,
            ChunkInput input,
            ImportSessions sessions,
            Retry retry,
            OrderedResults results,
            WarningCount warnings,
            OnlyChunk onlyChunk) {
        this.job = job;
        this.input = input;
        this.sessions = sessions;
        this.retry = retry;
        this.results = results;
        this.warnings = warnings;
        this.onlyChunk = onlyChunk;
    }

    /** The end of a run that cannot go on because of {@code thrown}. */
    static End because(Throwable thrown, JobSpec spec, String message) {
        String jobId = spec.id();
        if (thrown instanceof UndoFullException) {
            return new End(JobStatus.STOPPED, "undo_full", thrown.getMessage());
        }
        if (thrown instanceof StorageUnreachableException storage) {
            LOG.warnf(thrown, "Job %s is interrupted: user storage %s cannot be reached", jobId, storage.storage());
            return new End(JobStatus.INTERRUPTED, "storage_unreachable", resume(storage.getMessage(), spec));
        }
        if (TransactionFailure.of(thrown) == TransactionFailure.UNREACHABLE) {
            LOG.warnf(thrown, "Job %s is interrupted: the database cannot be reached", jobId);
            return new End(
                    JobStatus.INTERRUPTED, "database_unreachable", resume("The database cannot be reached", spec));
        }
        if (thrown instanceof ImportSessions.RealmGoneException) {
            LOG.infof("Job %s ends: its realm was removed", jobId);
            return RunControl.REALM_GONE;
        }
        LOG.errorf(thrown, "Job %s failed: %s", jobId, message);
        return thrown instanceof CallerGoneException
                ? new End(JobStatus.FAILED, "caller_gone", thrown.getMessage())
                : new End(JobStatus.FAILED, "internal_error", message);
    }

    /** The message with an instruction to resume the job. */
    static String resume(String message, JobSpec spec) {
        return message
                + (spec.isUndo()
                        ? "; send the request again to resume the undo"
                        : "; send the input again with `job=" + spec.id() + "` to resume");
    }

    /**
     * Ends a run that has read its whole input. The run is complete only when this is recorded: that commit makes the
     * commits of its chunks durable. A job that was already complete keeps its status, however this run ends.
     */
    End complete() throws InterruptedException {
        if (stored) {
            return storedBefore();
        }
        try {
            return store(COMPLETED);
        } catch (RuntimeException e) {
            try {
                return retry.untilReachable(() -> store(COMPLETED), e);
            } catch (RuntimeException last) {
                return record(because(last, job.spec(), "Failed to record the end of the import"));
            }
        }
    }

    /** Notes that the transaction of a chunk has ended the job as complete: nothing can change that end. */
    void noteStored() {
        stored = true;
    }

    private End storedBefore() {
        fireEvent(JobStatus.COMPLETED);
        return COMPLETED;
    }

    /** Ends a run early. If that cannot be recorded, its job reads as interrupted. */
    End record(End early) {
        if (stored) {
            return storedBefore();
        }
        try {
            return store(early);
        } catch (RuntimeException e) {
            LOG.warnf(e, "Failed to record the end of job %s (%s)", job.spec().id(), early.status());
            return early;
        }
    }

    /** Number of objects that an undo has left for another one, once its end is stored. */
    long left() {
        return left;
    }

    private End store(End wanted) {
        End end = sessions.inTransaction((context, ledger) -> store(wanted, ledger));
        if (job.status() != JobStatus.COMPLETED) {
            fireEvent(end.status());
        }
        return end;
    }

    /** Writes nothing if the job belongs to a newer run. */
    End store(End wanted, JobLedger ledger) {
        if (wanted == COMPLETED && isEndOfOnlyChunk(ledger)) {
            return COMPLETED;
        }
        long now = System.currentTimeMillis();
        JobState stored = ledger.heartbeat(List.of(job.uid()), now).get(job.uid());
        End end = inView(stored, wanted, ledger);
        if (stored == null || stored.run() != job.run()) {
            return end;
        }
        ledger.move(job.uid(), job.run(), end.status(), end.code(), end.message(), now);
        if (wanted.status() == JobStatus.COMPLETED) {
            Fingerprint read = input.fingerprint();
            ledger.keepInput(job.uid(), new ImportJob.Input(read.sha256(), read.bytes()));
        }
        if (end.status() == JobStatus.COMPLETED && job.spec().isUndo()) {
            ledger.settleUndo(job.spec().undoes().uid(), job.uid(), true);
            left = ledger.left(List.of(job.spec().undoes().uid()))
                    .getOrDefault(job.spec().undoes().uid(), 0L);
        }
        if (!warnings.warnings().isEmpty()) {
            ledger.warn(job.uid(), warnings.warnings());
        }
        if (end.status() == JobStatus.CANCELLED) {
            // Chunks in flight when the job was cancelled may have deferred lines.
            ledger.release(job.uid());
        }
        return end;
    }

    private boolean isEndOfOnlyChunk(JobLedger ledger) {
        return onlyChunk.isNoted()
                && warnings.warnings().isEmpty()
                && ledger.counters(job.uid()).equals(results.counters())
                && onlyChunk.endJob(results.counters(), ledger);
    }

    /** Other nodes may have changed the job meanwhile, and a database that crashed may have lost chunks. */
    private End inView(JobState stored, End wanted, JobLedger ledger) {
        if (stored == null) {
            return RunControl.REALM_GONE;
        }
        if (stored.run() != job.run()) {
            return RunControl.SUPERSEDED;
        }
        if (stored.status() == JobStatus.CANCELLED) {
            return RunControl.CANCELLED;
        }
        if (wanted.status() == JobStatus.COMPLETED && !agrees(ledger)) {
            return new End(
                    JobStatus.INTERRUPTED,
                    "commits_lost",
                    resume("The database crashed and lost committed chunks", job.spec()));
        }
        return wanted;
    }

    /** Whether the ledger has the chunks that this run has reported, and no others. */
    private boolean agrees(JobLedger ledger) {
        if (ledger.counters(job.uid()).equals(results.counters())) {
            return true;
        }
        if (job.spec().isVerification()) {
            return false; // it must not report what was found before it looked: the next run finds all anew
        }
        reportMissed(ledger);
        return ledger.counters(job.uid()).equals(results.counters());
    }

    /**
     * Reports chunks without a place in the input that another run has committed since this one has looked for them: a
     * run that has been taken over may still commit what it has begun, and so leave this one nothing to do.
     */
    private void reportMissed(JobLedger ledger) {
        Optional<ChunkEntry> missed = ledger.entry(job.uid(), results.nextDeferred());
        while (missed.isPresent()) {
            warnings.add(missed.get());
            results.addDeferred(missed.get(), List.of(), true);
            missed = ledger.entry(job.uid(), results.nextDeferred());
        }
    }

    /** In its own transaction: Keycloak commits a transaction that stores an event asynchronously. */
    private void fireEvent(JobStatus status) {
        try {
            sessions.runInTransaction(
                    (context, ledger) -> JobEvents.summary(context, job, status, results.counters(), input));
        } catch (RuntimeException e) {
            LOG.warnf(e, "Failed to send the admin event of job %s", job.spec().id());
        }
    }
}
