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
 * names, and the planner uses the index for each of them. New names are inserted in the same way.
 */
final class DryRunKeys {

    private static final String SELECT = "select c.hash from KeyliftDryRunKeyEntity c where c.jobUid = :uid and ";
    private static final String IN_HASHES = "c.hash in (:hashes)";
    private static final String ANY_HASH = "cast(sql('? = any(array(select unnest(?)))', c.hash, :hashes) as Boolean)";

    private static final String INSERT = "insert into {h-schema}KEYLIFT_IMPORT_KEY (JOB_UID, KEY_HASH)"
            + " select :uid, unnest(cast(:hashes as bigint[]))";
    private static final String UNLESS_NOTED = " on conflict do nothing";

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

    /** Notes names that are not noted yet. */
    void note(String uid, Collection<Long> hashes) {
        if (arrays) {
            insert(INSERT, uid, hashes);
            return;
        }
        List<KeyliftDryRunKeyEntity> rows = hashes.stream()
                .map(hash -> new KeyliftDryRunKeyEntity(uid, hash))
                .toList();
        rows.forEach(em::persist);
        em.flush();
        rows.forEach(em::detach);
    }

    /** Notes names, of which other chunks may note some, too. */
    void noteMissing(String uid, Collection<Long> hashes) {
        if (arrays) {
            insert(INSERT + UNLESS_NOTED, uid, hashes);
        } else {
            Set<Long> missing = new HashSet<>(hashes);
            missing.removeAll(noted(uid, missing));
            note(uid, missing);
        }
    }

    /** In the order of the names, so that two chunks that note the same ones do not wait for each other. */
    private void insert(String sql, String uid, Collection<Long> hashes) {
        if (!hashes.isEmpty()) {
            em.createNativeQuery(sql)
                    .setParameter("uid", uid)
                    .setParameter("hashes", hashes.stream().sorted().toArray(Long[]::new))
                    .executeUpdate();
        }
    }

    void release(String uid) {
        em.createQuery("delete from KeyliftDryRunKeyEntity c where c.jobUid = :uid")
                .setParameter("uid", uid)
                .executeUpdate();
    }
}
