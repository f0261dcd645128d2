// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.keylift.bulkimport.engine.UnlistedIds.Window;
import io.keylift.bulkimport.job.ChunkEntry;
import io.keylift.bulkimport.job.Counters;
import io.keylift.bulkimport.job.ImportJob;
import io.keylift.bulkimport.job.ReportLine;
import io.keylift.bulkimport.kind.spi.ImportKind;
import io.keylift.bulkimport.verification.UnlistedObjects;
import io.keylift.bulkimport.verification.Verification;
import java.util.List;
import java.util.function.Consumer;

/**
 * Finds the objects that no record of a verification names, once the whole input is compared. They have entries in the
 * ledger, with the numbers of deferred lines.
 */
final class UnlistedSearch {

    /** Length of a digest; these entries have no input. */
    private static final int DIGEST_BYTES = 32;

    /** Maximum number of objects of an entry. */
    private static final int ENTRY = 1000;

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
     * @param found gets the entries of extra objects and, in a job of several kinds, an entry of each kind that has
     *     none
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
        UnlistedIds unlisted = new UnlistedIds(control, sessions, retry);
        String named = job.spec().isOfRealm() ? kind.getId() : null;
        int number = first;
        String after = null;
        do {
            Window window = unlisted.window(verification, objects, after);
            after = window.next();
            for (List<String> ids : window.slices(ENTRY)) {
                control.awaitTurn();
                if (control.isEnding()) {
                    return number;
                }
                long begin = System.nanoTime();
                List<ReportLine> extra = retry.untilReachable(
                        () -> unlisted.read(verification, (context, ledger) -> objects.findings(context, ids)));
                if (!extra.isEmpty()) {
                    add(entry(number--, named, extra, (System.nanoTime() - begin) / 1_000_000), found);
                }
            }
        } while (after != null && !control.isEnding());
        if (named != null && number == first && !control.isEnding()) {
            add(entry(number--, named, List.of(), 0), found);
        }
        return number;
    }

    private void add(ChunkEntry entry, Consumer<ChunkEntry> found) throws InterruptedException {
        append(entry);
        found.accept(entry);
    }

    private void append(ChunkEntry entry) throws InterruptedException {
        retry.runUntilReachable(() -> sessions.runInTransaction((context, ledger) -> {
            if (ledger.entry(job.uid(), entry.chunk()).isEmpty()) {
                ledger.append(job.uid(), entry);
            }
        }));
    }

    private static ChunkEntry entry(int number, String kind, List<ReportLine> extra, long millis) {
        Counters counters = new Counters(0, 0, extra.size(), 0, 0);
        return new ChunkEntry(number, 0, 0, new byte[DIGEST_BYTES], counters, extra, kind, millis);
    }
}
