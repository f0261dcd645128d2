// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.catalog;

import io.keylift.bulkimport.rows.BulkDelete;
import io.keylift.bulkimport.rows.BulkInsert;
import io.keylift.bulkimport.rows.Queries;
import io.keylift.capability.CapabilityNames;
import io.keylift.capability.entity.KeyliftCapabilityExpansionEntity;
import jakarta.persistence.EntityManager;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The members of those sets that a change can affect: the changed sets, the sets that name an added or removed entry,
 * and all sets that contain one of these. Keeps the stored expansions of these sets up to date. The number of queries
 * does not depend on the number of sets.
 */
final class Nesting {

    private final EntityManager em;
    private final Queries rows;
    private final String realmId;

    /** Direct members of the affected sets, all by name. */
    private final Map<String, Set<String>> members = new HashMap<>();

    private final Map<String, String> ids = new HashMap<>();

    Nesting(EntityManager em, String realmId) {
        this.em = em;
        this.realmId = realmId;
        rows = new Queries(em);
    }

    /**
     * Reads the sets that a change of these entries affects.
     *
     * @param names names of all entries that are about to be added, removed or changed
     * @param known ids of the existing ones among them
     */
    void load(Collection<String> names, Collection<String> known) {
        Set<String> touched = new HashSet<>(known);
        touched.addAll(rows.list(
                "select m.setId from KeyliftCapabilityMemberEntity m"
                        + " where m.realmId = :realm and m.name in (:values)",
                String.class,
                names,
                Map.of("realm", realmId)));
        Set<String> sets = new HashSet<>(touched);
        sets.addAll(rows.list(
                "select e.setId from KeyliftCapabilityExpansionEntity e where e.capabilityId in (:values)",
                String.class,
                touched,
                Map.of()));
        for (Object[] row : rows.select(
                "select c.id, c.name, m.name from KeyliftCapabilityMemberEntity m"
                        + " join KeyliftCapabilityEntity c on c.id = m.setId where m.setId in (:values)",
                sets,
                Map.of())) {
            ids.put((String) row[1], (String) row[0]);
            members.computeIfAbsent((String) row[1], set -> new LinkedHashSet<>())
                    .add((String) row[2]);
        }
    }

    /** Direct members of a set that was read. */
    Set<String> members(String set) {
        return members.getOrDefault(set, Set.of());
    }

    /** Sets the direct members of a set. */
    void put(String set, Set<String> newMembers) {
        members.put(set, newMembers);
    }

    void remove(String name) {
        members.remove(name);
    }

    /**
     * The cycle that a set with these members would close: set by set, with the same set at both ends; empty if there
     * is none.
     */
    List<String> cycle(String set, Collection<String> newMembers) {
        Map<String, String> cameFrom = new HashMap<>();
        Deque<String> open = new ArrayDeque<>();
        for (String member : newMembers) {
            if (cameFrom.putIfAbsent(member, set) == null) {
                open.add(member);
            }
        }
        while (!open.isEmpty()) {
            String name = open.poll();
            if (name.equals(set)) {
                return way(set, cameFrom);
            }
            for (String member : members(name)) {
                if (cameFrom.putIfAbsent(member, name) == null) {
                    open.add(member);
                }
            }
        }
        return List.of();
    }

    private static List<String> way(String set, Map<String, String> cameFrom) {
        List<String> way = new ArrayList<>(List.of(set));
        String name = cameFrom.get(set);
        while (!name.equals(set)) {
            way.add(0, name);
            name = cameFrom.get(name);
        }
        way.add(0, set);
        return way;
    }

    /**
     * Adds new capabilities to the expansions of the sets that name them, after the rows of the capabilities are
     * written. Reads only which sets name them and which sets contain those. Other members are not read, so the time
     * grows only with the number of new capabilities.
     *
     * @param arrived ids by name
     */
    void writeArrivals(Map<String, String> arrived) {
        Map<String, Set<String>> naming = new HashMap<>();
        rows.select(
                        "select m.setId, m.name from KeyliftCapabilityMemberEntity m"
                                + " where m.realmId = :realm and m.name in (:values)",
                        arrived.keySet(),
                        Map.of("realm", realmId))
                .forEach(row -> {
                    String id = arrived.get((String) row[1]);
                    if (id != null) {
                        naming.computeIfAbsent((String) row[0], set -> new HashSet<>())
                                .add(id);
                    }
                });
        Map<String, Set<String>> arriving = new HashMap<>();
        naming.forEach((set, capabilities) -> arriving.put(set, new HashSet<>(capabilities)));
        rows.select(
                        "select e.setId, e.capabilityId from KeyliftCapabilityExpansionEntity e"
                                + " where e.capabilityId in (:values)",
                        naming.keySet(),
                        Map.of())
                .forEach(row -> arriving.computeIfAbsent((String) row[0], set -> new HashSet<>())
                        .addAll(naming.get((String) row[1])));
        List<KeyliftCapabilityExpansionEntity> added = new ArrayList<>();
        arriving.forEach((set, capabilities) ->
                capabilities.forEach(capability -> added.add(new KeyliftCapabilityExpansionEntity(set, capability))));
        BulkInsert.insert(em, added);
    }

    /** Writes the expansions of all affected sets, after the rows of all capabilities and sets are written. */
    void writeExpansions() {
        Set<String> named = new HashSet<>(members.keySet());
        members.values().forEach(named::addAll);
        ids.clear();
        rows.select(CapabilityNames.KEY, realmId, named).forEach(row -> ids.put((String) row[1], (String) row[0]));
        Map<String, Set<String>> others = stored(named.stream()
                .filter(name -> !members.containsKey(name) && ids.containsKey(name))
                .map(ids::get)
                .toList());
        Map<String, Set<String>> before =
                stored(members.keySet().stream().map(ids::get).toList());
        List<KeyliftCapabilityExpansionEntity> added = new ArrayList<>();
        List<KeyliftCapabilityExpansionEntity> removed = new ArrayList<>();
        Expansions expansions = new Expansions(members, ids, others);
        for (String set : members.keySet()) {
            String id = ids.get(set);
            Set<String> now = expansions.of(set);
            Set<String> old = before.getOrDefault(id, Set.of());
            now.stream()
                    .filter(held -> !old.contains(held))
                    .forEach(held -> added.add(new KeyliftCapabilityExpansionEntity(id, held)));
            old.stream()
                    .filter(held -> !now.contains(held))
                    .forEach(held -> removed.add(new KeyliftCapabilityExpansionEntity(id, held)));
        }
        BulkDelete.delete(em, removed);
        BulkInsert.insert(em, added);
    }

    private Map<String, Set<String>> stored(Collection<String> sets) {
        Map<String, Set<String>> stored = new HashMap<>();
        rows.select(
                        "select e.setId, e.capabilityId from KeyliftCapabilityExpansionEntity e where e.setId in"
                                + " (:values)",
                        sets,
                        Map.of())
                .forEach(row -> stored.computeIfAbsent((String) row[0], set -> new HashSet<>())
                        .add((String) row[1]));
        return stored;
    }
}
