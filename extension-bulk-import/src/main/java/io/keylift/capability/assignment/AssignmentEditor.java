// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.assignment;

import io.keylift.bulkimport.rows.BulkDelete;
import io.keylift.bulkimport.rows.BulkInsert;
import io.keylift.bulkimport.rows.Ids;
import io.keylift.bulkimport.rows.Queries;
import io.keylift.capability.catalog.CatalogLock;
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
 * Changes the assignments of roles and users in one transaction: {@link #open(Collection, Collection)} first, then
 * {@link #plan} for each change, then {@link #write}. From the first step to the end of the transaction nobody else
 * changes them, or removes one of the roles, users or capabilities. The number of statements depends neither on how
 * many changes there are nor on how many names are in them.
 */
public final class AssignmentEditor {

    private final EntityManager em;
    private final Queries rows;
    private final String realmId;
    private final Names names;
    private final Giving giving;
    private final Map<Holder, String> revisions = new HashMap<>();
    private final Map<Holder, Set<String>> before = new HashMap<>();
    private final Map<Holder, Set<String>> now = new HashMap<>();

    /** Ids of what the caller may give; {@code null} until it is asked for. */
    private Set<String> theirs;

    /** @param giving what the caller may give */
    public AssignmentEditor(EntityManager em, String realmId, Giving giving) {
        this.giving = giving;
        this.em = em;
        this.realmId = realmId;
        rows = new Queries(em);
        names = new Names(rows, realmId);
    }

    /**
     * Locks all that is going to be changed, and looks up all it takes.
     *
     * @param namesOrIds all that the changes name
     */
    public void open(Collection<Holder> holders, Collection<String> namesOrIds) {
        open(namesOrIds);
        lock(holders);
    }

    /**
     * Locks the catalogue as it is and looks up these, for a caller whose change depends on them; then comes
     * {@link #lock}. Always in this order, the catalogue first and holders in their own order, to avoid deadlocks.
     *
     * @param namesOrIds all that the changes name
     */
    public void open(Collection<String> namesOrIds) {
        new CatalogLock(em, realmId).share();
        names.load(namesOrIds);
    }

    /** Locks roles and users after {@link #open(Collection)}. */
    public void lock(Collection<Holder> holders) {
        revisions.putAll(new HolderLocks(em, rows, realmId).lock(holders));
        read();
    }

    /** {@link #open(Collection)} without the lock, for one who is not going to write; then comes {@link #look}. */
    public void lookUp(Collection<String> namesOrIds) {
        names.load(namesOrIds);
    }

    /** Reads what roles and users have that are there. */
    public void look(Collection<Holder> holders) {
        holders.forEach(holder -> revisions.put(holder, Assignments.NO_REVISION));
        read();
    }

    private void read() {
        before.putAll(new Assignments(em).held(revisions.keySet()));
        Set<String> held = new HashSet<>();
        before.values().forEach(held::addAll);
        names.loadIds(held);
        before.forEach((holder, ids) -> now.put(holder, new HashSet<>(ids)));
    }

    /** Whether there is such a role or user in the realm. */
    public boolean isFound(Holder holder) {
        return revisions.containsKey(holder);
    }

    /** Another text after each change. */
    public String revision(Holder holder) {
        return revisions.get(holder);
    }

    /** What of these names and ids the realm does not have. */
    public List<String> unresolved(AssignmentChange change) {
        return change.names().stream()
                .filter(name -> names.id(name) == null)
                .distinct()
                .toList();
    }

    /** What of these names and ids the change would give a role or user that is there, and the caller may not give. */
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
                            return id != null && !held.contains(id) && !theirs.contains(id);
                        })
                        .distinct()
                        .toList();
    }

    /**
     * Notes a change of a role or user that is there, and says what it does; names that the realm does not have are
     * passed over.
     */
    public AssignmentResult plan(Holder holder, AssignmentChange change) {
        Set<String> held = now.get(holder);
        Set<String> wanted = ids(change.isReplacement() ? change.set() : change.add());
        Set<String> unwanted = change.isReplacement() ? new LinkedHashSet<>(held) : ids(change.remove());
        unwanted.removeAll(wanted); // what is named twice, by name and by id, stays
        int asked = wanted.size() + (change.isReplacement() ? 0 : unwanted.size());
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

    /** Writes all that was planned. */
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
