// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kinds.groups;

import io.keylift.bulkimport.job.IfExists;
import io.keylift.bulkimport.kind.shared.reference.GroupCaches;
import io.keylift.bulkimport.kind.shared.reference.GroupTree.Branch;
import io.keylift.bulkimport.kind.shared.table.ChildRows;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.kind.spi.Item;
import io.keylift.bulkimport.kind.spi.RowReference;
import io.keylift.bulkimport.kind.spi.WorkWriter;
import io.keylift.bulkimport.kinds.groups.GroupWork.Action;
import io.keylift.bulkimport.rows.BulkDelete;
import io.keylift.bulkimport.rows.BulkInsert;
import io.keylift.bulkimport.rows.RowLocks;
import jakarta.persistence.EntityManager;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.keycloak.common.util.Time;
import org.keycloak.models.jpa.entities.GroupEntity;
import org.keycloak.models.jpa.entities.GroupRoleMappingEntity;

/** Writes a chunk of groups: decides how each record changes the tree, and writes the changes. */
final class GroupsWriter<R extends GroupContent> extends WorkWriter<R, GroupWork<R>> {

    private final EntityManager em;
    private final GroupScope<R> scope;
    private final GroupCaches caches;
    private final GroupEvents<R> events;
    private final GroupRows rows;
    private final boolean overwrite;
    private GroupPlan<R> plan;
    private Map<Branch, GroupEntity> added;

    GroupsWriter(ImportContext context, GroupScope<R> scope) {
        super(context);
        this.scope = scope;
        em = context.entityManager();
        caches = new GroupCaches(context, scope.type());
        events = new GroupEvents<>(context, scope.type());
        rows = new GroupRows(context.realm().getId(), scope.type(), Time.currentTimeMillis());
        overwrite = context.spec().ifExists() == IfExists.OVERWRITE;
    }

    @Override
    protected List<GroupWork<R>> plan(List<Item<R>> items) {
        plan = new GroupResolver<>(context, scope).resolve(items);
        return plan.works();
    }

    @Override
    protected List<RowReference> rowsToLock(List<GroupWork<R>> changed) {
        return changed.stream()
                .filter(GroupWork::changesStored)
                .map(work -> new RowReference("KEYCLOAK_GROUP", work.storedId()))
                .toList();
    }

    @Override
    protected boolean readsAgain() {
        return true;
    }

    @Override
    protected boolean locksAsItReads() {
        return true;
    }

    /** The place of a group that moves, and of one that is completed, depends on other groups. */
    @Override
    protected boolean isAsRead(List<GroupWork<R>> changed) {
        return changed.stream().allMatch(work -> work.action == Action.CHANGE || work.action == Action.CREATE)
                && plan.changes()
                        .areAsReadOnceLocked(changed.stream()
                                .filter(GroupWork::changesStored)
                                .toList());
    }

    @Override
    protected void writeRows(List<GroupWork<R>> works) {
        Map<GroupWork<R>, GroupChange> changes = changes(works);
        events.beforeMoves(changes);
        change(changes);
        new GroupRenaming(context, caches).rename(works);
        added = add(works);
        holdParents(changes.keySet());
        note(works);
    }

    private static <R extends GroupContent> Map<GroupWork<R>, GroupChange> changes(List<GroupWork<R>> works) {
        Map<GroupWork<R>, GroupChange> changes = new LinkedHashMap<>();
        for (GroupWork<R> work : works) {
            if (work.change != null && work.change.isChange()) {
                changes.put(work, work.change);
            }
        }
        return changes;
    }

    private void change(Map<GroupWork<R>, GroupChange> changes) {
        if (changes.isEmpty()) {
            return;
        }
        changes.forEach((work, change) -> {
            String parentId = work.action == Action.MOVE ? plan.tree().parentId(work.branch) : change.formerParentId;
            change.apply(work, overwrite, parentId, rows.now());
        });
        List<GroupRoleMappingEntity> removed = new ArrayList<>();
        changes.values()
                .forEach(change -> change.removedRoles().forEach(role -> removed.add(rows.role(change.group, role))));
        BulkDelete.delete(em, removed);
        // Before the inserts: a new group may take a name that a changed one releases.
        plan.changes()
                .update(changes.values().stream().map(change -> change.group).toList());
        ChildRows<GroupEntity, Map<String, List<String>>> attributes = GroupWork.ATTRIBUTES.rows(em);
        List<GroupRoleMappingEntity> roles = new ArrayList<>();
        changes.values().forEach(change -> {
            attributes.change(change.group, change.group.getId(), change.storedAttributes, change.attributes());
            change.roles().forEach(role -> roles.add(rows.role(change.group, role)));
        });
        attributes.write();
        BulkInsert.insert(em, roles);
    }

    /** Sorted by place, so that two chunks that create the same groups wait for each other instead of both failing. */
    private Map<Branch, GroupEntity> add(List<GroupWork<R>> works) {
        Map<Branch, GroupWork<R>> fresh = new LinkedHashMap<>();
        works.stream().filter(work -> work.action == Action.CREATE).forEach(work -> fresh.put(work.branch, work));
        List<Branch> branches = new ArrayList<>(plan.implied().keySet());
        branches.addAll(fresh.keySet());
        branches.sort(Comparator.comparing((Branch branch) -> branch.root().parentId())
                .thenComparing(branch -> branch.path().text(true)));
        Map<Branch, GroupEntity> added = new LinkedHashMap<>();
        ChildRows<GroupEntity, Map<String, List<String>>> attributes = GroupWork.ATTRIBUTES.rows(em);
        List<GroupRoleMappingEntity> roles = new ArrayList<>();
        for (Branch branch : branches) {
            GroupEntity group = rows.group(branch, plan.tree());
            added.put(branch, group);
            GroupWork<R> work = fresh.get(branch);
            if (work != null) {
                group.setDescription(work.record.description());
                if (work.record.attributes() != null) {
                    attributes.change(group, group.getId(), Map.of(), work.record.attributes());
                }
                work.mappings.roles().stream()
                        .map(role -> role.id())
                        .distinct()
                        .forEach(role -> roles.add(rows.role(group, role)));
            }
        }
        BulkInsert.insert(em, List.copyOf(added.values()));
        attributes.write();
        BulkInsert.insert(em, roles);
        return added;
    }

    /** Locks the parents of moved groups. The insert of new groups locks theirs. */
    private void holdParents(Set<GroupWork<R>> changed) {
        Set<String> parents = changed.stream()
                .filter(work ->
                        work.action == Action.MOVE && !work.branch.path().isTop())
                .map(work -> plan.tree().parentId(work.branch))
                .collect(Collectors.toSet());
        new RowLocks(em).share("KEYCLOAK_GROUP", "ID", parents, null);
    }

    private void note(List<GroupWork<R>> works) {
        List<String> notes = new ArrayList<>();
        plan.implied().values().forEach(id -> notes.add(GroupPlan.impliedNote(id)));
        works.stream()
                .filter(work -> work.action == Action.COMPLETE)
                .forEach(work -> notes.add(GroupPlan.completedNote(work.id)));
        context.notes().add(notes);
    }

    @Override
    protected void invalidate(List<GroupWork<R>> works) {
        changes(works).forEach(this::invalidate);
        added.keySet().forEach(branch -> caches.invalidateParent(plan.tree().parentId(branch)));
        events.afterMoves();
    }

    private void invalidate(GroupWork<R> work, GroupChange change) {
        caches.invalidate(work.id);
        if (work.action == Action.MOVE) {
            caches.invalidateParent(change.formerParentId);
            caches.invalidateParent(change.group.getParentId());
            caches.invalidateName(change.formerParentId, change.formerName);
        }
    }

    @Override
    protected void fire(List<GroupWork<R>> works) {
        events.fire(plan, added, changes(works));
    }
}
