// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.keylift.bulkimport.job.JobSpec;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.RejectCode;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * What an attempt finds out about the records of a chunk and another attempt has to confirm.
 *
 * <p>A conflict: an attempt makes one query after another, and of something that somebody else adds in between, the
 * first sees nothing and the next that it is taken, so that a record seems to be in conflict with what it describes
 * itself. Or the name is one that an earlier record is about to give up.
 *
 * <p>And that a record {@linkplain Item#follow follows} one of a chunk that is not committed.
 */
final class ConflictConfirmation {

    private final UniqueKeyGate gate;
    private final int chunk;
    private final boolean ordered;
    private final Set<Long> lines = new HashSet<>();

    /**
     * @param chunk number of the chunk
     * @param spec says whether what is there changes: otherwise nothing is given up
     */
    ConflictConfirmation(UniqueKeyGate gate, int chunk, JobSpec spec) {
        this.gate = gate;
        this.chunk = chunk;
        ordered = spec.ifExists().changesWhatExists() && !spec.dryRun();
    }

    /**
     * Looks at what an attempt has found out about its records.
     *
     * @throws Again if one of them is in conflict that was not before (each record is the cause once at most), or
     *     follows one that is not committed
     */
    void check(List<? extends Item<?>> items) {
        boolean doubtful = false;
        Set<String> followed = new HashSet<>();
        boolean followsAll = false;
        for (Item<?> item : items) {
            if (item.isRejected() && RejectCode.CONFLICT.equals(item.reject().code())) {
                doubtful |= lines.add(item.line());
            }
            item.followed().forEach(uniqueKey -> followed.add(uniqueKey.text()));
            followsAll |= item.followsAll();
        }
        if (doubtful || ordered && isEarly(followed, followsAll)) {
            throw new Again();
        }
    }

    private boolean isEarly(Set<String> followed, boolean followsAll) {
        return gate.isHeldEarlier(chunk, followed) || followsAll && gate.isEarlierInside(chunk);
    }

    /** Waits for what comes before the chunk, where that may settle a doubt. */
    void settle() throws InterruptedException {
        if (ordered) {
            gate.awaitEarlier(chunk);
        }
    }

    /** The chunk is to be tried again, when what comes before it is committed. */
    static final class Again extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Again() {
            super("A new conflict appeared, or an earlier chunk comes first", null, false, false);
        }
    }
}
