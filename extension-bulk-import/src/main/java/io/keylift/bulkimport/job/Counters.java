// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.job;

import java.util.LinkedHashMap;
import java.util.Map;

/** Number of records by outcome. */
public record Counters(long added, long updated, long removed, long skipped, long rejected) {

    public static final Counters ZERO = new Counters(0, 0, 0, 0, 0);

    /** Number of records read: each record has exactly one outcome. */
    public long read() {
        return added + updated + removed + skipped + rejected;
    }

    /** The counters that a job of this sort has, by the names in its results. */
    public Map<String, Long> byName(JobSpec spec) {
        Map<String, Long> names = new LinkedHashMap<>();
        if (!spec.isRemoval()) {
            names.put(Outcome.ADDED.name(spec.operation()), added);
            names.put(Outcome.UPDATED.name(spec.operation()), updated);
        }
        if (spec.isRemoval() || spec.isMirror() || spec.isUndo() || spec.extra()) {
            names.put(Outcome.REMOVED.name(spec.operation()), removed);
        }
        names.put(Outcome.SKIPPED.name(spec.operation()), skipped);
        names.put(Outcome.REJECTED.name(spec.operation()), rejected);
        return names;
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
