// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.groups;

import io.keylift.bulkimport.kind.shared.reference.GroupTree.Branch;
import io.keylift.bulkimport.kind.shared.reference.ViewRights;
import io.keylift.bulkimport.kind.shared.removal.GroupDeletion;
import io.keylift.bulkimport.kind.shared.removal.ObjectRemover;
import io.keylift.bulkimport.kind.shared.removal.Removal;
import io.keylift.bulkimport.kind.shared.removal.RemovalEvent;
import io.keylift.bulkimport.kind.shared.removal.RemovedGroups;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.RejectCode;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.keycloak.models.GroupModel;
import org.keycloak.models.jpa.entities.GroupEntity;

/** Removes a chunk of groups of the realm, or of departments, with all groups below them. */
final class GroupsRemover<R extends GroupContent> extends ObjectRemover<R> {

    private final GroupScope<R> scope;
    private final Map<Item<R>, Branch> branches = new HashMap<>();

    GroupsRemover(ImportContext context, GroupScope<R> scope) {
        super(context, GroupEntity.class);
        this.scope = scope;
    }

    @Override
    protected void find(List<Removal<R>> removals) {
        Map<Item<R>, String> ids = new HashMap<>();
        List<Item<R>> items = removals.stream().map(removal -> removal.item).toList();
        for (GroupWork<R> work : new GroupResolver<>(context, scope).find(items)) {
            ids.put(work.item, work.id);
            branches.put(work.item, work.branch);
        }
        removals.forEach(removal -> removal.names(ids.get(removal.item)));
    }

    @Override
    protected Map<String, Set<String>> removedAlong(Collection<String> ids) {
        Map<String, Set<String>> below = new HashMap<>();
        ids.forEach(id -> below.put(id, new HashSet<>()));
        Map<String, String> parents = new HashMap<>();
        Collection<String> level = Set.copyOf(ids);
        while (!level.isEmpty()) {
            Set<String> next = new HashSet<>();
            for (Object[] row : rows.select(
                    "select g.id, g.parentId from GroupEntity g where g.realm = :realm and g.parentId in (:values)",
                    level,
                    Map.of("realm", context.realm().getId()))) {
                String child = (String) row[0];
                if (parents.put(child, (String) row[1]) == null) {
                    next.add(child);
                }
            }
            level = next;
        }
        parents.forEach((child, parent) -> {
            for (String above = parent; above != null; above = parents.get(above)) {
                Set<String> subtree = below.get(above);
                if (subtree != null) {
                    subtree.add(child);
                }
            }
        });
        return below;
    }

    @Override
    protected boolean mayKnow(Removal<R> removal) {
        return scope.type() == GroupModel.Type.ORGANIZATION // checked when the organization was found
                || ViewRights.of(context).mayViewGroup(context, removal.id())
                || scope.mayManage(removal.id());
    }

    @Override
    protected void check(Removal<R> removal) {
        if (!scope.mayManage(removal.id())) {
            removal.item.reject(
                    RejectCode.FORBIDDEN, "/path", "The caller does not have permission to manage this group");
        }
    }

    @Override
    protected Map<Removal<R>, RemovalEvent> publish(List<Removal<R>> removals) {
        Set<String> ids = all(removals);
        new GroupDeletion(context, rows, scope.type()).deleteMemberships(ids);
        RemovedGroups groups = new RemovedGroups(context, rows, ids);
        Map<Removal<R>, RemovalEvent> events = new LinkedHashMap<>();
        for (Removal<R> removal : removals) {
            groups.publish(removal.id());
            groups.settle();
            events.put(removal, GroupEvents.removed(branches.get(removal.item), removal.id()));
        }
        return events;
    }

    @Override
    protected List<Removal<R>> removeTogether(List<Removal<R>> removals) {
        new GroupDeletion(context, rows, scope.type()).delete(all(removals));
        return List.of();
    }

    private static <R> Set<String> all(List<Removal<R>> removals) {
        return removals.stream().flatMap(removal -> removal.all().stream()).collect(Collectors.toSet());
    }

    @Override
    protected RemovalEvent remove(Removal<R> removal) {
        if (scope.type() == GroupModel.Type.REALM) {
            // Keycloak loads every remaining member of a group, even if no organization must be notified.
            rows.execute(
                    "delete from UserGroupMembershipEntity m where m.groupId in (:values)", removal.all(), Map.of());
        }
        GroupModel group = context.session().groups().getGroupById(context.realm(), removal.id());
        context.session().groups().removeGroup(context.realm(), group);
        return GroupEvents.removed(branches.get(removal.item), removal.id());
    }
}
