// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.capability.catalog;

import io.keylift.bulkimport.rows.AdvisoryLock;
import io.keylift.bulkimport.rows.Ids;
import io.keylift.capability.entity.KeyliftCapabilityCatalogEntity;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;

/**
 * Keeps changes of a realm's catalogue and changes of what is assigned out of each other's way. Whoever needs it takes
 * it first in the transaction, which holds it to its end.
 */
public final class CatalogLock {

    private final EntityManager em;
    private final String realmId;

    public CatalogLock(EntityManager em, String realmId) {
        this.em = em;
        this.realmId = realmId;
    }

    /** For changes of assignments: any number of them go on beside each other, while the catalogue stays as it is. */
    public void share() {
        AdvisoryLock.share(em, realmId);
        if (lock(LockModeType.PESSIMISTIC_READ) == null) {
            insert();
            lock(LockModeType.PESSIMISTIC_READ);
        }
    }

    /** For a change of the catalogue; those who share it after this call wait, too. */
    void exclude() {
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

    /** Says that the catalogue has changed. */
    void changed() {
        em.createQuery("update KeyliftCapabilityCatalogEntity c set c.revision = :revision where c.realmId = :realm")
                .setParameter("realm", realmId)
                .setParameter("revision", Ids.next())
                .executeUpdate();
    }
}
