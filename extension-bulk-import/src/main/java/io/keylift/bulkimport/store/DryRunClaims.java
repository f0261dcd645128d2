// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.store;

import jakarta.persistence.EntityManager;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/** The names that records of dry runs would have taken. */
final class DryRunClaims {

    private final EntityManager em;

    DryRunClaims(EntityManager em) {
        this.em = em;
    }

    Set<Long> claimed(String uid, Collection<Long> hashes) {
        if (hashes.isEmpty()) {
            return Set.of();
        }
        return new HashSet<>(em.createQuery(
                        "select c.hash from KeyliftClaimEntity c where c.jobUid = :uid and c.hash in (:hashes)",
                        Long.class)
                .setParameter("uid", uid)
                .setParameter("hashes", hashes)
                .getResultList());
    }

    void claim(String uid, Collection<Long> hashes) {
        List<KeyliftClaimEntity> rows =
                hashes.stream().map(hash -> new KeyliftClaimEntity(uid, hash)).toList();
        rows.forEach(em::persist);
        em.flush();
        rows.forEach(em::detach);
    }

    void release(String uid) {
        em.createQuery("delete from KeyliftClaimEntity c where c.jobUid = :uid")
                .setParameter("uid", uid)
                .executeUpdate();
    }
}
