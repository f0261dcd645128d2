// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.keylift.bulkimport.engine.UnlistedIds.Window;
import io.keylift.bulkimport.input.InputRecord;
import io.keylift.bulkimport.job.ImportJob;
import io.keylift.bulkimport.job.JobStatus;
import io.keylift.bulkimport.kind.spi.ImportKind;
import io.keylift.bulkimport.kind.spi.ReadContext;
import io.keylift.bulkimport.mirror.Mirror;
import io.keylift.bulkimport.mirror.ScopedUnlistedObjects;
import io.keylift.bulkimport.mirror.ScopedUnlistedObjects.Unlisted;
import io.keylift.bulkimport.rows.TransactionFailure;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The end of a mirror: once its whole input is imported, it counts, then removes, objects without a record. Their
 * chunks have numbers as those of deferred lines. A run that continues after a crash finds only the objects that still
 * exist.
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

    /** Objects that the count reads in one transaction. */
    private static final int COUNTED_AT_ONCE = 1000;

    private final ImportJob job;
    private final RemovalLimit limit;
    private final List<Part> parts;
    private final Retry retry;
    private final RunControl control;
    private final UnlistedIds unlisted;

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
     * @param control of the run, which this ends if nothing must be removed
     */
    UnlistedRemoval(
            ImportJob job,
            RemovalLimit limit,
            List<ImportKind<?, ?>> kinds,
            ImportSessions sessions,
            Retry retry,
            RunControl control) {
        this.job = job;
        this.limit = limit;
        this.parts = kinds.stream().map(kind -> part(job, kind)).toList();
        this.retry = retry;
        this.control = control;
        unlisted = new UnlistedIds(control, sessions, retry);
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
     * @param number number of the first chunk
     * @param removed how many objects earlier runs of the job have removed
     */
    void remove(int number, long removed, Step step) throws InterruptedException {
        if (parts.isEmpty()) {
            return;
        }
        Part first = parts.get(0);
        if (retry.untilReachable(() -> unlisted.read(
                first.mirror(),
                (context, ledger) -> first.mirror().named(job.uid()).isIncomplete(ledger)))) {
            control.end(
                    JobStatus.STOPPED,
                    INCOMPLETE,
                    "The key of a record cannot be read, so nothing was removed. Correct the rejected records, and send"
                            + " the input as another job.");
            return;
        }
        removedBefore = job.spec().dryRun() ? 0 : removed;
        String excess = excess();
        if (excess == null || job.spec().dryRun()) {
            remove(number, step);
        }
        if (excess != null) {
            control.end(JobStatus.STOPPED, TOO_MANY, excess);
        }
    }

    /** Why the objects must not be removed; {@code null} if they may be. */
    private String excess() throws InterruptedException {
        long inScope = 0;
        long extra = 0;
        for (Part part : parts) {
            inScope += retry.untilReachable(() -> unlisted.read(
                    part.mirror(), (context, ledger) -> part.objects().inScope(context)));
            String after = null;
            do {
                Window window = unlisted.window(part.mirror(), part.objects(), after);
                for (List<String> ids : window.slices(COUNTED_AT_ONCE)) {
                    control.awaitTurn();
                    List<Unlisted> removable = removable(part, ids);
                    extra += removable.size();
                    keep(part, removable, extra);
                }
                after = window.next();
            } while (after != null && !control.isEnding());
        }
        kept = inScope - extra;
        return excess(extra, inScope);
    }

    private List<Unlisted> removable(Part part, List<String> ids) throws InterruptedException {
        return retry.untilReachable(() ->
                unlisted.read(part.mirror(), (context, ledger) -> part.objects().removable(context, ledger, ids)));
    }

    private void keep(Part part, List<Unlisted> removable, long extra) {
        if (extra > KEPT_CHUNKS * job.spec().chunkSize()) {
            found = null;
        } else if (found != null && !removable.isEmpty()) {
            found.computeIfAbsent(part, any -> new ArrayList<>()).addAll(ids(removable));
        }
    }

    private static List<String> ids(List<Unlisted> objects) {
        return objects.stream().map(Unlisted::id).toList();
    }

    private String excess(long extra, long inScope) {
        long most = limit.of(inScope + removedBefore);
        allowed = most - removedBefore;
        return extra + removedBefore <= most
                ? null
                : "The mirror would remove " + (extra + removedBefore) + " of " + (inScope + removedBefore)
                        + " objects, and `maxRemovals` (" + limit + ") allows " + most;
    }

    private void remove(int first, Step step) throws InterruptedException {
        int number = first;
        for (Part part : parts) {
            if (found == null) {
                number = removeAll(part, number, step);
            } else if (found.containsKey(part)) {
                number = remove(part, new Window(found.get(part), null), number, step);
            }
        }
    }

    private int removeAll(Part part, int first, Step step) throws InterruptedException {
        int number = first;
        String after = null;
        do {
            Window window = unlisted.window(part.mirror(), part.objects(), after);
            number = remove(part, window, number, step);
            after = window.next();
        } while (after != null && !control.isEnding());
        return number;
    }

    /**
     * Removes objects, which are read anew: an earlier run of the job may have removed some of them. Slices with few of
     * them make one chunk. Returns the number of the next chunk.
     */
    private int remove(Part part, Window window, int first, Step step) throws InterruptedException {
        int number = first;
        List<Unlisted> some = new ArrayList<>();
        for (List<String> ids : window.slices(job.spec().chunkSize())) {
            control.awaitTurn();
            if (control.isEnding()) {
                return number;
            }
            some.addAll(removable(part, ids));
            if (some.size() >= job.spec().chunkSize()) {
                number = settle(part, some, number, step);
                some.clear();
            }
        }
        return settle(part, some, number, step);
    }

    private int settle(Part part, List<Unlisted> objects, int first, Step step) throws InterruptedException {
        int number = first;
        List<Unlisted> rest = List.copyOf(objects);
        while (!rest.isEmpty()) {
            begin(rest.size());
            List<InputRecord> keys =
                    rest.stream().map(object -> record(part, object.key())).toList();
            Settled settled = step.settle(part.kind(), Chunk.of(number, keys, Chunk.Pass.EXTRA));
            if (settled != Settled.IN_VAIN) {
                number--;
            }
            if (settled != Settled.BY_ANOTHER) {
                begun += rest.size();
                return number;
            }
            // Some of them may be gone now, and all others are still there.
            rest = removable(part, ids(rest));
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
