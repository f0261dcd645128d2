// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.catalog;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;

/** The members of sets, direct and nested, computed from the innermost sets outwards, for any depth. */
final class Expansions {

    private final Map<String, Set<String>> members;
    private final Map<String, String> ids;
    private final Map<String, Set<String>> others;
    private final Map<String, Set<String>> expanded = new HashMap<>();

    /**
     * @param members names of the direct members of some sets, by name; without a cycle
     * @param ids ids of capabilities and sets by name; members without an id do not exist yet
     * @param others all members of other sets, by the id of the set, as ids
     */
    Expansions(Map<String, Set<String>> members, Map<String, String> ids, Map<String, Set<String>> others) {
        this.members = members;
        this.ids = ids;
        this.others = others;
    }

    /** Ids of all members of one of the sets. */
    Set<String> of(String set) {
        Deque<String> open = new ArrayDeque<>();
        open.push(set);
        while (!open.isEmpty()) {
            String next = open.peek();
            boolean isReady = true;
            if (!expanded.containsKey(next)) {
                for (String member : members.get(next)) {
                    if (isOpen(member)) {
                        open.push(member);
                        isReady = false;
                    }
                }
            }
            if (isReady) {
                open.pop();
                expanded.computeIfAbsent(next, this::unite);
            }
        }
        return expanded.get(set);
    }

    private boolean isOpen(String member) {
        return members.containsKey(member) && ids.containsKey(member) && !expanded.containsKey(member);
    }

    private Set<String> unite(String set) {
        Set<String> held = new HashSet<>();
        for (String member : members.get(set)) {
            String id = ids.get(member);
            if (id != null) {
                held.add(id);
                held.addAll(members.containsKey(member) ? expanded.get(member) : others.getOrDefault(id, Set.of()));
            }
        }
        return held;
    }
}
