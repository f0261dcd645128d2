// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.keylift.bulkimport.input.InputRecord;
import io.keylift.bulkimport.job.ImportJob;
import io.keylift.bulkimport.job.JobLedger;
import io.keylift.bulkimport.job.JobStatus;
import io.keylift.bulkimport.kind.spi.ImportKind;
import io.keylift.bulkimport.kind.spi.ReadContext;
import io.keylift.bulkimport.mirror.Mirror;
import io.keylift.bulkimport.mirror.ScopedUnlistedObjects;
import io.keylift.bulkimport.mirror.ScopedUnlistedObjects.Page;
import io.keylift.bulkimport.mirror.ScopedUnlistedObjects.Unlisted;
import io.keylift.bulkimport.rows.TransactionFailure;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiFunction;

/**
 * The end of a mirror: once its whole input is imported, it counts, then removes, objects without a record. Each page
 * of such objects is a chunk with the number of a chunk of deferred lines. A run that continues after a crash finds
 * only the objects that still exist.
 */
final class UnlistedRemoval {

    /** Stable code of a mirror that would remove more than it may. */
    static final String TOO_MANY = "too_many_removals";

    /** Stable code of a mirror with a record that may name anything. */
    static final String INCOMPLETE = "mirror_incomplete";

    /** Stable code of a mirror whose scope names an object that was removed meanwhile. */
    static final String SCOPE_GONE = "scope_gone";

    /** For how many chunks the count keeps the ids of objects that may be removed. */
    private static final int KEPT_CHUNKS = 10;

    /** Objects that the count reads in one transaction, unless a chunk has more. None may be in the input. */
    private static final int COUNTED_AT_ONCE = 1000;

    private final ImportJob job;
    private final RemovalLimit limit;
    private final List<Part> parts;
    private final ImportSessions sessions;
    private final Retry retry;

    /** How many objects stay that are within the scope. */
    private long kept;

    /** Ids of the objects that the count has found; {@code null} if they are too many to keep. */
    private Map<Part, List<String>> found = new HashMap<>();

    private long removedBefore;

    /** How many objects this run may remove. */
    private long allowed;

    /** How many objects this run has gone about. */
    private long begun;

    /** The objects of a kind that no record names. */
    private record Part(ImportKind<?, ?> kind, Mirror<?, ?> mirror, ScopedUnlistedObjects<?> objects) {}

    /**
     * @param limit of the run, for all kinds together
     * @param kinds kinds of which the mirror removes objects, in this order
     */
    UnlistedRemoval(
            ImportJob job, RemovalLimit limit, List<ImportKind<?, ?>> kinds, ImportSessions sessions, Retry retry) {
        this.job = job;
        this.limit = limit;
        this.parts = kinds.stream().map(kind -> part(job, kind)).toList();
        this.sessions = sessions;
        this.retry = retry;
    }

    private static Part part(ImportJob job, ImportKind<?, ?> kind) {
        Mirror<?, ?> mirror = new Mirror<>(kind);
        return new Part(kind, mirror, mirror.unnamed(job.uid(), job.spec()));
    }

    /** Commits a chunk. */
    @FunctionalInterface
    interface Step {
        Settled settle(ImportKind<?, ?> kind, Chunk chunk) throws InterruptedException;
    }

    /** The result of a chunk. */
    enum Settled {
        /** It removed or rejected all its objects. */
        WHOLLY,

        /** It had nothing to remove or reject any more. */
        IN_VAIN,

        /**
         * Another run of the job has committed a chunk with this number and with other objects: a run that has been
         * taken over may still commit what it has begun.
         */
        BY_ANOTHER
    }

    /**
     * @param control of the run, which this ends if nothing must be removed
     * @param number number of the first chunk
     * @param removed how many objects earlier runs of the job have removed
     */
    void remove(RunControl control, int number, long removed, Step step) throws InterruptedException {
        if (parts.isEmpty()) {
            return;
        }
        Part first = parts.get(0);
        if (retry.untilReachable(() ->
                read(first, (context, ledger) -> first.mirror().named(job.uid()).isIncomplete(ledger)))) {
            control.end(
                    JobStatus.STOPPED,
                    INCOMPLETE,
                    "The key of a record cannot be read, so nothing was removed. Correct the rejected records, and send"
                            + " the input as another job.");
            return;
        }
        removedBefore = job.spec().dryRun() ? 0 : removed;
        String excess = excess(control);
        if (excess == null || job.spec().dryRun()) {
            removePages(control, number, step);
        }
        if (excess != null) {
            control.end(JobStatus.STOPPED, TOO_MANY, excess);
        }
    }

    /** Why the objects must not be removed; {@code null} if they may be. */
    private String excess(RunControl control) throws InterruptedException {
        long inScope = 0;
        long extra = 0;
        for (Part part : parts) {
            inScope += retry.untilReachable(
                    () -> read(part, (context, ledger) -> part.objects().inScope(context)));
            String after = null;
            do {
                control.awaitTurn();
                Page page = page(part, after, Math.max(job.spec().chunkSize(), COUNTED_AT_ONCE));
                extra += page.unlisted().size();
                keep(part, page, extra);
                after = page.next();
            } while (after != null && !control.isEnding());
        }
        kept = inScope - extra;
        return excess(extra, inScope);
    }

    private void keep(Part part, Page page, long extra) {
        if (extra > KEPT_CHUNKS * job.spec().chunkSize()) {
            found = null;
        } else if (found != null && !page.unlisted().isEmpty()) {
            List<String> ids = found.computeIfAbsent(part, any -> new ArrayList<>());
            page.unlisted().forEach(object -> ids.add(object.id()));
        }
    }

    private String excess(long extra, long inScope) {
        long most = limit.of(inScope + removedBefore);
        allowed = most - removedBefore;
        return extra + removedBefore <= most
                ? null
                : "The mirror would remove " + (extra + removedBefore) + " of " + (inScope + removedBefore)
                        + " objects, and `maxRemovals` (" + limit + ") allows " + most;
    }

    private void removePages(RunControl control, int first, Step step) throws InterruptedException {
        int number = first;
        for (Part part : parts) {
            if (found == null || found.containsKey(part)) {
                number = removePages(part, control, number, step);
            }
        }
    }

    /** Pages with few objects to remove make one chunk. Returns the number of the next chunk. */
    private int removePages(Part part, RunControl control, int first, Step step) throws InterruptedException {
        int number = first;
        String after = null;
        String settledUntil = null;
        boolean isMore = true;
        List<InputRecord> keys = new ArrayList<>();
        while (isMore) {
            control.awaitTurn();
            if (control.isEnding()) {
                return number;
            }
            Page page = found == null ? page(part, after, job.spec().chunkSize()) : again(part, after);
            page.unlisted().forEach(object -> keys.add(record(part, object.key())));
            after = page.next();
            isMore = after != null;
            if (keys.size() >= job.spec().chunkSize() || !isMore && !keys.isEmpty()) {
                begin(keys.size());
                Settled settled = step.settle(part.kind(), Chunk.of(number, List.copyOf(keys), Chunk.Pass.EXTRA));
                if (settled != Settled.IN_VAIN) {
                    number--;
                }
                if (settled == Settled.BY_ANOTHER) {
                    // Some of them may be gone now, and all others are still there.
                    after = settledUntil;
                    isMore = true;
                } else {
                    begun += keys.size();
                    settledUntil = after;
                }
                keys.clear();
            }
        }
        return number;
    }

    private InputRecord record(Part part, byte[] key) {
        InputRecord record = InputRecord.of(0, key);
        return job.spec().isOfRealm() ? record.ofKind(part.kind().getId(), key) : record;
    }

    /** Other callers may go on adding objects. */
    private void begin(long more) {
        if (!job.spec().dryRun() && begun + more > allowed) {
            throw new TooManyException("Objects that were added meanwhile are more than `maxRemovals` (" + limit
                    + ") allows to remove; the mirror has removed " + begun);
        }
    }

    /** Counts again at the first removal: other callers may have added objects since. */
    void check(ReadContext context) {
        if (begun > 0 || job.spec().dryRun()) {
            return;
        }
        long inScope = parts.stream()
                .mapToLong(part -> part.objects().inScope(context))
                .sum();
        String excess = excess(inScope - kept, inScope);
        if (excess != null) {
            throw new TooManyException(excess);
        }
    }

    /**
     * The next of the kept objects, as many as a chunk has, read anew: since the count, an earlier run of the job may
     * have removed some of them.
     *
     * @param after index of the first; {@code null} for 0
     */
    private Page again(Part part, String after) throws InterruptedException {
        List<String> ids = found.get(part);
        int from = after == null ? 0 : Integer.parseInt(after);
        int to = Math.min(ids.size(), from + job.spec().chunkSize());
        List<String> some = List.copyOf(ids.subList(from, to));
        List<Unlisted> unlisted = retry.untilReachable(
                () -> read(part, (context, ledger) -> part.objects().again(context, ledger, some)));
        return new Page(some.size(), unlisted, to == ids.size() ? null : String.valueOf(to));
    }

    /**
     * The next objects that the caller may view, in several transactions if many others are between.
     *
     * @param size number of objects, unless there are fewer
     */
    private Page page(Part part, String after, int size) throws InterruptedException {
        List<Unlisted> unlisted = new ArrayList<>();
        String next = after;
        int room = size;
        do {
            String from = next;
            int limit = room;
            Page page = retry.untilReachable(
                    () -> read(part, (context, ledger) -> part.objects().page(context, ledger, from, limit)));
            unlisted.addAll(page.unlisted());
            room -= page.objects();
            next = page.next();
        } while (next != null && room > 0);
        return new Page(size - room, unlisted, next);
    }

    private <T> T read(Part part, BiFunction<ReadContext, JobLedger, T> question) {
        return sessions.inSnapshot(new ConcurrentHashMap<>(), (context, ledger) -> {
            ledger.prepareForReading();
            context.requirePermission(part.mirror());
            return question.apply(context, ledger);
        });
    }

    /** There are more objects to remove than when they were counted, and too many. */
    static final class TooManyException extends RuntimeException implements TransactionFailure.Known {
        private static final long serialVersionUID = 1L;

        TooManyException(String message) {
            super(message);
        }

        @Override
        public TransactionFailure failure() {
            return TransactionFailure.FATAL;
        }
    }
}
