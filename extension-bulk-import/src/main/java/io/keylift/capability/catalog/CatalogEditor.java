// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.catalog;

import io.keylift.bulkimport.rows.BulkDelete;
import io.keylift.bulkimport.rows.BulkInsert;
import io.keylift.bulkimport.rows.Queries;
import io.keylift.bulkimport.rows.RowDeletion;
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
 * Changes the catalogue of a realm in one transaction: {@link #open} first, then put and remove entries, which nobody
 * but this editor sees, then {@link #write}. From the first step to the end of the transaction nobody else changes the
 * catalogue, or what is assigned.
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

    /** Whether it takes more than to add new capabilities to the sets that name them. */
    private boolean isNested;

    public CatalogEditor(EntityManager em, String realmId) {
        this.em = em;
        this.realmId = realmId;
        rows = new Queries(em);
        lock = new CatalogLock(em, realmId);
        nesting = new Nesting(em, realmId);
    }

    /** Locks the catalogue; {@link #open} does so, too. */
    void lock() {
        lock.exclude();
    }

    /**
     * Locks the catalogue and reads what is there of these.
     *
     * @param names all that is going to be put or removed, or succeeded by something else
     */
    public void open(Collection<String> names) {
        lock.exclude();
        look(names);
    }

    /** The same without the lock, for one who is not going to write. */
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

    /** Those of these ids that something in the database has, be it in another realm. */
    public Set<String> taken(Collection<String> ids) {
        return new HashSet<>(rows.list(
                "select c.id from KeyliftCapabilityEntity c where c.id in (:values)", String.class, ids, Map.of()));
    }

    /** The entry of this name as it is going to be, or {@code null}. */
    public CatalogEntry find(String name) {
        return now.get(name);
    }

    /** Which set would hold itself if this one held these: set by set, the same at both ends; empty if all is well. */
    public List<String> cycle(String set, Collection<String> members) {
        nest();
        return nesting.cycle(set, members);
    }

    /**
     * Adds an entry, or puts it in the place of the one of its name, which has the same id and is a set just if this is
     * one.
     */
    public void put(CatalogEntry entry) {
        now.put(entry.name(), entry);
        if (entry.isSet()) {
            nest();
            nesting.put(entry.name(), entry.members());
        }
    }

    /** Removes the entry of this name; sets go on naming it. */
    public void remove(String name) {
        nest();
        now.remove(name);
        nesting.remove(name);
    }

    /** Gives whoever has the one, which is there and going to be removed, the other, which is going to be there. */
    public void succeed(String name, String successor) {
        successors.put(name, successor);
    }

    /**
     * Writes all of it.
     *
     * @return what became of the assignments of what was removed
     */
    public GivenWay write() {
        if (now.equals(before)) {
            return GivenWay.NOTHING;
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
        GivenWay given = new RemovedCapabilities(em).giveWay(gone, moves);
        delete(gone);
        // What is gone first: for a database that passes over case, the new name may be the old one.
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

    /** What sets that stay hold, {@link Nesting} sees to. */
    private void delete(Set<String> gone) {
        RowDeletion deletions = new RowDeletion(em);
        deletions.delete("delete from KeyliftCapabilityAssignmentEntity a where a.capabilityId in (:values)", gone);
        deletions.delete("delete from KeyliftCapabilityExpansionEntity e where e.setId in (:values)", gone);
        deletions.delete("delete from KeyliftCapabilityMemberEntity m where m.setId in (:values)", gone);
        deletions.delete("delete from KeyliftCapabilityEntity c where c.id in (:values)", gone);
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
