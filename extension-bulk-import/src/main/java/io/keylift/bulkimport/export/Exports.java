// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.export;

import io.keylift.bulkimport.place.Place;
import io.keylift.bulkimport.place.Processors;
import java.util.List;
import java.util.concurrent.SynchronousQueue;
import java.util.concurrent.ThreadFactory;
import java.util.concurrent.ThreadPoolExecutor;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.keycloak.models.KeycloakSessionFactory;

/** The exports of this node. */
public final class Exports implements AutoCloseable {

    /** Enough for a database some milliseconds away; each page takes memory. */
    private static final int MOST_PAGES = 6;

    private final KeycloakSessionFactory sessionFactory;
    private final int connections;
    private final Processors processors = Processors.ofNode();
    private final ThreadPoolExecutor threads =
            new ThreadPoolExecutor(0, Integer.MAX_VALUE, 60, TimeUnit.SECONDS, new SynchronousQueue<>(), named());

    /**
     * @param connections number of connections that exports may take together where they wait for the database; each
     *     one may take two in any case
     */
    public Exports(KeycloakSessionFactory sessionFactory, int connections) {
        this.sessionFactory = sessionFactory;
        this.connections = connections;
    }

    /**
     * Starts an export and reads its first page. The caller must write the export or close it.
     *
     * @param keys the keys of the objects; {@code null} for all objects
     * @param place is released at the end
     */
    public StreamedExport start(ExportRequest request, ExportKeys keys, RecordFormat format, Place place) {
        if (keys != null) {
            place.alsoReleases(keys.end());
        }
        return begun(export(request, keys, format, place::release), Export::begin);
    }

    /**
     * Starts an export of several kinds, one after the other, and reads its first page. The caller must write the
     * export or close it.
     *
     * @param requests one for each kind, in the order of the output
     * @param place is released at the end
     */
    public StreamedExport startAll(List<ExportRequest> requests, Place place) {
        return begun(
                new RealmExport(requests, (request, lines) -> export(request, null, lines, () -> {}), place::release),
                RealmExport::begin);
    }

    private Export export(ExportRequest request, ExportKeys keys, RecordFormat format, Runnable end) {
        PagesAhead ahead = new PagesAhead(
                Math.min(MOST_PAGES, connections), () -> threads.getActiveCount() < connections, processors);
        return new Export(request, keys, new ExportSessions(sessionFactory, request), format, threads, ahead, end);
    }

    private static <E extends StreamedExport> E begun(E export, Consumer<E> begin) {
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
