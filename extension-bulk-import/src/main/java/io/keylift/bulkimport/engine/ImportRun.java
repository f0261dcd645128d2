// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.keylift.bulkimport.engine.Chunk.Part;
import io.keylift.bulkimport.input.InputException;
import io.keylift.bulkimport.input.SpoolException;
import io.keylift.bulkimport.job.ChunkEntry;
import io.keylift.bulkimport.job.CommittedChunk;
import io.keylift.bulkimport.job.ImportJob;
import io.keylift.bulkimport.job.JobStatus;
import io.keylift.bulkimport.place.Place;
import io.keylift.bulkimport.place.SlowClientException;
import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.Objects;
import java.util.concurrent.RejectedExecutionException;
import java.util.function.Consumer;
import org.jboss.logging.Logger;

/**
 * One run of a job: reads the input chunk by chunk on its own thread, hands chunks to the workers, and ends the job.
 *
 * <p>Chunks that an earlier run committed are recognized by their number and digest, and are not imported again.
 */
final class ImportRun implements Runnable {

    private static final Logger LOG = Logger.getLogger(ImportRun.class);

    private final ImportJob job;
    private final ImportOptions options;
    private final ChunkInput input;
    private final Place place;
    private final ResultSink sink;
    private final ImportSessions sessions;
    private final UniqueKeyGate gate;
    private final RunControl control;
    private final Retry retry;
    private final KindProcessors processors;
    private final Parallelism parallelism;
    private final ChunkThreads threads;
    private final OrderedResults results;
    private final ChunkSlots slots;
    private final WarningCount warnings;
    private final RunEnd end;
    private final ImportListener listener;
    private final JobLog log;
    private final StoredChunks stored;
    private final EarlierChunks earlier;
    private final ChunkCommits commits;
    private final RejectLimit rejectLimit;
    private final UnlistedWork extra;
    private final OnlyChunk onlyChunk;
    private final Consumer<ImportRun> onEnd;
    private final boolean again;
    private volatile boolean defers;
    private DeferredLines deferred;
    private String kind;
    private Chunk last;

    private final RunTimes times;

    /**
     * Work of a run.
     *
     * @param again whether earlier runs of the job may have committed chunks
     */
    record Work(ImportJob job, ImportOptions options, ChunkInput input, boolean again, Place place, ResultSink sink) {}

    /** @param onEnd called when the run ends, before its client is notified */
    ImportRun(
            Work work,
            EngineSettings settings,
            RunParts parts,
            KindProcessors processors,
            ChunkThreads threads,
            ImportListener listener,
            Consumer<ImportRun> onEnd) {
        job = work.job();
        options = work.options();
        input = work.input();
        again = work.again();
        place = work.place();
        sessions = parts.sessions();
        control = parts.control();
        gate = parts.gate();
        retry = parts.retry();
        control.afterPause(this::resumed);
        times = new RunTimes(input, control);
        place.clock(times::unpausedNanos);
        sink = work.sink();
        this.processors = processors;
        parallelism = Parallelism.of(options, settings.maxParallelism());
        this.threads = threads;
        results = new OrderedResults(sink);
        slots = new ChunkSlots(parallelism, results, control);
        warnings = new WarningCount(input, job.warnings());
        end = new RunEnd(job, input, sessions, retry, results, warnings, parts.onlyChunk());
        this.listener = listener;
        log = new JobLog(job, sessions.caller());
        stored = new StoredChunks(job, sessions, retry);
        earlier = new EarlierChunks(again ? stored::page : null);
        commits = new ChunkCommits(listener);
        rejectLimit = new RejectLimit(options, control);
        extra = new UnlistedWork(job, options, processors, this::begin, control, results);
        onlyChunk = parts.onlyChunk();
        this.onEnd = onEnd;
    }

    ImportJob job() {
        return job;
    }

    Place place() {
        return place;
    }

    RunProgress progress() {
        return times.progress(results.counters());
    }

    /** Called when the run continues after a pause. */
    private void resumed() {
        sessions.forgetDecisions();
        times.resumed();
    }

    RunControl control() {
        return control;
    }

    @Override
    public void run() {
        JobStatus status = JobStatus.FAILED;
        try {
            sink.opened(job);
            listener.jobStarted(job);
            log.begin();
            readAll();
            slots.awaitIdle();
            endIfShorter();
            settleRest();
            status = ended(control.end() == null ? end.complete() : end.record(control.end()));
        } catch (InterruptedException e) {
            control.end(JobStatus.INTERRUPTED, "shutdown", "The server is shutting down");
            status = ended(end.record(control.end()));
            Thread.currentThread().interrupt();
        } catch (RuntimeException | Error e) {
            fail(e, "The import failed; the server's log has the cause");
            status = ended(end.record(control.end()));
        } finally {
            onEnd.accept(this);
            listener.jobEnded(job, status);
            log.end(status, results.counters());
        }
    }

    private void readAll() throws InterruptedException {
        try (input) {
            while (!control.isEnding()) {
                Chunk chunk = control.read(input::next);
                // Reading may have taken long, and a job that was paused meanwhile must not begin another chunk.
                control.awaitTurn();
                if (chunk == null || control.isEnding()) {
                    return;
                }
                dispatch(chunk);
            }
        } catch (InputException e) {
            slots.awaitIdle(); // the records before the fault are imported
            control.end(JobStatus.FAILED, e.code(), e.getMessage());
        } catch (SpoolException e) {
            LOG.warnf(e, "The spool of job %s cannot be written", options.spec().id());
            interrupt(SpoolException.CODE, "The server's spool directory is full or not writable");
        } catch (IOException e) {
            LOG.debugf(e, "The input of job %s ended early", options.spec().id());
            interrupt("input_broke_off", e instanceof SlowClientException ? e.getMessage() : "The input ended early");
        } catch (RuntimeException e) {
            fail(e, "The import failed; the server's log has the cause");
        }
    }

    /** Interrupts the run once the chunks read so far are imported. */
    private void interrupt(String code, String message) throws InterruptedException {
        slots.awaitIdle();
        control.end(JobStatus.INTERRUPTED, code, RunEnd.resume(message, options.spec()));
    }

    private void dispatch(Chunk chunk) throws InterruptedException {
        extra.noteKind(chunk);
        last = chunk;
        CommittedChunk before = earlier.take(chunk.number());
        if (before != null) {
            gate.skip(chunk.number());
            slots.awaitRoomForResult();
            resume(chunk, before);
            kind = chunk.kind();
            return;
        }
        if (job.status() == JobStatus.COMPLETED) {
            endAsDifferent("This input is longer than the input that this job has completed");
            return;
        }
        if (job.spec().isOfRealm()) {
            enter(chunk);
        }
        // Only one chunk is read ahead: it waits here until it can be put in flight.
        slots.awaitFree();
        control.awaitTurn();
        if (control.isEnding()) {
            return;
        }
        slots.take();
        if (onlyChunk.note(chunk) && threads.runHere(() -> work(chunk))) {
            return;
        }
        try {
            threads.execute(() -> work(chunk));
        } catch (RejectedExecutionException e) {
            slots.release();
            control.end(JobStatus.INTERRUPTED, "shutdown", "The server is shutting down");
        }
    }

    /**
     * Lets chunks of another kind begin only when all chunks before are committed and no deferred line of theirs can be
     * settled: objects that the records may refer to then exist.
     */
    private void enter(Chunk chunk) throws InterruptedException {
        String next = chunk.kind();
        if (!Objects.equals(kind, next)) {
            slots.awaitIdle();
            if (control.isEnding()) {
                return;
            }
            if (!job.spec().isVerification()) {
                deferred().settleReady(this::settle, chunk.firstLine());
            }
            kind = next;
        }
        begin(chunk.part());
    }

    private void begin(Part part) throws InterruptedException {
        if (!processors.hasBegun(part)) {
            retry.runUntilReachable(
                    () -> sessions.runInTransaction((context, ledger) -> processors.begin(part, context)));
        }
    }

    private void resume(Chunk chunk, CommittedChunk before) throws InterruptedException {
        if (!Arrays.equals(before.digest(), chunk.digest())) {
            endAtDifference(chunk);
            return;
        }
        stored.restoreDeferred(chunk, before.counters());
        ChunkEntry entry = stored.resumed(chunk, before);
        warnings.add(entry);
        results.add(entry, List.of(), true);
    }

    private void endAtDifference(Chunk chunk) {
        endAsDifferent("Chunk " + chunk.number() + " of this input differs from the chunk that this job has committed");
    }

    private void endIfShorter() throws InterruptedException {
        if (!control.isEnding() && earlier.goOn()) {
            endAsDifferent("This input is shorter than the input that this job has committed");
        }
    }

    private void endAsDifferent(String difference) {
        control.end(JobStatus.FAILED, "different_input", difference + "; use another job id for a different input");
    }

    private void work(Chunk chunk) {
        try {
            if (control.isEnding()) {
                gate.close();
                return;
            }
            ChunkResult done = commits.commit(processors.of(chunk), chunk);
            if (done.before()) {
                stored.restoreDeferred(chunk, done.entry().counters());
            }
            if (done.entry().counters().read() < chunk.records().size()) {
                defers = true;
            }
            if (done.endsJob()) {
                end.noteStored();
            }
            results.add(done.entry(), done.records(), done.records().isEmpty());
            parallelism.committed(chunk.records().size(), done.connectionWaitNanos(), System.nanoTime());
            committed(done);
        } catch (UniqueKeyGate.ClosedException e) {
            LOG.debugf("Chunk %d is not begun: the import is ending", chunk.number());
        } catch (ChunkCommits.OtherChunkException e) {
            endAtDifference(chunk);
            gate.close();
        } catch (InterruptedException e) {
            control.end(JobStatus.INTERRUPTED, "shutdown", "The server is shutting down");
            gate.close();
        } catch (RuntimeException | Error e) {
            fail(e, "Chunk " + chunk.number() + " cannot be committed; the server's log has the cause");
            gate.close();
        } finally {
            slots.release();
        }
    }

    private void committed(ChunkResult done) {
        times.committed(done.records().size());
        if (!done.records().isEmpty()) {
            warnings.add(done.warnings(), done.entry().counters().added());
            warnings.add(done.leftOut());
        }
        warnings.add(done.entry());
        rejectLimit.check(done.entry(), results.counters());
    }

    /** Retries the deferred lines, now that the whole input is read. */
    private void settleRest() throws InterruptedException {
        if (control.isEnding()) {
            return;
        }
        if (job.spec().isVerification() && job.status() != JobStatus.COMPLETED) {
            extra.find(); // nothing waits in a verification
            return;
        }
        try {
            int next = mayHaveDeferred()
                    ? deferred().settle(this::settle, stored.endBehind(last, again))
                    : DeferredLines.FIRST;
            extra.remove(next, this::remove);
        } catch (RuntimeException e) {
            fail(e, "The deferred records cannot be committed; the server's log has the cause");
        }
    }

    /** A first run knows what its chunks have deferred: the database need not be asked. */
    private boolean mayHaveDeferred() {
        return again || defers || deferred != null;
    }

    private DeferredLines deferred() throws InterruptedException {
        if (deferred == null) {
            // Chunks of deferred lines from earlier runs have no position in the input.
            int settled = earlier.deferred();
            for (int number = -1; number >= -settled; number--) {
                ChunkEntry entry = stored.entry(number);
                warnings.add(entry);
                results.addDeferred(entry, List.of(), true);
            }
            deferred = new DeferredLines(job, sessions, retry, control, processors::read, settled);
        }
        return deferred;
    }

    private boolean settle(Chunk chunk) throws InterruptedException {
        begin(chunk.part());
        ChunkResult done = commits.commit(processors.of(chunk), chunk);
        if (done.entry().counters().read() == 0) {
            return false;
        }
        results.addDeferred(done.entry(), done.records(), done.records().isEmpty());
        committed(done);
        return true;
    }

    private UnlistedRemoval.Settled remove(ChunkProcessor<?> by, Chunk chunk) throws InterruptedException {
        ChunkResult done = commits.commit(by, chunk);
        if (done.entry().counters().read() == 0) {
            return UnlistedRemoval.Settled.IN_VAIN;
        }
        // The removals of a mirror are reported as the ledger has them.
        results.addDeferred(done.entry(), List.of(), done.before());
        committed(done);
        return Arrays.equals(done.entry().digest(), chunk.digest())
                ? UnlistedRemoval.Settled.WHOLLY
                : UnlistedRemoval.Settled.BY_ANOTHER;
    }

    private void fail(Throwable e, String message) {
        control.end(RunEnd.because(e, options.spec(), message));
    }

    private JobStatus ended(RunControl.End how) {
        results.flush();
        // Before the client is notified and can send the next import.
        onEnd.accept(this);
        sink.left(end.left());
        sink.ended(
                how.status(),
                how.code(),
                how.message(),
                warnings.warnings(),
                results.counters(),
                results.processed(),
                times.activeNanos());
        return how.status();
    }
}
