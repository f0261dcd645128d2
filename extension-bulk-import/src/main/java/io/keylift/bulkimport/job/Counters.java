// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.job;

/** How many records came to which outcome. */
public record Counters(long added, long updated, long skipped, long rejected) {

    public static final Counters ZERO = new Counters(0, 0, 0, 0);

    /** Records read; by the first law of an import, the sum of its outcomes. */
    public long read() {
        return added + updated + skipped + rejected;
    }

    public Counters plus(Counters other) {
        return new Counters(
                added + other.added, updated + other.updated, skipped + other.skipped, rejected + other.rejected);
    }

    public Counters plus(Outcome outcome) {
        return switch (outcome) {
            case ADDED -> new Counters(added + 1, updated, skipped, rejected);
            case UPDATED -> new Counters(added, updated + 1, skipped, rejected);
            case SKIPPED -> new Counters(added, updated, skipped + 1, rejected);
            case REJECTED -> new Counters(added, updated, skipped, rejected + 1);
        };
    }
}
