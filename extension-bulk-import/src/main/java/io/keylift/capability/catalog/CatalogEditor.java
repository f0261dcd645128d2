// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.catalog;

import io.keylift.bulkimport.rows.BulkDelete;
import io.keylift.bulkimport.rows.BulkInsert;
import io.keylift.bulkimport.rows.Queries;
import io.keylift.capability.CapabilityNames;
import io.keylift.capability.entity.KeyliftCapabilityEntity;
import io.keylift.capability.entity.KeyliftCapabilityMemberEntity;
import jakarta.persistence.EntityManager;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import org.hibernate.Session;

/**
 * Changes the catalog of a realm in one transaction: first {@link #open}, then put and remove entries, which only this
 * editor sees, then {@link #write}. From the first step to the end of the transaction, no other transaction can change
 * the catalog or any assignments.
 */
public final class CatalogEditor {

    private final EntityManager em;
    private final Queries rows;
    private final String realmId;
    private final CatalogLock lock;
    private final Nesting nesting;
    private final Map<String, KeyliftCapabilityEntity> stored = new HashMap<>();
    private final Map<String, CatalogEntry> before = new LinkedHashMap<>();
    private final Map<String, CatalogEntry> now = new LinkedHashMap<>();
    private final Map<String, String> successors = new HashMap<>();
    private final Set<String> named = new HashSet<>();

    /** Whether there are changes other than adding new capabilities to the sets that name them. */
    private boolean isNested;

    public CatalogEditor(EntityManager em, String realmId) {
        this.em = em;
        this.realmId = realmId;
        rows = new Queries(em);
        lock = new CatalogLock(em, realmId);
        nesting = new Nesting(em, realmId);
    }

    /** Locks the catalog; {@link #open} does so, too. */
    void lock() {
        lock.exclude();
    }

    /**
     * Locks the catalog and reads the entries with these names.
     *
     * @param names all names that are about to be put, removed or replaced
     */
    public void open(Collection<String> names) {
        lock.exclude();
        look(names);
    }

    /** Finds these entries without locking them, for a caller that does not write. */
    public void look(Collection<String> names) {
        named.addAll(names);
        List<String> ids = rows.select(CapabilityNames.KEY, realmId, names).stream()
                .map(row -> (String) row[0])
                .toList();
        rows.list(
                        "select c from KeyliftCapabilityEntity c where c.id in (:values)",
                        KeyliftCapabilityEntity.class,
                        ids,
                        Map.of())
                .forEach(row -> stored.put(row.name(), row));
        if (stored.values().stream().anyMatch(KeyliftCapabilityEntity::isSet)) {
            nest();
        }
        stored.forEach((name, row) -> before.put(name, CatalogEntry.of(row, nesting.members(name))));
        now.putAll(before);
    }

    private void nest() {
        if (!isNested) {
            isNested = true;
            nesting.load(
                    named,
                    stored.values().stream().map(KeyliftCapabilityEntity::id).toList());
        }
    }

    /** The ids that the database already has, in any realm. */
    public Set<String> taken(Collection<String> ids) {
        return new HashSet<>(rows.list(
                "select c.id from KeyliftCapabilityEntity c where c.id in (:values)", String.class, ids, Map.of()));
    }

    /** The entry with this name after the changes so far, or {@code null}. */
    public CatalogEntry find(String name) {
        return now.get(name);
    }

    /**
     * The cycle that a set with these members would close: set by set, with the same set at both ends; empty if there
     * is none.
     */
    public List<String> cycle(String set, Collection<String> members) {
        nest();
        return nesting.cycle(set, members);
    }

    /**
     * Adds an entry, or replaces the one with its name. Both must have the same id, and both must be sets or neither.
     */
    public void put(CatalogEntry entry) {
        now.put(entry.name(), entry);
        if (entry.isSet()) {
            nest();
            nesting.put(entry.name(), entry.members());
        }
    }

    /** Removes the entry with this name; sets still name it. */
    public void remove(String name) {
        nest();
        now.remove(name);
        nesting.remove(name);
    }

    /**
     * Assigns the successor, which is about to exist, to all holders of the other entry, which is about to be removed.
     */
    public void succeed(String name, String successor) {
        successors.put(name, successor);
    }

    /**
     * Writes all changes.
     *
     * @return what happened to the assignments of removed entries
     */
    public MovedAssignments write() {
        if (now.equals(before)) {
            return MovedAssignments.NOTHING;
        }
        lock.changed();
        Set<String> removed = new LinkedHashSet<>(before.keySet());
        removed.removeAll(now.keySet());
        List<KeyliftCapabilityEntity> added = new ArrayList<>();
        now.forEach((name, entry) -> {
            CatalogEntry old = before.get(name);
            if (old == null) {
                added.add(entry.row(realmId));
            } else if (!old.equals(entry)) {
                entry.writeTo(stored.get(name));
            }
        });
        em.unwrap(Session.class).setJdbcBatchSize(Math.max(1, stored.size()));
        em.flush();
        Map<String, String> moves = new HashMap<>();
        successors.forEach((name, successor) ->
                moves.put(before.get(name).id(), now.get(successor).id()));
        Set<String> gone = new HashSet<>();
        removed.forEach(name -> gone.add(before.get(name).id()));
        MovedAssignments given = new RemovedCapabilities(em).giveWay(gone, moves);
        delete(gone);
        // After the deletions: in a database that ignores case, the new name may equal the old one.
        BulkInsert.insert(em, added);
        writeMembers();
        if (isNested) {
            nesting.writeExpansions();
        } else {
            nesting.writeArrivals(added.stream()
                    .collect(Collectors.toMap(KeyliftCapabilityEntity::name, KeyliftCapabilityEntity::id)));
        }
        stored.values().forEach(em::detach);
        return given;
    }

    /** {@link Nesting} updates the members of the remaining sets. */
    private void delete(Set<String> gone) {
        Queries deletions = new Queries(em);
        deletions.execute("delete from KeyliftCapabilityAssignmentEntity a where a.capabilityId in (:values)", gone);
        deletions.execute("delete from KeyliftCapabilityExpansionEntity e where e.setId in (:values)", gone);
        deletions.execute("delete from KeyliftCapabilityMemberEntity m where m.setId in (:values)", gone);
        deletions.execute("delete from KeyliftCapabilityEntity c where c.id in (:values)", gone);
    }

    private void writeMembers() {
        List<KeyliftCapabilityMemberEntity> added = new ArrayList<>();
        List<KeyliftCapabilityMemberEntity> removed = new ArrayList<>();
        now.forEach((name, entry) -> {
            Set<String> old = before.containsKey(name) ? before.get(name).members() : Set.of();
            entry.members().stream()
                    .filter(member -> !old.contains(member))
                    .forEach(member -> added.add(new KeyliftCapabilityMemberEntity(entry.id(), member, realmId)));
            old.stream()
                    .filter(member -> !entry.members().contains(member))
                    .forEach(member -> removed.add(new KeyliftCapabilityMemberEntity(entry.id(), member, realmId)));
        });
        BulkDelete.delete(em, removed);
        BulkInsert.insert(em, added);
    }
}
