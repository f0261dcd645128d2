// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.export;

import java.lang.ref.Cleaner;
import java.util.List;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Semaphore;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import java.util.function.Function;
import org.keycloak.models.KeycloakSessionFactory;

/** The exports of this node. */
public final class Exports implements AutoCloseable {

    private final KeycloakSessionFactory sessionFactory;
    private final Semaphore places;
    private final Cleaner cleaner = Cleaner.create();
    private final ExecutorService threads = Executors.newCachedThreadPool(named());

    /** @param maxActive maximum number of exports that run at the same time */
    public Exports(KeycloakSessionFactory sessionFactory, int maxActive) {
        this.sessionFactory = sessionFactory;
        this.places = new Semaphore(maxActive);
    }

    /**
     * Starts an export and reads its first page. The caller must write the export or close it.
     *
     * @param keys the keys of the objects; {@code null} for all objects
     * @return {@code null} if this node already runs as many exports as it may
     */
    public StreamedExport start(ExportRequest request, ExportKeys keys, RecordFormat format) {
        return start(keys == null ? () -> {} : keys.end(), end -> export(request, keys, format, end), Export::begin);
    }

    /**
     * Starts an export of several kinds, one after the other, and reads its first page. The caller must write the
     * export or close it.
     *
     * @param requests one for each kind, in the order of the output
     * @return {@code null} if this node already runs as many exports as it may
     */
    public StreamedExport startAll(List<ExportRequest> requests) {
        return start(
                () -> {},
                end -> new RealmExport(requests, (request, lines) -> export(request, null, lines, () -> {}), end),
                RealmExport::begin);
    }

    private Export export(ExportRequest request, ExportKeys keys, RecordFormat format, Runnable end) {
        return new Export(request, keys, new ExportSessions(sessionFactory, request), format, threads, end);
    }

    private <E extends StreamedExport> E start(Runnable atEnd, Function<Runnable, E> made, Consumer<E> begin) {
        if (!places.tryAcquire()) {
            return null;
        }
        AtomicBoolean released = new AtomicBoolean();
        Runnable release = () -> {
            if (released.compareAndSet(false, true)) {
                places.release();
                atEnd.run();
            }
        };
        E export = made.apply(release);
        // A response that nobody writes, because its client has gone, would keep its place forever.
        cleaner.register(export, release);
        try {
            begin.accept(export);
            return export;
        } catch (RuntimeException | Error e) {
            export.close();
            throw e;
        }
    }

    @Override
    public void close() {
        threads.shutdownNow();
    }

    private static ThreadFactory named() {
        AtomicInteger number = new AtomicInteger();
        return task -> {
            Thread thread = new Thread(task, "keylift-export-" + number.incrementAndGet());
            thread.setDaemon(true);
            return thread;
        };
    }
}
