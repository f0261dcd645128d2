// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.capability.evaluation;

import io.keylift.bulkimport.capability.assignment.Assignments;
import io.keylift.bulkimport.capability.assignment.Holder;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;

/**
 * What roles and users hold, for one session. Most sessions ask one question about one user: that is answered by a look into the index,
 * whatever else the user's roles hold and however lately they have changed. Whoever asks again about the same user is likely to go on: then
 * all is read, and remembered.
 */
final class Held {

    /** Ids that are looked for in one query; a capability that more sets hold is looked for in all that is held. */
    private static final int MAX_LOOK = 1_000;

    private final CapabilityCache cache;
    private final Supplier<Assignments> assignments;
    private final Map<Holder, Set<String>> known = new HashMap<>();
    private final Set<Set<Holder>> asked = new HashSet<>();

    Held(CapabilityCache cache, Supplier<Assignments> assignments) {
        this.cache = cache;
        this.assignments = assignments;
    }

    /** Which of these ids any of these holders holds. */
    Set<String> among(Set<String> ids, Set<Holder> holders) {
        if (!known.keySet().containsAll(holders) && ids.size() <= MAX_LOOK && asked.add(holders)) {
            return assignments.get().heldOf(ids, holders);
        }
        Set<String> held = new HashSet<>();
        by(holders).values().forEach(all -> ids.stream().filter(all::contains).forEach(held::add));
        return held;
    }

    /** All that each of these holds, those who hold nothing left out. */
    Map<Holder, Set<String>> by(Set<Holder> holders) {
        List<Holder> open =
                holders.stream().filter(holder -> !known.containsKey(holder)).toList();
        if (!open.isEmpty()) {
            open.forEach(holder -> known.put(holder, Set.of()));
            known.putAll(cache.held(open, assignments.get()));
        }
        Map<Holder, Set<String>> held = new HashMap<>();
        holders.forEach(holder -> {
            Set<String> ids = known.get(holder);
            if (!ids.isEmpty()) {
                held.put(holder, ids);
            }
        });
        return held;
    }
}
