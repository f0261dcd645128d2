// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.catalog;

import io.keylift.bulkimport.rows.AdvisoryLock;
import io.keylift.bulkimport.rows.Ids;
import io.keylift.capability.entity.KeyliftCapabilityCatalogEntity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;

/**
 * Excludes changes of a realm's catalog and changes of assignments from each other. It must be the first lock of the
 * transaction, which holds it to its end.
 */
public final class CatalogLock {

    private final EntityManager em;
    private final String realmId;

    public CatalogLock(EntityManager em, String realmId) {
        this.em = em;
        this.realmId = realmId;
    }

    /** For changes of assignments: they run concurrently, and the catalog does not change meanwhile. */
    public void share() {
        AdvisoryLock.share(em, realmId);
        if (lock(LockModeType.PESSIMISTIC_READ) == null) {
            insert();
            lock(LockModeType.PESSIMISTIC_READ);
        }
    }

    /** For a change of the catalog; later shared locks wait for it, too. */
    public void exclude() {
        AdvisoryLock.exclude(em, realmId);
        insert();
        lock(LockModeType.PESSIMISTIC_WRITE);
    }

    private KeyliftCapabilityCatalogEntity lock(LockModeType mode) {
        return em.find(KeyliftCapabilityCatalogEntity.class, realmId, mode);
    }

    private void insert() {
        em.createQuery("insert into KeyliftCapabilityCatalogEntity (realmId, revision) values (:realm, :revision)"
                        + " on conflict do nothing")
                .setParameter("realm", realmId)
                .setParameter("revision", Ids.next())
                .executeUpdate();
    }

    /** Sets a new revision of the catalog. */
    void changed() {
        em.createQuery("update KeyliftCapabilityCatalogEntity c set c.revision = :revision where c.realmId = :realm")
                .setParameter("realm", realmId)
                .setParameter("revision", Ids.next())
                .executeUpdate();
    }
}
