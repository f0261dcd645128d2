// SPDX-FileCopyrightText: The Keylift authors
// SPDX-License-Identifier: Apache-2.0
package io.keylift.bulkimport.store;

import io.keylift.bulkimport.seal.Seal;
import io.keylift.bulkimport.seal.SealException;
import jakarta.persistence.EntityManager;
import jakarta.persistence.LockModeType;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.function.Function;
import org.jboss.logging.Logger;

/** Deferred lines of jobs. Each record is encrypted for its line, because it may have secrets. */
final class DeferredRecords {

    private static final Logger LOG = Logger.getLogger(DeferredRecords.class);

    private final EntityManager em;
    private final Function<String, Seal> seals;

    /** @param seals the seal for the records of a job, by its internal id */
    DeferredRecords(EntityManager em, Function<String, Seal> seals) {
        this.em = em;
        this.seals = seals;
    }

    void add(String uid, Map<Long, String> records) {
        if (records.isEmpty()) {
            return;
        }
        Seal seal = seals.apply(uid);
        List<KeyliftDeferredEntity> rows = records.entrySet().stream()
                .map(line ->
                        new KeyliftDeferredEntity(uid, line.getKey(), sealed(seal, line.getKey(), line.getValue())))
                .toList();
        rows.forEach(em::persist);
        em.flush();
        rows.forEach(em::detach);
    }

    SortedMap<Long, String> before(String uid, long line, int max) {
        SortedMap<Long, String> records = new TreeMap<>();
        Seal seal = seals.apply(uid);
        em.createQuery(
                        "select d.line, d.record from KeyliftDeferredEntity d where d.jobUid = :uid and d.line < :line"
                                + " order by d.line desc",
                        Object[].class)
                .setParameter("uid", uid)
                .setParameter("line", line)
                .setMaxResults(max)
                .getResultList()
                .forEach(row -> records.put((Long) row[0], opened(seal, (Long) row[0], (String) row[1])));
        return records;
    }

    /**
     * Encrypts stored lines again that cannot be decrypted. Rows are locked and updated, never inserted: another run of
     * the job may be about to delete them, because it has written their records.
     */
    void restore(String uid, Map<Long, String> records) {
        if (records.isEmpty()) {
            return;
        }
        Seal seal = seals.apply(uid);
        List<KeyliftDeferredEntity> rows = em.createQuery(
                        "select d from KeyliftDeferredEntity d where d.jobUid = :uid"
                                + " and d.line between :first and :last order by d.line",
                        KeyliftDeferredEntity.class)
                .setParameter("uid", uid)
                .setParameter("first", Collections.min(records.keySet()))
                .setParameter("last", Collections.max(records.keySet()))
                .setLockMode(LockModeType.PESSIMISTIC_WRITE)
                .getResultList();
        for (KeyliftDeferredEntity row : rows) {
            String record = records.get(row.line());
            if (record != null && !opens(seal, row)) {
                row.record(sealed(seal, row.line(), record));
            }
        }
        em.flush();
        rows.forEach(em::detach);
    }

    private static boolean opens(Seal seal, KeyliftDeferredEntity row) {
        try {
            opened(seal, row.line(), row.record());
            return true;
        } catch (SealException e) {
            LOG.debugf(e, "A deferred record of line %d is stored again", row.line());
            return false;
        }
    }

    private static String sealed(Seal seal, long line, String record) {
        return Base64.getEncoder().encodeToString(seal.seal(record.getBytes(StandardCharsets.UTF_8), place(line)));
    }

    private static String opened(Seal seal, long line, String stored) {
        byte[] sealed;
        try {
            sealed = Base64.getDecoder().decode(stored);
        } catch (IllegalArgumentException e) {
            sealed = new byte[0]; // stored by a version of Keylift that did not encrypt
        }
        return new String(seal.open(sealed, place(line)), StandardCharsets.UTF_8);
    }

    private static String place(long line) {
        return "deferred " + line;
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
