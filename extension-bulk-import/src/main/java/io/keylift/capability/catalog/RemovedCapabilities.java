// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.catalog;

import io.keylift.bulkimport.rows.BulkInsert;
import io.keylift.bulkimport.rows.Ids;
import io.keylift.bulkimport.rows.Queries;
import io.keylift.capability.assignment.HolderType;
import io.keylift.capability.entity.KeyliftCapabilityAssignmentEntity;
import io.keylift.capability.entity.KeyliftCapabilityHolderEntity;
import jakarta.persistence.EntityManager;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Moves or removes the assignments of capabilities and sets that are about to be removed. */
final class RemovedCapabilities {

    private final EntityManager em;
    private final Queries rows;

    RemovedCapabilities(EntityManager em) {
        this.em = em;
        rows = new Queries(em);
    }

    /**
     * Assigns each successor to the holders of the entry that it replaces, and sets new revisions of all holders.
     *
     * @param gone ids of the entries that are about to be removed
     * @param successors ids of successors, by the id of the replaced entry
     * @return numbers of moved and of removed assignments
     */
    MovedAssignments giveWay(Collection<String> gone, Map<String, String> successors) {
        Set<String> concerned = new HashSet<>(gone);
        concerned.addAll(successors.keySet());
        Map<String, Set<String>> holders = new HashMap<>();
        Map<List<String>, KeyliftCapabilityAssignmentEntity> moved = new HashMap<>();
        int moves = 0;
        int removals = 0;
        Map<String, Set<String>> losers = new HashMap<>();
        List<Object[]> assigned = assigned(concerned);
        assigned.forEach(row ->
                holders.computeIfAbsent((String) row[0], t -> new HashSet<>()).add((String) row[1]));
        holders.forEach((type, ids) -> ids.retainAll(lock(type, ids)));
        for (Object[] row : assigned) {
            String type = (String) row[0];
            String holder = (String) row[1];
            if (!holders.get(type).contains(holder)) {
                continue; // removed just now
            }
            String successor = successors.get((String) row[2]);
            if (successor == null) {
                removals++;
                losers.computeIfAbsent(type, t -> new HashSet<>()).add(holder);
            } else {
                moves++;
                moved.put(
                        List.of(type, holder, successor),
                        new KeyliftCapabilityAssignmentEntity(type, holder, successor));
            }
        }
        // Holders that already have the successor are skipped.
        for (Object[] row : assigned(new HashSet<>(successors.values()))) {
            moved.remove(List.of(row[0], row[1], row[2]));
        }
        BulkInsert.insert(em, List.copyOf(moved.values()));
        holders.forEach((type, ids) -> rows.execute(
                "update KeyliftCapabilityHolderEntity h set h.revision = :revision"
                        + " where h.type = :type and h.id in (:values)",
                ids,
                Map.of("type", type, "revision", Ids.next())));
        return new MovedAssignments(moves, removals, count(losers, HolderType.ROLE), count(losers, HolderType.USER));
    }

    private static int count(Map<String, Set<String>> losers, HolderType type) {
        return losers.getOrDefault(type.name(), Set.of()).size();
    }

    /**
     * Locks the existing ones of these holders. Keycloak removes roles and users in any order. To avoid deadlocks with
     * such a removal, this transaction never waits for a lock but fails and is retried.
     */
    private Set<String> lock(String type, Set<String> ids) {
        Set<String> locked = new HashSet<>();
        rows.lockNow(
                        "select h from KeyliftCapabilityHolderEntity h where h.type = :type and h.id in (:values)"
                                + " order by h.id",
                        KeyliftCapabilityHolderEntity.class,
                        ids,
                        Map.of("type", type))
                .forEach(holder -> locked.add(holder.id()));
        return locked;
    }

    private List<Object[]> assigned(Collection<String> capabilities) {
        return rows.select(
                "select a.holderType, a.holderId, a.capabilityId from KeyliftCapabilityAssignmentEntity a"
                        + " where a.capabilityId in (:values)",
                capabilities,
                Map.of());
    }
}
