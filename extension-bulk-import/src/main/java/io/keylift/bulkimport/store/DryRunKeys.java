// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.store;

import jakarta.persistence.EntityManager;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.hibernate.dialect.PostgreSQLDialect;
import org.hibernate.engine.spi.SessionImplementor;

/**
 * The names that records of dry runs would have taken.
 *
 * <p>On PostgreSQL the names to look up are passed as one array. The statement is then the same for any number of
 * names, and the planner uses the index for each of them.
 */
final class DryRunKeys {

    private static final String SELECT = "select c.hash from KeyliftDryRunKeyEntity c where c.jobUid = :uid and ";
    private static final String IN_HASHES = "c.hash in (:hashes)";
    private static final String ANY_HASH = "cast(sql('? = any(array(select unnest(?)))', c.hash, :hashes) as Boolean)";

    /** Below the number of parameters that databases and drivers accept in one statement. */
    private static final int MAX_PARAMETERS = 30_000;

    private final EntityManager em;
    private final boolean arrays;

    DryRunKeys(EntityManager em) {
        this.em = em;
        arrays = em.unwrap(SessionImplementor.class).getJdbcServices().getDialect() instanceof PostgreSQLDialect;
    }

    Set<Long> noted(String uid, Collection<Long> hashes) {
        if (hashes.isEmpty()) {
            return Set.of();
        }
        if (arrays) {
            return new HashSet<>(noted(SELECT + ANY_HASH, uid, hashes.toArray(new Long[0])));
        }
        Set<Long> noted = new HashSet<>();
        List<Long> all = List.copyOf(hashes);
        for (int from = 0; from < all.size(); from += MAX_PARAMETERS) {
            List<Long> slice = all.subList(from, Math.min(from + MAX_PARAMETERS, all.size()));
            noted.addAll(noted(SELECT + IN_HASHES, uid, slice));
        }
        return noted;
    }

    private List<Long> noted(String jpql, String uid, Object hashes) {
        return em.createQuery(jpql, Long.class)
                .setParameter("uid", uid)
                .setParameter("hashes", hashes)
                .getResultList();
    }

    void note(String uid, Collection<Long> hashes) {
        List<KeyliftDryRunKeyEntity> rows = hashes.stream()
                .map(hash -> new KeyliftDryRunKeyEntity(uid, hash))
                .toList();
        rows.forEach(em::persist);
        em.flush();
        rows.forEach(em::detach);
    }

    void release(String uid) {
        em.createQuery("delete from KeyliftDryRunKeyEntity c where c.jobUid = :uid")
                .setParameter("uid", uid)
                .executeUpdate();
    }
}
