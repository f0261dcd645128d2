// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.kind.groups;

import io.keylift.bulkimport.job.EventMode;
import io.keylift.bulkimport.job.Outcome;
import io.keylift.bulkimport.kind.groups.GroupWork.Deed;
import io.keylift.bulkimport.kind.reference.GroupAttributes;
import io.keylift.bulkimport.kind.reference.GroupTree.Branch;
import io.keylift.bulkimport.kind.spi.ImportContext;
import io.keylift.bulkimport.rows.BulkDelete;
import io.keylift.bulkimport.rows.BulkInsert;
import jakarta.persistence.EntityManager;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.hibernate.Session;
import org.keycloak.common.util.Time;
import org.keycloak.models.jpa.entities.GroupAttributeEntity;
import org.keycloak.models.jpa.entities.GroupEntity;
import org.keycloak.models.jpa.entities.GroupRoleMappingEntity;

/** Writes a resolved chunk of groups. */
final class GroupWriter<R extends GroupContent> {

    private final ImportContext context;
    private final EntityManager em;
    private final GroupScope<R> scope;
    private final GroupPlan<R> plan;
    private final GroupChanges changes;
    private final GroupRows rows;

    GroupWriter(ImportContext context, GroupScope<R> scope, GroupPlan<R> plan) {
        this.context = context;
        this.scope = scope;
        this.plan = plan;
        em = context.entityManager();
        changes = new GroupChanges(context);
        rows = new GroupRows(context.realm().getId(), scope.type(), Time.currentTimeMillis());
    }

    void write() {
        Map<GroupWork<R>, GroupChange> planned = changes.plan(
                plan.works().stream().filter(GroupWork::changesStored).toList());
        GroupCaches caches = new GroupCaches(context, scope.type());
        GroupEvents<R> events = new GroupEvents<>(context, scope.type());
        planned.entrySet().removeIf(entry -> isDone(entry.getKey(), entry.getValue()));
        Map<Branch, GroupWork<R>> fresh = fresh();
        if (context.spec().dryRun()) {
            em.clear();
            return;
        }
        events.beforeMoves(planned);
        change(planned);
        new GroupRenaming(context, caches).rename(plan.works());
        Map<Branch, GroupEntity> added = add(fresh);
        note();
        planned.forEach(caches::invalidate);
        added.keySet().forEach(branch -> caches.invalidateParent(plan.tree().parentId(branch)));
        em.clear();
        events.afterMoves();
        if (context.events() == EventMode.RECORD) {
            events.fire(plan, added, planned);
        }
    }

    /** Gives the record of a stored group its outcome; whether there is nothing to write. */
    private boolean isDone(GroupWork<R> work, GroupChange change) {
        boolean nothing = !change.isChange();
        Outcome outcome = work.deed == Deed.COMPLETE ? Outcome.ADDED : nothing ? Outcome.SKIPPED : Outcome.UPDATED;
        work.item.done(outcome, work.id);
        return nothing;
    }

    private void change(Map<GroupWork<R>, GroupChange> planned) {
        if (planned.isEmpty()) {
            return;
        }
        em.unwrap(Session.class).setJdbcBatchSize(context.spec().chunkSize());
        planned.forEach((work, change) -> {
            String parentId = work.deed == Deed.MOVE ? plan.tree().parentId(work.branch) : change.formerParentId;
            change.apply(work, changes.overwrite(), parentId, rows.now());
        });
        planned.values().forEach(change -> change.attributes().obsolete().forEach(em::remove));
        List<GroupRoleMappingEntity> removed = new ArrayList<>();
        planned.values()
                .forEach(change -> change.removedRoles().forEach(role -> removed.add(rows.role(change.group, role))));
        BulkDelete.delete(em, removed);
        // Before the inserts: what a changed group gives up, a new one may take.
        em.flush();
        List<GroupAttributeEntity> attributes = new ArrayList<>();
        List<GroupRoleMappingEntity> roles = new ArrayList<>();
        planned.values().forEach(change -> {
            attributes.addAll(change.attributes().added());
            change.roles().forEach(role -> roles.add(rows.role(change.group, role)));
        });
        BulkInsert.insert(em, attributes);
        BulkInsert.insert(em, roles);
    }

    /** The records that make a group; they and those that leave one as it is get their outcomes. */
    private Map<Branch, GroupWork<R>> fresh() {
        Map<Branch, GroupWork<R>> fresh = new LinkedHashMap<>();
        plan.works().forEach(work -> {
            if (work.isOpen() && work.deed == Deed.CREATE) {
                fresh.put(work.branch, work);
                work.item.done(Outcome.ADDED, work.id);
            } else if (work.deed == Deed.KEEP) {
                work.item.done(Outcome.SKIPPED, work.id);
            }
        });
        return fresh;
    }

    /**
     * Sorted by their places, so that two chunks that make the same groups wait for each other instead of both failing.
     */
    private Map<Branch, GroupEntity> add(Map<Branch, GroupWork<R>> fresh) {
        List<Branch> branches = new ArrayList<>(plan.implied().keySet());
        branches.addAll(fresh.keySet());
        branches.sort(Comparator.comparing((Branch branch) -> branch.root().parentId())
                .thenComparing(branch -> branch.path().text(true)));
        Map<Branch, GroupEntity> added = new LinkedHashMap<>();
        List<GroupAttributeEntity> attributes = new ArrayList<>();
        List<GroupRoleMappingEntity> roles = new ArrayList<>();
        for (Branch branch : branches) {
            GroupEntity group = rows.group(branch, plan.tree());
            added.put(branch, group);
            GroupWork<R> work = fresh.get(branch);
            if (work != null) {
                group.setDescription(work.record.description());
                attributes.addAll(GroupAttributes.rows(group, work.record.attributes()));
                work.mappings.roles().stream()
                        .map(role -> role.id())
                        .distinct()
                        .forEach(role -> roles.add(rows.role(group, role)));
            }
        }
        BulkInsert.insert(em, List.copyOf(added.values()));
        BulkInsert.insert(em, attributes);
        BulkInsert.insert(em, roles);
        return added;
    }

    private void note() {
        List<String> notes = new ArrayList<>();
        plan.implied().values().forEach(id -> notes.add(GroupPlan.impliedNote(id)));
        plan.works().stream()
                .filter(work -> work.isOpen() && work.deed == Deed.COMPLETE)
                .forEach(work -> notes.add(GroupPlan.completedNote(work.id)));
        context.notes().add(notes);
    }
}
