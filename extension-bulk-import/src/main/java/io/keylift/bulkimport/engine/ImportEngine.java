// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.keylift.bulkimport.job.Caller;
import io.keylift.bulkimport.job.ImportJob;
import io.keylift.bulkimport.job.JobLedger;
import io.keylift.bulkimport.job.JobState;
import io.keylift.bulkimport.kind.spi.ImportKind;
import io.keylift.bulkimport.place.Holder;
import io.keylift.bulkimport.place.Patience;
import io.keylift.bulkimport.place.Place;
import io.keylift.bulkimport.place.Places;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Function;
import org.jboss.logging.Logger;
import org.keycloak.models.KeycloakSession;
import org.keycloak.models.KeycloakSessionFactory;
import org.keycloak.models.utils.KeycloakModelUtils;
import org.keycloak.provider.ProviderFactory;

/** Runs imports on this node: owns the threads and the list of active runs. One for each server; closed with it. */
public final class ImportEngine implements AutoCloseable {

    private static final Logger LOG = Logger.getLogger(ImportEngine.class);

    private final KeycloakSessionFactory sessionFactory;
    private final Function<KeycloakSession, JobLedger> ledgers;
    private final EngineSettings settings;
    private final ImportListener listener;
    private final KnownRecords records;
    private final Places places;
    private final ActiveRuns active = new ActiveRuns();
    private final ThreadPoolExecutor workers;
    private final PooledChunkThreads chunkThreads;
    private final ThreadPoolExecutor outside;
    private final ExecutorService readers;
    private final ScheduledExecutorService heart;

    /** @param patience with slow clients */
    public ImportEngine(
            KeycloakSessionFactory sessionFactory,
            Function<KeycloakSession, JobLedger> ledgers,
            EngineSettings settings,
            Patience patience,
            ImportListener listener) {
        this.sessionFactory = sessionFactory;
        this.ledgers = ledgers;
        this.settings = settings;
        this.places = new Places(settings.maxActiveJobs(), patience);
        this.listener = new SafeListener(listener);
        this.records = new KnownRecords(settings.maxRecordBytes());
        this.workers = pool("bulk-import-chunk");
        this.chunkThreads = new PooledChunkThreads(workers);
        this.outside = pool("bulk-import-storage");
        this.readers = Executors.newCachedThreadPool(threads("bulk-import-job"));
        this.heart = Executors.newSingleThreadScheduledExecutor(threads("bulk-import-heartbeat"));
        long period = settings.heartbeat().toMillis();
        heart.scheduleWithFixedDelay(this::beat, period, period, TimeUnit.MILLISECONDS);
    }

    /**
     * Takes a place for an import, before anything of it is read, and waits for it for a moment. {@link #start} gets
     * it.
     *
     * @param uid of the job if it is known: a further run of a job that this node works on takes over its place
     * @return {@code null} if this node has none for this caller
     */
    public Place takePlace(String realmId, Caller caller, Optional<String> uid) {
        return uid.flatMap(active::sharedPlace).orElseGet(() -> awaitPlace(new Holder(realmId, caller.userId())));
    }

    private Place awaitPlace(Holder holder) {
        try {
            return places.await(holder);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            return null;
        }
    }

    /** How far the run of that job on this node has come; empty if there is none. */
    public Optional<RunProgress> progress(String uid) {
        return active.progress(uid);
    }

    /** Lets a run on this node follow the stored state of its job at once instead of at the next heartbeat. */
    public void follow(ImportJob stored) {
        active.follow(stored.uid(), new JobState(stored.run(), stored.status()));
    }

    /** Ends the imports of this node into a realm that was removed. */
    public void endIn(String realmId) {
        active.endIn(realmId);
    }

    /**
     * Starts a run of an open job. Returns at once; everything that happens from here on is reported to the sink, whose
     * {@code ended} is always called last.
     *
     * @param kinds the kinds that the records can have; one, unless the job is one of the realm
     * @param again whether earlier runs may have committed chunks
     * @param place is released at the end
     */
    public void start(
            ImportJob job,
            ImportOptions options,
            Collection<? extends ImportKind<?, ?>> kinds,
            Caller caller,
            ChunkInput input,
            boolean again,
            Place place,
            ResultSink sink) {
        RequestLocals request = RequestLocals.capture();
        RunParts parts = parts(
                new ImportSessions(sessionFactory, ledgers, job.uid(), options, caller),
                new OnlyChunk(job, options, input, again),
                request);
        ChunkProcessorFactory factory = new ChunkProcessorFactory(job.uid(), settings, this::kindOf, parts, records);
        ImportRun run = new ImportRun(
                new ImportRun.Work(job, options, input, again, place, sink),
                settings,
                parts,
                new KindProcessors(job, kinds, parts, factory),
                chunkThreads.with(request),
                listener,
                this::ended);
        active.add(run);
        request.on(readers).execute(run);
    }

    private RunParts parts(ImportSessions sessions, OnlyChunk onlyChunk, RequestLocals request) {
        RunControl control = new RunControl();
        Retry retry = new Retry(settings.databaseRetry(), control::isEnding);
        OutsideTasks tasks = new OutsideTasks(sessions, retry, request.on(outside));
        return new RunParts(sessions, control, new UniqueKeyGate(), retry, tasks, onlyChunk);
    }

    private void ended(ImportRun run) {
        active.remove(run);
        run.place().release();
    }

    /** The kind with this id; {@code null} if this server does not have it. */
    private ImportKind<?, ?> kindOf(String id) {
        ProviderFactory<?> factory = sessionFactory.getProviderFactory(ImportKind.class, id);
        return factory instanceof ImportKind<?, ?> kind ? kind : null;
    }

    private void beat() {
        try {
            if (active.size() == 0) {
                return;
            }
            KeycloakModelUtils.runJobInTransaction(sessionFactory, session -> {
                long requested = active.requested();
                List<String> uids = active.uids();
                Map<String, JobState> stored = ledgers.apply(session).heartbeat(uids, System.currentTimeMillis());
                active.follow(uids, stored, requested);
            });
            active.endWherePausesAreInTheWay();
            KeycloakModelUtils.runJobInTransaction(
                    sessionFactory, session -> ledgers.apply(session).forgetKeys());
        } catch (RuntimeException e) {
            LOG.warnf("The heartbeat of imports failed: %s", e.getMessage());
        }
    }

    @Override
    public void close() {
        heart.shutdownNow();
        active.endAll();
        readers.shutdown();
        workers.shutdown();
        try {
            if (!workers.awaitTermination(10, TimeUnit.SECONDS)) {
                workers.shutdownNow();
            }
            outside.shutdownNow();
            if (!readers.awaitTermination(5, TimeUnit.SECONDS)) {
                readers.shutdownNow();
            }
        } catch (InterruptedException e) {
            workers.shutdownNow();
            outside.shutdownNow();
            readers.shutdownNow();
            Thread.currentThread().interrupt();
        }
    }

    /** As many threads as chunks can be in flight; idle threads end. */
    private ThreadPoolExecutor pool(String name) {
        int size = settings.maxParallelism();
        ThreadPoolExecutor pool =
                new ThreadPoolExecutor(size, size, 30, TimeUnit.SECONDS, new LinkedBlockingQueue<>(), threads(name));
        pool.allowCoreThreadTimeOut(true);
        return pool;
    }

    private static ThreadFactory threads(String name) {
        AtomicInteger count = new AtomicInteger();
        ClassLoader loader = ImportEngine.class.getClassLoader();
        return work -> {
            Thread thread = new Thread(work, name + "-" + count.incrementAndGet());
            thread.setDaemon(true);
            thread.setContextClassLoader(loader);
            return thread;
        };
    }
}
