// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.assignment;

import io.keylift.bulkimport.rows.BulkDelete;
import io.keylift.bulkimport.rows.BulkInsert;
import io.keylift.bulkimport.rows.Ids;
import io.keylift.bulkimport.rows.Queries;
import io.keylift.capability.entity.KeyliftCapabilityAssignmentEntity;
import jakarta.persistence.EntityManager;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;

/**
 * Changes the assignments of roles and users in one transaction: first {@link #lock}, then {@link #load}, then
 * {@link #plan} for each change, then {@link #write}. From the first step to the end of the transaction, no other
 * transaction can change them, or remove one of the roles, users or capabilities. A caller that has other locks, or
 * that does not write, begins with {@link #load}. The number of statements depends neither on the number of changes nor
 * on the number of names in them.
 */
public final class AssignmentEditor {

    private final EntityManager em;
    private final Queries rows;
    private final String realmId;
    private final Names names;
    private final AssignmentRights giving;
    private final Map<Holder, String> revisions = new HashMap<>();
    private final Map<Holder, Set<String>> before = new HashMap<>();
    private final Map<Holder, Set<String>> now = new HashMap<>();

    /** Ids that the caller may assign; {@code null} until first needed. */
    private Set<String> theirs;

    /** @param giving what the caller may assign */
    public AssignmentEditor(EntityManager em, String realmId, AssignmentRights giving) {
        this.giving = giving;
        this.em = em;
        this.realmId = realmId;
        rows = new Queries(em);
        names = new Names(rows, realmId);
    }

    /** An editor for changes that only remove, for which the caller need not be able to assign anything. */
    public static AssignmentEditor ofRemoval(EntityManager em, String realmId) {
        return new AssignmentEditor(em, realmId, new AssignmentRights(true, true, any -> true));
    }

    /** Locks the catalog in shared mode, and these roles and users. */
    public void lock(Collection<Holder> holders) {
        revisions.putAll(new HolderLocks(em, realmId).lock(holders));
    }

    /**
     * Looks up everything that the changes need.
     *
     * @param namesOrIds all names and ids in the changes
     */
    public void load(Collection<Holder> holders, Collection<String> namesOrIds) {
        names.load(namesOrIds);
        before.putAll(new Assignments(em).held(holders));
        Set<String> held = new HashSet<>();
        before.values().forEach(held::addAll);
        names.loadIds(held);
        before.forEach((holder, ids) -> now.put(holder, new HashSet<>(ids)));
    }

    /** Whether {@link #lock} has found the role or user in the realm. */
    public boolean isFound(Holder holder) {
        return revisions.containsKey(holder);
    }

    /** Revision of the holder's assignments, different after each change. */
    public String revision(Holder holder) {
        return revisions.get(holder);
    }

    /** The names and ids in the change that the realm does not have; none if the caller must not learn which. */
    public List<String> unresolved(AssignmentChange change) {
        return giving.views() ? unknown(change.names()) : List.of();
    }

    private List<String> unknown(Collection<String> namesOrIds) {
        return namesOrIds.stream()
                .filter(name -> names.id(name) == null)
                .distinct()
                .toList();
    }

    /**
     * The names and ids that the change would newly assign to an existing role or user, and that the caller may not
     * assign. For a caller who may not view all of them, also those that the realm does not have.
     */
    public List<String> notTheirs(Holder holder, AssignmentChange change) {
        if (giving.everything()) {
            return List.of();
        }
        if (theirs == null) {
            theirs = giving.allowed(rows, names.ids());
        }
        Set<String> held = now.get(holder);
        return (change.isReplacement() ? change.set() : change.add())
                .stream()
                        .filter(name -> {
                            String id = names.id(name);
                            return id == null ? !giving.views() : !held.contains(id) && !theirs.contains(id);
                        })
                        .distinct()
                        .toList();
    }

    /**
     * Plans a change of an existing role or user, and returns its result. Names that the realm does not have are
     * ignored.
     */
    public AssignmentResult plan(Holder holder, AssignmentChange change) {
        Set<String> held = now.get(holder);
        Set<String> wanted = ids(change.isReplacement() ? change.set() : change.add());
        Set<String> unwanted = change.isReplacement() ? new LinkedHashSet<>(held) : ids(change.remove());
        unwanted.removeAll(wanted); // what is named twice, by name and by id, is kept
        int asked = wanted.size() + (change.isReplacement() ? 0 : unwanted.size());
        if (!giving.views() && !change.isReplacement()) {
            asked += unknown(change.remove()).size(); // counts as one that is not assigned
        }
        wanted.removeAll(held);
        unwanted.retainAll(held);
        held.addAll(wanted);
        held.removeAll(unwanted);
        int changed = wanted.size() + (change.isReplacement() ? 0 : unwanted.size());
        return new AssignmentResult(names(wanted), names(unwanted), asked - changed, unresolved(change), held.size());
    }

    private Set<String> ids(Collection<String> namesOrIds) {
        Set<String> ids = new LinkedHashSet<>();
        namesOrIds.forEach(name -> {
            String id = names.id(name);
            if (id != null) {
                ids.add(id);
            }
        });
        return ids;
    }

    private List<String> names(Collection<String> ids) {
        return ids.stream().map(names::name).sorted().toList();
    }

    /** Writes all planned changes. */
    public void write() {
        List<KeyliftCapabilityAssignmentEntity> added = new ArrayList<>();
        List<KeyliftCapabilityAssignmentEntity> removed = new ArrayList<>();
        Set<Holder> changed = new TreeSet<>();
        now.forEach((holder, ids) -> {
            Set<String> old = before.get(holder);
            if (!ids.equals(old)) {
                changed.add(holder);
                ids.stream().filter(id -> !old.contains(id)).forEach(id -> added.add(row(holder, id)));
                old.stream().filter(id -> !ids.contains(id)).forEach(id -> removed.add(row(holder, id)));
            }
        });
        BulkDelete.delete(em, removed);
        BulkInsert.insert(em, added);
        newRevisions(changed);
    }

    private static KeyliftCapabilityAssignmentEntity row(Holder holder, String capabilityId) {
        return new KeyliftCapabilityAssignmentEntity(holder.type().name(), holder.id(), capabilityId);
    }

    private void newRevisions(Set<Holder> changed) {
        String revision = Ids.next();
        for (HolderType type : HolderType.values()) {
            rows.execute(
                    "update KeyliftCapabilityHolderEntity h set h.revision = :revision"
                            + " where h.type = :type and h.id in (:values)",
                    changed.stream()
                            .filter(holder -> holder.type() == type)
                            .map(Holder::id)
                            .toList(),
                    Map.of("type", type.name(), "revision", revision));
        }
        changed.forEach(holder -> revisions.put(holder, revision));
    }
}
