// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.capability.catalog;

import io.keylift.bulkimport.capability.entity.KeyliftCapabilityAssignmentEntity;
import io.keylift.bulkimport.rows.Ids;
import io.keylift.bulkimport.rows.Inserts;
import io.keylift.bulkimport.rows.Rows;
import jakarta.persistence.EntityManager;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** What becomes of the roles and users who have a capability or set that is going to be removed. */
final class RemovedCapabilities {

    private final EntityManager em;
    private final Rows rows;

    RemovedCapabilities(EntityManager em) {
        this.em = em;
        rows = new Rows(em);
    }

    /**
     * Gives everyone who has one of these its successor, and a new revision.
     *
     * @param gone ids of what is going to be removed
     * @param successors ids of what takes its place, by its id
     * @return how many assignments had a successor
     */
    int giveWay(Collection<String> gone, Map<String, String> successors) {
        Set<String> concerned = new HashSet<>(gone);
        concerned.addAll(successors.keySet());
        Map<String, Set<String>> holders = new HashMap<>();
        Map<List<String>, KeyliftCapabilityAssignmentEntity> moved = new HashMap<>();
        int moves = 0;
        for (Object[] row : assigned(concerned)) {
            String type = (String) row[0];
            String holder = (String) row[1];
            holders.computeIfAbsent(type, t -> new HashSet<>()).add(holder);
            String successor = successors.get((String) row[2]);
            if (successor != null) {
                moves++;
                moved.put(
                        List.of(type, holder, successor),
                        new KeyliftCapabilityAssignmentEntity(type, holder, successor));
            }
        }
        // Some may have the successor already.
        for (Object[] row : assigned(new HashSet<>(successors.values()))) {
            moved.remove(List.of(row[0], row[1], row[2]));
        }
        Inserts.insert(em, List.copyOf(moved.values()));
        holders.forEach((type, ids) -> rows.execute(
                "update KeyliftCapabilityHolderEntity h set h.revision = :revision"
                        + " where h.type = :type and h.id in (:values)",
                ids,
                Map.of("type", type, "revision", Ids.next())));
        return moves;
    }

    private List<Object[]> assigned(Collection<String> capabilities) {
        return rows.select(
                "select a.holderType, a.holderId, a.capabilityId from KeyliftCapabilityAssignmentEntity a"
                        + " where a.capabilityId in (:values)",
                capabilities,
                Map.of());
    }
}
