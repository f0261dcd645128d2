// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.assignment;

import io.keylift.bulkimport.rows.Queries;
import jakarta.persistence.EntityManager;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Reads the assignments of roles and users. */
public final class Assignments {

    /** Revision of a holder that never had an assignment, with or without a row. */
    public static final String NO_REVISION = "none";

    private static final String SINGLE = "select a.holderId, a.capabilityId from KeyliftCapabilityAssignmentEntity a"
            + " where a.holderType = :type and a.holderId in (:values)";

    private static final String GATHERED = "select HOLDER_ID, string_agg(CAPABILITY_ID, ' ')"
            + " from {h-schema}KEYLIFT_CAPABILITY_ASSIGNMENT where HOLDER_TYPE = :type and HOLDER_ID in (:values)"
            + " group by HOLDER_ID";

    private final Queries rows;

    public Assignments(EntityManager em) {
        rows = new Queries(em);
    }

    /** The revisions of those holders that have or had assignments; one query for all roles and one for all users. */
    public Map<Holder, String> revisions(Collection<Holder> holders) {
        Map<Holder, String> revisions = new HashMap<>();
        for (HolderType type : HolderType.values()) {
            rows.select(
                            "select h.id, h.revision from KeyliftCapabilityHolderEntity h"
                                    + " where h.type = :type and h.id in (:values)",
                            ids(type, holders),
                            Map.of("type", type.name()))
                    .forEach(row -> revisions.put(new Holder(type, (String) row[0]), (String) row[1]));
        }
        return revisions;
    }

    /** Ids of the assignments of each of these holders; one query for all roles and one for all users. */
    public Map<Holder, Set<String>> held(Collection<Holder> holders) {
        Map<Holder, Set<String>> held = new HashMap<>();
        holders.forEach(holder -> held.put(holder, new HashSet<>()));
        for (HolderType type : HolderType.values()) {
            rows.gather(GATHERED, SINGLE, ids(type, holders), Map.of("type", type.name()))
                    .forEach((id, assigned) -> held.get(new Holder(type, id)).addAll(assigned));
        }
        return held;
    }

    /** Whether any of these ids is assigned to any of these holders; one query for all roles and one for all users. */
    public boolean anyHolds(Collection<String> capabilityIds, Collection<Holder> holders) {
        for (HolderType type : HolderType.values()) {
            if (rows.any(
                    "select 1 from KeyliftCapabilityAssignmentEntity a where a.holderType = :type"
                            + " and a.holderId in (:values) and a.capabilityId in (:wanted)",
                    ids(type, holders),
                    Map.of("type", type.name(), "wanted", capabilityIds))) {
                return true;
            }
        }
        return false;
    }

    private static List<String> ids(HolderType type, Collection<Holder> holders) {
        List<String> ids = new ArrayList<>();
        holders.forEach(holder -> {
            if (holder.type() == type) {
                ids.add(holder.id());
            }
        });
        return ids;
    }
}
