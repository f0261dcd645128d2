// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.groups;

import io.keylift.bulkimport.kind.shared.reference.GroupTree;
import io.keylift.bulkimport.kind.shared.reference.GroupTree.Root;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.rows.Queries;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.function.UnaryOperator;
import java.util.stream.Collectors;
import org.keycloak.models.GroupModel;

/** The stored groups with the ids of a chunk, and the notes on the groups of its paths. */
final class StoredGroups {

    private record Stored(String realmId, int type, String organizationId) {}

    private final String realmId;
    private final Map<String, Stored> byId = new HashMap<>();

    /** Groups that this job has created as missing parents, and that no record has described yet. */
    private final Set<String> onTheWay;

    private StoredGroups(String realmId, Set<String> onTheWay) {
        this.realmId = realmId;
        this.onTheWay = onTheWay;
    }

    /** One query for the ids that records give, one for each sort of notes on groups that paths lead to. */
    static StoredGroups load(ImportContext context, Queries rows, List<? extends GroupWork<?>> works, GroupTree tree) {
        List<String> given = works.stream()
                .map(work -> work.record.id())
                .filter(Objects::nonNull)
                .toList();
        StoredGroups stored = new StoredGroups(context.realm().getId(), onTheWay(context, works, tree));
        for (Object[] row : rows.select(
                "select g.id, g.realm, g.type, g.organization.id from GroupEntity g where g.id in (:values)",
                given,
                Map.of())) {
            stored.byId.put(
                    (String) row[0], new Stored((String) row[1], ((Number) row[2]).intValue(), (String) row[3]));
        }
        return stored;
    }

    private static Set<String> onTheWay(ImportContext context, List<? extends GroupWork<?>> works, GroupTree tree) {
        Set<String> groups = works.stream()
                .map(work -> tree.id(work.branch))
                .filter(Objects::nonNull)
                .collect(Collectors.toSet());
        Set<String> implied = noted(context, groups, GroupPlan::impliedNote);
        implied.removeAll(noted(context, implied, GroupPlan::completedNote));
        return implied;
    }

    private static Set<String> noted(ImportContext context, Set<String> groups, UnaryOperator<String> note) {
        Set<String> notes = context.notes().made(groups.stream().map(note).toList());
        return groups.stream().filter(id -> notes.contains(note.apply(id))).collect(Collectors.toSet());
    }

    /** The given ids that groups of any realm have. */
    Set<String> ids() {
        return byId.keySet();
    }

    /** Whether a group of any realm has this id. */
    boolean has(String id) {
        return byId.containsKey(id);
    }

    /** Whether the group with this id can be moved below this root. */
    boolean isMovable(String id, Root root, GroupModel.Type type) {
        Stored group = byId.get(id);
        return group != null
                && group.realmId().equals(realmId)
                && group.type() == type.intValue()
                && Objects.equals(group.organizationId(), root.organizationId())
                && !id.equals(root.parentId());
    }

    /** Whether this job has created the group as a missing parent, and no record has described it yet. */
    boolean isOnTheWay(String id) {
        return onTheWay.contains(id);
    }
}
