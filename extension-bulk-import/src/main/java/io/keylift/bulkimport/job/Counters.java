// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.job;

/** Number of records by outcome. */
public record Counters(long added, long updated, long removed, long skipped, long rejected) {

    public static final Counters ZERO = new Counters(0, 0, 0, 0, 0);

    /** Number of records read: each record has exactly one outcome. */
    public long read() {
        return added + updated + removed + skipped + rejected;
    }

    public Counters plus(Counters other) {
        return new Counters(
                added + other.added,
                updated + other.updated,
                removed + other.removed,
                skipped + other.skipped,
                rejected + other.rejected);
    }

    public Counters plus(Outcome outcome) {
        return switch (outcome) {
            case ADDED -> new Counters(added + 1, updated, removed, skipped, rejected);
            case UPDATED -> new Counters(added, updated + 1, removed, skipped, rejected);
            case REMOVED -> new Counters(added, updated, removed + 1, skipped, rejected);
            case SKIPPED -> new Counters(added, updated, removed, skipped + 1, rejected);
            case REJECTED -> new Counters(added, updated, removed, skipped, rejected + 1);
        };
    }
}
