// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.assignment;

import io.keylift.bulkimport.rows.BulkInsert;
import io.keylift.bulkimport.rows.Queries;
import io.keylift.capability.catalog.CatalogLock;
import io.keylift.capability.entity.KeyliftCapabilityHolderEntity;
import jakarta.persistence.EntityManager;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.keycloak.models.jpa.entities.RoleEntity;
import org.keycloak.models.jpa.entities.UserEntity;
import org.keycloak.storage.StorageId;

/**
 * Locks roles and users for a change of their assignments: Keycloak's rows against removal, Keylift's against
 * concurrent changes, and the catalog of the realm against changes of the capabilities. The catalog comes first, then
 * the holders in their own order, to avoid deadlocks.
 */
public final class HolderLocks {

    private final EntityManager em;
    private final Queries rows;
    private final String realmId;

    public HolderLocks(EntityManager em, String realmId) {
        this.em = em;
        rows = new Queries(em);
        this.realmId = realmId;
    }

    /**
     * The revisions of existing holders. A holder that never had an assignment gets a row and
     * {@link Assignments#NO_REVISION}.
     */
    public Map<Holder, String> lock(Collection<Holder> holders) {
        new CatalogLock(em, realmId).share();
        Map<Holder, String> revisions = new HashMap<>();
        for (HolderType type : HolderType.values()) {
            Set<String> ids = ids(type, holders);
            if (!ids.isEmpty()) {
                ids.retainAll(owners(type, ids));
                lock(type, ids, revisions);
            }
        }
        return revisions;
    }

    /**
     * Like {@link #lock}, for changes that only remove: nothing is written for holders that never had an assignment,
     * and they have no revision.
     */
    public Map<Holder, String> lockKnown(Collection<Holder> holders) {
        new CatalogLock(em, realmId).share();
        Map<Holder, String> revisions = new HashMap<>();
        for (HolderType type : HolderType.values()) {
            rows(type, ids(type, holders)).forEach(row -> revisions.put(new Holder(type, row.id()), row.revision()));
        }
        return revisions;
    }

    private static Set<String> ids(HolderType type, Collection<Holder> holders) {
        return holders.stream()
                .filter(holder -> holder.type() == type)
                .map(Holder::id)
                .collect(Collectors.toCollection(TreeSet::new));
    }

    /** Federated users have no row: the caller checks that they exist. */
    private Set<String> owners(HolderType type, Set<String> ids) {
        if (type == HolderType.ROLE) {
            return rows
                    .share(
                            "select r from RoleEntity r where r.id in (:values) order by r.id",
                            RoleEntity.class,
                            ids,
                            Map.of())
                    .stream()
                    .filter(role -> role.getRealmId().equals(realmId))
                    .map(RoleEntity::getId)
                    .collect(Collectors.toSet());
        }
        Set<String> found = rows
                .share(
                        "select u from UserEntity u where u.id in (:values) order by u.id",
                        UserEntity.class,
                        ids,
                        Map.of())
                .stream()
                .filter(user -> user.getRealmId().equals(realmId))
                .map(UserEntity::getId)
                .collect(Collectors.toSet());
        ids.stream().filter(HolderLocks::isFederated).forEach(found::add);
        return found;
    }

    private static boolean isFederated(String userId) {
        return !StorageId.isLocalStorage(userId);
    }

    private void lock(HolderType type, Set<String> ids, Map<Holder, String> revisions) {
        Set<String> missing = new HashSet<>(ids);
        for (KeyliftCapabilityHolderEntity row : rows(type, ids)) {
            revisions.put(new Holder(type, row.id()), row.revision());
            missing.remove(row.id());
        }
        if (!missing.isEmpty()) {
            insert(type, missing);
            for (KeyliftCapabilityHolderEntity row : rows(type, missing)) {
                revisions.put(new Holder(type, row.id()), row.revision());
            }
        }
    }

    private List<KeyliftCapabilityHolderEntity> rows(HolderType type, Collection<String> ids) {
        return rows.lock(
                "select h from KeyliftCapabilityHolderEntity h where h.type = :type and h.id in (:values) order by"
                        + " h.id",
                KeyliftCapabilityHolderEntity.class,
                ids,
                Map.of("type", type.name()));
    }

    /**
     * Inserts the missing rows. Another transaction may just have inserted the same: PostgreSQL ignores such rows; on
     * other databases the transaction must be retried.
     */
    private void insert(HolderType type, Set<String> ids) {
        if (!rows.isPostgreSql()) {
            BulkInsert.insert(em, ids.stream().map(id -> row(type, id)).toList());
            return;
        }
        String owner = type == HolderType.ROLE ? "RoleEntity" : "UserEntity";
        rows.execute(
                "insert into KeyliftCapabilityHolderEntity (type, id, realmId, revision)"
                        + " select :type, o.id, :realm, :revision from " + owner
                        + " o where o.id in (:values) order by o.id on conflict do nothing",
                ids,
                Map.of("type", type.name(), "realm", realmId, "revision", Assignments.NO_REVISION));
        for (String id : ids) {
            if (type == HolderType.USER && isFederated(id)) {
                em.createQuery("insert into KeyliftCapabilityHolderEntity (type, id, realmId, revision)"
                                + " values (:type, :id, :realm, :revision) on conflict do nothing")
                        .setParameter("type", type.name())
                        .setParameter("id", id)
                        .setParameter("realm", realmId)
                        .setParameter("revision", Assignments.NO_REVISION)
                        .executeUpdate();
            }
        }
    }

    private KeyliftCapabilityHolderEntity row(HolderType type, String id) {
        return new KeyliftCapabilityHolderEntity(type.name(), id, realmId, Assignments.NO_REVISION);
    }
}
