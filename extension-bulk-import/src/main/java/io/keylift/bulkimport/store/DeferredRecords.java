// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.store;

import jakarta.persistence.EntityManager;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;

/** Deferred lines of jobs. */
final class DeferredRecords {

    private final EntityManager em;

    DeferredRecords(EntityManager em) {
        this.em = em;
    }

    void add(String uid, Map<Long, String> records) {
        if (records.isEmpty()) {
            return;
        }
        List<KeyliftDeferredEntity> rows = records.entrySet().stream()
                .map(line -> new KeyliftDeferredEntity(uid, line.getKey(), line.getValue()))
                .toList();
        rows.forEach(em::persist);
        em.flush();
        rows.forEach(em::detach);
    }

    SortedMap<Long, String> before(String uid, long line, int max) {
        SortedMap<Long, String> records = new TreeMap<>();
        em.createQuery(
                        "select d.line, d.record from KeyliftDeferredEntity d where d.jobUid = :uid and d.line < :line"
                                + " order by d.line desc",
                        Object[].class)
                .setParameter("uid", uid)
                .setParameter("line", line)
                .setMaxResults(max)
                .getResultList()
                .forEach(row -> records.put((Long) row[0], (String) row[1]));
        return records;
    }

    void remove(String uid, Collection<Long> lines) {
        if (!lines.isEmpty()) {
            em.createQuery("delete from KeyliftDeferredEntity d where d.jobUid = :uid and d.line in (:lines)")
                    .setParameter("uid", uid)
                    .setParameter("lines", lines)
                    .executeUpdate();
        }
    }

    void release(String uid) {
        em.createQuery("delete from KeyliftDeferredEntity d where d.jobUid = :uid")
                .setParameter("uid", uid)
                .executeUpdate();
    }
}
