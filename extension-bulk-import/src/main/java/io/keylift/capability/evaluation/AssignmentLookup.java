// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.evaluation;

import io.keylift.capability.assignment.Assignments;
import io.keylift.capability.assignment.Holder;
import java.util.Collections;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.function.Supplier;

/**
 * The assignments of roles and users, for one session. Most sessions ask once about one user. If nothing has changed,
 * this node's cache has the result. For changed holders, an index look-up takes a fraction of the time of reading
 * everything that is assigned to hundreds of roles. The cache reads that in the background, for later look-ups. A
 * second look-up in the same session waits for it.
 */
final class AssignmentLookup {

    /** Maximum number of ids in one query. For a capability in more sets than that, all assignments are read. */
    private static final int MAX_IDS = 1_000;

    private final CapabilityCache cache;
    private final Supplier<Assignments> assignments;
    private final Consumer<Set<Holder>> reader;
    private final Map<Holder, Set<String>> known = new HashMap<>();
    private final Set<Holder> looked = new HashSet<>();

    /** @param reader makes the cache read the assignments of these holders in the background */
    AssignmentLookup(CapabilityCache cache, Supplier<Assignments> assignments, Consumer<Set<Holder>> reader) {
        this.cache = cache;
        this.assignments = assignments;
        this.reader = reader;
    }

    /** Whether any of these ids is assigned to any of these holders. */
    boolean any(Set<String> ids, Set<Holder> holders) {
        Map<Holder, String> changed = recall(holders);
        boolean isKnown =
                holders.stream().map(known::get).anyMatch(held -> held != null && !Collections.disjoint(held, ids));
        if (isKnown || changed.isEmpty()) {
            return isKnown;
        }
        if (ids.size() > MAX_IDS || !Collections.disjoint(looked, changed.keySet())) {
            read(changed);
            return changed.keySet().stream().anyMatch(holder -> !Collections.disjoint(known.get(holder), ids));
        }
        looked.addAll(changed.keySet());
        reader.accept(changed.keySet());
        return assignments.get().anyHolds(ids, changed.keySet());
    }

    /** Ids of the assignments of each holder, without holders that have none. */
    Map<Holder, Set<String>> by(Set<Holder> holders) {
        read(recall(holders));
        Map<Holder, Set<String>> held = new HashMap<>();
        holders.forEach(holder -> {
            Set<String> ids = known.get(holder);
            if (!ids.isEmpty()) {
                held.put(holder, ids);
            }
        });
        return held;
    }

    /** Takes current assignments from the cache. Returns the revisions of the other holders. */
    private Map<Holder, String> recall(Set<Holder> holders) {
        List<Holder> open =
                holders.stream().filter(holder -> !known.containsKey(holder)).toList();
        if (open.isEmpty()) {
            return Map.of();
        }
        Map<Holder, String> revisions = assignments.get().revisions(open);
        open.forEach(holder -> {
            Set<String> held = revisions.containsKey(holder) ? cache.held(holder, revisions.get(holder)) : Set.of();
            if (held != null) {
                known.put(holder, held);
                revisions.remove(holder);
            }
        });
        return revisions;
    }

    private void read(Map<Holder, String> revisions) {
        if (!revisions.isEmpty()) {
            known.putAll(cache.read(revisions, assignments.get()));
        }
    }
}
