// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.keylift.bulkimport.job.ChunkEntry;
import io.keylift.bulkimport.job.Counters;
import io.keylift.bulkimport.job.ImportJob;
import io.keylift.bulkimport.job.ReportLine;
import io.keylift.bulkimport.kind.spi.ImportKind;
import io.keylift.bulkimport.verification.UnlistedObjects;
import io.keylift.bulkimport.verification.Verification;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Finds the objects that no record of a verification names, once the whole input is compared. Each page with such
 * objects has an entry in the ledger, with the numbers of deferred lines.
 */
final class UnlistedSearch {

    /** Length of a digest; these entries have no input. */
    private static final int DIGEST_BYTES = 32;

    private final ImportJob job;
    private final List<ImportKind<?, ?>> kinds;
    private final ImportSessions sessions;
    private final Retry retry;

    /** @param kinds the kinds to search, in this order */
    UnlistedSearch(ImportJob job, List<ImportKind<?, ?>> kinds, ImportSessions sessions, Retry retry) {
        this.job = job;
        this.kinds = kinds;
        this.sessions = sessions;
        this.retry = retry;
    }

    /**
     * Searches from the beginning, even if earlier runs have found objects.
     *
     * @param control of the run
     * @param found gets the entry of each page that has extra objects and, in a job of several kinds, an entry of each
     *     kind that has none
     */
    void search(RunControl control, Consumer<ChunkEntry> found) throws InterruptedException {
        retry.runUntilReachable(() -> sessions.runInTransaction((context, ledger) -> ledger.forgetExtra(job.uid())));
        int number = -1;
        for (ImportKind<?, ?> kind : kinds) {
            number = search(kind, number, control, found);
        }
    }

    /** Returns the number of the next entry. */
    private int search(ImportKind<?, ?> kind, int first, RunControl control, Consumer<ChunkEntry> found)
            throws InterruptedException {
        Verification<?> verification = new Verification<>(kind);
        UnlistedObjects<?> objects = verification.extraObjects(job);
        String named = job.spec().isOfRealm() ? kind.getId() : null;
        int number = first;
        String after = null;
        do {
            control.awaitTurn();
            if (control.isEnding()) {
                return number;
            }
            long begin = System.nanoTime();
            List<ReportLine> extra = new ArrayList<>();
            after = search(verification, objects, after, extra);
            boolean isOnly = named != null && number == first && after == null;
            if (isOnly || !extra.isEmpty()) {
                ChunkEntry entry = entry(number, named, extra, (System.nanoTime() - begin) / 1_000_000);
                append(entry);
                found.accept(entry);
                number--;
            }
        } while (after != null);
        return number;
    }

    /**
     * Searches as many objects that the caller may view as belong to an entry, in several transactions if there are
     * many others between.
     *
     * @return where the next entry begins; {@code null} if there is none
     */
    private String search(
            Verification<?> verification, UnlistedObjects<?> objects, String after, List<ReportLine> extra)
            throws InterruptedException {
        String next = after;
        int room = UnlistedObjects.PAGE_SIZE;
        do {
            String from = next;
            int limit = room;
            UnlistedObjects.Page page = retry.untilReachable(() -> read(verification, objects, from, limit));
            extra.addAll(page.extra());
            room -= page.objects();
            next = page.next();
        } while (next != null && room > 0);
        return next;
    }

    private void append(ChunkEntry entry) throws InterruptedException {
        retry.runUntilReachable(() -> sessions.runInTransaction((context, ledger) -> {
            if (ledger.entry(job.uid(), entry.chunk()).isEmpty()) {
                ledger.append(job.uid(), entry);
            }
        }));
    }

    private UnlistedObjects.Page read(
            Verification<?> verification, UnlistedObjects<?> objects, String after, int limit) {
        return sessions.inSnapshot(new ConcurrentHashMap<>(), (context, ledger) -> {
            ledger.prepareForReading();
            context.requirePermission(verification);
            return objects.page(context, ledger, after, limit);
        });
    }

    private static ChunkEntry entry(int number, String kind, List<ReportLine> extra, long millis) {
        Counters counters = new Counters(0, 0, extra.size(), 0, 0);
        return new ChunkEntry(number, 0, 0, new byte[DIGEST_BYTES], counters, extra, kind, millis);
    }
}
