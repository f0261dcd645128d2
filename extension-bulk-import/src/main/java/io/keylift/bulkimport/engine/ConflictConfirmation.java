// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.engine;

import io.keylift.bulkimport.job.JobSpec;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.RejectCode;
import java.util.Collections;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Has a second attempt confirm the conflicts that the first attempt at a chunk found.
 *
 * <p>An attempt makes one query after another. If another transaction adds a row in between, the first query misses it
 * and the next one finds it, so that a record seems to conflict with the row that it describes itself. A conflict can
 * also be about a name that an earlier record is about to release.
 *
 * <p>A record that {@linkplain Item#orderAfter must come after} one of a chunk that was not committed when the attempt
 * began also needs a second attempt.
 */
final class ConflictConfirmation {

    private final UniqueKeyGate gate;
    private final int chunk;
    private final boolean ordered;
    private final Set<Long> lines = new HashSet<>();
    private List<Set<String>> heldAtBegin = List.of();

    /**
     * @param chunk number of the chunk
     * @param spec determines whether existing rows can change: otherwise no name is released
     */
    ConflictConfirmation(UniqueKeyGate gate, int chunk, JobSpec spec) {
        this.gate = gate;
        this.chunk = chunk;
        ordered = spec.ifExists().changesWhatExists() && !spec.dryRun();
    }

    /** Begins an attempt, before its first query. */
    void begin() {
        heldAtBegin = ordered ? gate.heldEarlier(chunk) : List.of();
    }

    /**
     * Checks the findings of an attempt about its records.
     *
     * @throws Again if a record has a conflict that it did not have before (at most once for each record), or must come
     *     after a record that is not committed
     */
    void check(List<? extends Item<?>> items) {
        boolean doubtful = false;
        Set<String> predecessors = new HashSet<>();
        boolean isAfterAll = false;
        for (Item<?> item : items) {
            if (item.isRejected() && RejectCode.CONFLICT.equals(item.reject().code())) {
                doubtful |= lines.add(item.line());
            }
            item.predecessors().forEach(uniqueKey -> predecessors.add(uniqueKey.text()));
            isAfterAll |= item.isAfterAll();
        }
        if (doubtful || ordered && isEarly(predecessors, isAfterAll)) {
            throw new Again();
        }
    }

    private boolean isEarly(Set<String> predecessors, boolean isAfterAll) {
        return isAfterAll && !heldAtBegin.isEmpty()
                || heldAtBegin.stream().anyMatch(held -> !Collections.disjoint(held, predecessors));
    }

    /** Waits for earlier chunks if their commit can resolve a conflict. */
    void settle() throws InterruptedException {
        if (ordered) {
            gate.awaitEarlier(chunk);
        }
    }

    /** The chunk must be retried once the chunks before it are committed. */
    static final class Again extends RuntimeException {
        private static final long serialVersionUID = 1L;

        Again() {
            super("A new conflict appeared, or an earlier chunk comes first", null, false, false);
        }
    }
}
