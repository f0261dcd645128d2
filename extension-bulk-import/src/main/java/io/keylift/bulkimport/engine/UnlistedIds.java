// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.keylift.bulkimport.job.JobLedger;
import io.keylift.bulkimport.kind.SearchedObjects;
import io.keylift.bulkimport.kind.VisibleObjects;
import io.keylift.bulkimport.kind.spi.ReadContext;
import io.keylift.bulkimport.kind.spi.RecordOperation;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;

/** Reads the ids of the objects that no record of a job names. */
final class UnlistedIds {

    /**
     * Objects that are looked up in one pass over the notes of all chunks: some 20 MB of ids. Twenty million objects
     * need a hundred passes over 160 MB of notes.
     */
    private static final int LOOKED_UP_AT_ONCE = 200_000;

    /** Objects that are read in one transaction. */
    private static final int READ_AT_ONCE = 1000;

    private final RunControl control;
    private final ImportSessions sessions;
    private final Retry retry;

    UnlistedIds(RunControl control, ImportSessions sessions, Retry retry) {
        this.control = control;
        this.sessions = sessions;
        this.retry = retry;
    }

    /**
     * Consecutive objects.
     *
     * @param ids of those that no record names
     * @param next where the next window begins; {@code null} if there is none
     */
    record Window(List<String> ids, String next) {

        List<List<String>> slices(int size) {
            List<List<String>> slices = new ArrayList<>();
            for (int from = 0; from < ids.size(); from += size) {
                slices.add(ids.subList(from, Math.min(ids.size(), from + size)));
            }
            return slices;
        }
    }

    /**
     * The next objects; fewer if the run ends.
     *
     * @param operation whose permission the caller must have
     * @param after end of the window before; {@code null} for the first window
     */
    Window window(RecordOperation<?, ?> operation, SearchedObjects objects, String after) throws InterruptedException {
        List<String> ids = new ArrayList<>();
        String next = after;
        do {
            control.awaitTurn();
            String from = next;
            VisibleObjects.Page<?> page = retry.untilReachable(
                    () -> read(operation, (context, ledger) -> objects.visible(context, from, READ_AT_ONCE)));
            ids.addAll(page.ids());
            next = page.next();
        } while (next != null && ids.size() < LOOKED_UP_AT_ONCE && !control.isEnding());
        return new Window(
                retry.untilReachable(() -> read(operation, (context, ledger) -> objects.unlisted(ledger, ids))), next);
    }

    /** Reads one state of the realm, with the permissions that the caller has by now. */
    <T> T read(RecordOperation<?, ?> operation, BiFunction<ReadContext, JobLedger, T> question) {
        return sessions.inSnapshot(new ConcurrentHashMap<>(), (context, ledger) -> {
            ledger.prepareForReading();
            context.requirePermission(operation);
            return question.apply(context, ledger);
        });
    }
}
