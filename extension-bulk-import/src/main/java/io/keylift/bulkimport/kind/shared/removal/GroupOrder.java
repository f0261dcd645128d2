// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.shared.removal;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.keycloak.models.jpa.entities.GroupEntity;

/** The order in which Keycloak removes groups: a group, then those below it by their names. Each group comes once. */
final class GroupOrder {

    private final Map<String, GroupEntity> groups = new HashMap<>();
    private final Map<String, List<GroupEntity>> children = new HashMap<>();
    private final Set<String> done = new HashSet<>();

    GroupOrder(Collection<GroupEntity> all) {
        for (GroupEntity group : all) {
            groups.put(group.getId(), group);
            children.computeIfAbsent(group.getParentId(), any -> new ArrayList<>())
                    .add(group);
        }
        children.values().forEach(some -> some.sort(Comparator.comparing(GroupEntity::getName)));
    }

    /** A group and those below it, without those that an earlier call has returned. */
    List<GroupEntity> from(String id) {
        List<GroupEntity> order = new ArrayList<>();
        add(id, order);
        return order;
    }

    private void add(String id, List<GroupEntity> order) {
        if (done.add(id)) {
            order.add(groups.get(id));
            children.getOrDefault(id, List.of()).forEach(child -> add(child.getId(), order));
        }
    }
}
