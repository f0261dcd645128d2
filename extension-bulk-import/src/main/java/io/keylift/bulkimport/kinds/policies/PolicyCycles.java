// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.policies;

import io.keylift.bulkimport.kind.spi.RejectCode;
import io.keylift.bulkimport.rows.Queries;
import java.util.ArrayDeque;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * Rejects aggregate policies that would contain themselves. As Keycloak does, it also rejects those that would contain
 * another aggregate policy twice. One query for each level of aggregate policies below those of the chunk.
 */
final class PolicyCycles {

    private final Queries rows;

    /** The policies of each aggregate policy. */
    private final Map<String, Collection<String>> parts = new HashMap<>();

    PolicyCycles(Queries rows) {
        this.rows = rows;
    }

    void reject(Collection<? extends PolicyWork<?>> works) {
        List<? extends PolicyWork<?>> aggregates = works.stream()
                .filter(work -> work.isOpen() && work.isAggregate())
                .toList();
        aggregates.forEach(work -> parts.put(work.id, work.policies));
        load();
        aggregates.stream()
                .filter(work -> containsTwice(work.id))
                .forEach(work -> work.item.reject(
                        RejectCode.CYCLE,
                        "/policies",
                        "The aggregate policy would contain itself, or another aggregate policy twice"));
    }

    private void load() {
        Set<String> next = new HashSet<>();
        parts.values().forEach(next::addAll);
        next.removeAll(parts.keySet());
        while (!next.isEmpty()) {
            Set<String> below = new HashSet<>();
            for (Object[] row : rows.select(
                    "select p.id, a.id from PolicyEntity p left join p.associatedPolicies a where p.type = '"
                            + PolicyTypes.AGGREGATE + "' and p.id in (:values)",
                    next,
                    Map.of())) {
                Collection<String> of = parts.computeIfAbsent((String) row[0], id -> new HashSet<>());
                if (row[1] != null) {
                    of.add((String) row[1]);
                    below.add((String) row[1]);
                }
            }
            below.removeAll(parts.keySet());
            below.removeAll(next);
            next = below;
        }
    }

    private boolean containsTwice(String root) {
        Set<String> seen = new HashSet<>();
        Deque<String> open = new ArrayDeque<>(List.of(root));
        while (!open.isEmpty()) {
            String id = open.remove();
            if (parts.containsKey(id)) {
                if (!seen.add(id)) {
                    return true;
                }
                open.addAll(parts.get(id));
            }
        }
        return false;
    }
}
