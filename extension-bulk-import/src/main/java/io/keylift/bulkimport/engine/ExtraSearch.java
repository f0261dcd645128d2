// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.keylift.bulkimport.job.ChunkEntry;
import io.keylift.bulkimport.job.Counters;
import io.keylift.bulkimport.job.ImportJob;
import io.keylift.bulkimport.verification.ExtraObjects;
import io.keylift.bulkimport.verification.Verification;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Consumer;

/**
 * Finds what the realm has and no record of a verification does, once the whole input is compared. Each page with such
 * objects has an entry in the ledger, with the numbers of deferred lines.
 */
final class ExtraSearch {

    /** Length of a digest; these entries have no input. */
    private static final int DIGEST_BYTES = 32;

    private final ImportJob job;
    private final Verification<?> verification;
    private final ExtraObjects<?> objects;
    private final ImportSessions sessions;
    private final Retry retry;

    ExtraSearch(ImportJob job, Verification<?> verification, ImportSessions sessions, Retry retry) {
        this.job = job;
        this.verification = verification;
        this.objects = verification.extraObjects(job.uid());
        this.sessions = sessions;
        this.retry = retry;
    }

    /**
     * @param control of the run
     * @param found gets the entry of each page that has extra objects
     */
    void search(RunControl control, Consumer<ChunkEntry> found) throws InterruptedException {
        retry.untilReachable(() -> {
            sessions.inTransaction((context, ledger) -> ledger.forgetExtra(job.uid()));
            return true;
        });
        int number = -1;
        String after = null;
        do {
            String from = after;
            long begin = System.nanoTime();
            ExtraObjects.Page page = retry.untilReachable(() -> read(from));
            if (!page.extra().isEmpty()) {
                ChunkEntry entry = entry(number, page, (System.nanoTime() - begin) / 1_000_000);
                retry.untilReachable(() -> {
                    sessions.inTransaction((context, ledger) -> {
                        if (ledger.entry(job.uid(), entry.chunk()).isEmpty()) {
                            ledger.append(job.uid(), entry);
                        }
                    });
                    return true;
                });
                found.accept(entry);
                number--;
            }
            after = page.next();
            control.awaitTurn();
        } while (after != null && !control.isEnding());
    }

    private ExtraObjects.Page read(String after) {
        ExtraObjects.Page[] page = new ExtraObjects.Page[1];
        sessions.inSnapshot(new ConcurrentHashMap<>(), (context, ledger) -> {
            ledger.prepareForReading();
            context.requirePermission(verification);
            page[0] = objects.page(context, ledger, after);
        });
        return page[0];
    }

    private static ChunkEntry entry(int number, ExtraObjects.Page page, long millis) {
        Counters counters = new Counters(0, 0, page.extra().size(), 0, 0);
        return new ChunkEntry(number, 0, 0, new byte[DIGEST_BYTES], counters, page.extra(), null, millis);
    }
}
